// In a checkout, sites that are missing or older than their sources are built beside the running service: the dashboard and
// the documentation, in a child process of the lowest priority, with its output in the log. The service serves a new site
// when it is there.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { SiteName } from "./platform/http/sites/site-routes.ts";
import type { Log } from "./platform/logging.ts";

export const docs_dir = fileURLToPath(new URL("../../docs/dist", import.meta.url));
export const dashboard_dir = fileURLToPath(new URL("../../dashboard/dist", import.meta.url));
const sites_program = fileURLToPath(new URL("../../bin/sites.mjs", import.meta.url));

const LOWEST_PRIORITY = "19";
const MAX_OUTPUT = 8_000;

export type SiteBuild = {
  /** Why a site is not built, once the build has said so or has ended. */
  obstacle(site: SiteName): string | undefined;
  stop(): void;
};

/** As the program that builds them names them. */
const titles: Readonly<Record<SiteName, string>> = {
  dashboard: "The dashboard",
  docs: "The documentation site",
};

/** For a service that builds nothing. */
export const noBuild: SiteBuild = { obstacle: () => "It is not built.", stop: () => undefined };

/** A build that fails leaves the sites as they were. */
export function buildSites(log: Log, program = sites_program): SiteBuild {
  if (!existsSync(program)) return noBuild;
  // `nice` sets the priority before the program starts its threads; later they would keep theirs.
  const child = spawn("nice", ["-n", LOWEST_PRIORITY, process.execPath, program, "--if-stale"], {
    env: { PATH: process.env.PATH },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.on("error", (error) => log.warn({}, `The dashboard and the documentation are not built: ${error.message}`));
  let output = "";
  let isOver = false;
  let isStopped = false;
  const keep = (chunk: Buffer) => {
    output = `${output}${chunk.toString()}`.slice(-MAX_OUTPUT);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  child.on("close", (code) => {
    isOver = true;
    const said = output.trim().split("\n").filter(Boolean);
    if (code === 0) for (const line of said) log.info({}, line);
    else if (code !== null && !isStopped)
      log.warn({}, `The build of the sites ended with ${code}: ${said.at(-1) ?? ""}`);
  });
  // The service may end while it builds.
  child.unref();
  return {
    obstacle(site) {
      const reason = output.split("\n").find((line) => line.startsWith(`${titles[site]} is not built`));
      return reason ?? (isOver ? "It could not be built." : undefined);
    },
    stop() {
      isStopped = true;
      child.kill("SIGTERM");
    },
  };
}
