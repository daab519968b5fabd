// `segue serve`, `backup` and `restore` do their work in the server. A checkout has it beside the commands; a package that a
// partner installs has not.

import { existsSync } from "node:fs";
import type { operating } from "../../../server/src/operating/operating.ts";
import { UsageError } from "../settings.ts";

type Operating = typeof operating;

// From source, the server's source is loaded too; the build of the commands loads the build of the server.
const isSource = import.meta.url.endsWith(".ts");
const place = new URL(
  isSource ? "../../../server/src/operating/operating.ts" : "../../server/dist/operating.js",
  import.meta.url,
);
const build = new URL("../../bin/build.mjs", import.meta.url);

/** Undefined where there is no server beside the commands. */
export async function findOperating(): Promise<Operating | undefined> {
  if (!isSource && existsSync(build)) await (await import(build.href)).buildIfStale("server");
  if (!existsSync(place)) return undefined;
  const loaded = (await import(place.href)) as { operating: Operating };
  return loaded.operating;
}

export async function getOperating(command: string): Promise<Operating> {
  const found = await findOperating();
  if (found) return found;
  throw new UsageError(
    `\`segue ${command}\` runs on the machine of the service, from the folder in which Segue is installed.`,
  );
}
