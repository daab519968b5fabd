// Before a test run, for all its files: the service and its dashboard are built, the dashboard if a source has changed.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { buildService } from "./service-process.ts";

const sites_program = fileURLToPath(new URL("../../bin/sites.mjs", import.meta.url));

export async function setup(): Promise<void> {
  await buildService();
  execFileSync(process.execPath, [sites_program, "dashboard", "--if-stale"], {
    stdio: ["ignore", "ignore", "inherit"],
  });
}
