// Before a test run, for all its files: the service is built.

import { buildService } from "./service-process.ts";

export async function setup(): Promise<void> {
  await buildService();
}
