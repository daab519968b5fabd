// Before a test run, for all its files: what they share is made, all of it at the same time.

import type { TestProject } from "vitest/node";
import { buildSdk } from "../../sdk/test/build.ts";
import { offerBrowser } from "./chromium.ts";
import { startRunsPostgres } from "./postgres.ts";
import { buildService } from "./service-process.ts";

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [stopPostgres, closeBrowser] = await Promise.all([
    startRunsPostgres(project),
    offerBrowser(project),
    buildService(),
    buildSdk(),
  ]);
  return async () => {
    await closeBrowser();
    await stopPostgres();
  };
}
