// Builds a part of the site for the tests of the browser, in a process of its own: `tsx part.ts FOLDER`.

import { buildSite } from "../site/build.ts";

// One page of every kind, and all guides that lead to each other.
const only =
  /^(index|quickstart|concepts|deliveries|webhooks|python|settings|errors\/(index|asset_not_ready)|reference\/(index|releases|create-release|get-own-organization|list-releases|list-jobs))$/;

await buildSite({ dist: process.argv[2] ?? "", inputs: "part", only });
process.exit(0);
