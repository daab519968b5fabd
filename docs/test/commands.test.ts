// Every command line and every curl of the pages that are no walk from top to bottom: each is run with the real ids of a
// prepared organization in place of the examples.

import { copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../server/test/catalog.ts";
import { startReceiver } from "../../server/test/receiver.ts";
import { runCommand } from "../../server/test/segue-command.ts";
import { createWorld, type World } from "../../server/test/world.ts";
import { allPages } from "../site/pages.ts";
import { readerFolder, repository, run } from "./samples.ts";

const ISRC = "QZDOC2600001";
const pages = allPages(repository);
const folder = readerFolder();
let world: World;
let env: Record<string, string>;

beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  await world.work();
  env = await prepare();
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});
