// In a checkout, a documentation site that is missing or older than its sources is built beside the running service: in a
// child process of the lowest priority, with its output in the log. The service serves the new site when it is there.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Log } from "./platform/logging.ts";

export const docs_dir = fileURLToPath(new URL("../../docs/dist", import.meta.url));
const docs_program = fileURLToPath(new URL("../../bin/docs.mjs", import.meta.url));

const LOWEST_PRIORITY = "19";
const MAX_OUTPUT = 8_000;

/** Returns what ends the build. A build that fails leaves the site as it was. */
export function buildDocs(log: Log, program = docs_program): () => void {
  if (!existsSync(program)) return () => undefined;
  // `nice` sets the priority before the program starts its threads; later they would keep theirs.
  const child = spawn("nice", ["-n", LOWEST_PRIORITY, process.execPath, program, "--if-stale"], {
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.on("error", (error) => log.warn({}, `The documentation site is not built: ${error.message}`));
  let output = "";
  const keep = (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-MAX_OUTPUT);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  child.on("close", (code) => {
    const said = output.trim().split("\n").at(-1) ?? "";
    if (code === 0 && said !== "") log.info({}, said);
    if (code !== 0 && code !== null) log.warn({}, `The build of the documentation site ended with ${code}: ${said}`);
  });
  // The service may end while it builds.
  child.unref();
  return () => void child.kill("SIGTERM");
}
