// `npm run openapi` runs this after it has written openapi.json.

import { readFileSync, writeFileSync } from "node:fs";
import { connectorsText, factsText } from "./facts-text.ts";
import { schemaText, wireText } from "./schema-text.ts";

const document = JSON.parse(readFileSync(new URL("../../openapi.json", import.meta.url), "utf8"));
writeFileSync(new URL("../src/schema.ts", import.meta.url), schemaText(document));
writeFileSync(new URL("../src/wire.ts", import.meta.url), wireText(document));
writeFileSync(new URL("../src/facts.ts", import.meta.url), factsText(document));
writeFileSync(new URL("../src/connectors.ts", import.meta.url), connectorsText(document));
