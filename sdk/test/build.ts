// Before a test run: the SDK is built as it is published, if a source is newer than the build.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const sdk = fileURLToPath(new URL("..", import.meta.url));
const dist = join(sdk, "dist");

export async function buildSdk(): Promise<void> {
  const project = join(sdk, "tsconfig.build.json");
  const built_ms = statSync(join(dist, "client.js"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync(join(sdk, "src")).map((name) => join(sdk, "src", name));
  if ([...sources, project].every((path) => statSync(path).mtimeMs < built_ms)) return;
  rmSync(dist, { recursive: true, force: true });
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const [code] = await once(spawn(process.execPath, [tsc, "-p", project], { stdio: "inherit" }), "exit");
  if (code !== 0) throw new Error("The SDK could not be built.");
}
