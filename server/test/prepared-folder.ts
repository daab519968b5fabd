// Data folders for services whose first start is not what is tested.

import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";

/** As a start leaves the folder that is killed when its databases are migrated: the next start has little to do. */
export async function prepareFolder(data_dir: string): Promise<void> {
  await mkdir(data_dir, { recursive: true });
  // A process of its own: Node copies a thousand files in half a second of ours.
  await promisify(execFile)("cp", ["-a", join(inject("prepared_dir"), "postgres"), data_dir]);
}
