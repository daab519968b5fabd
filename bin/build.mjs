// Builds the program, `server/dist/cli.js`, and the process that it starts for each file it looks into. `npm run build` always
// does; `bin/segue` when a source is newer than the build.

import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));
const folder = path("server/dist");
export const program = join(folder, "cli.js");

const newest = (folder) =>
  Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|json)$/.test(entry.name) && !entry.name.endsWith(".test.ts"))
      .map((entry) => statSync(`${entry.parentPath}/${entry.name}`).mtimeMs),
  );

const isStale = () => {
  const built = statSync(program, { throwIfNoEntry: false });
  const files = ["package-lock.json", "server/package.json"].map((file) => statSync(path(file)).mtimeMs);
  const sources = ["server/src", "server/seeds"].map((folder) => newest(path(folder)));
  return !built || built.mtimeMs < Math.max(...sources, ...files);
};

const build = async () => {
  const started = new Date();
  const esbuild = await import("esbuild");
  const { outputFiles } = await esbuild.build({
    entryPoints: {
      cli: path("server/src/cli/cli.ts"),
      "inspect-process": path("server/src/assets/inspect-process.ts"),
    },
    outdir: folder,
    // The service is loaded by `segue serve` alone: the other commands start in a moment.
    splitting: true,
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: true,
    logLevel: "warning",
  });
  // Each file comes into being whole, the program last: another process may be starting on the same build.
  mkdirSync(folder, { recursive: true });
  const inOrder = outputFiles.sort((a, b) => Number(a.path === program) - Number(b.path === program));
  for (const { path, contents } of inOrder) {
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, contents);
    utimesSync(draft, started, started);
    renameSync(draft, path);
  }
  const made = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const name of readdirSync(folder)) {
    // What was made a moment ago may be a build that runs beside this one.
    const found = made.has(name) ? undefined : statSync(join(folder, name), { throwIfNoEntry: false });
    if (found && found.mtimeMs < started - 60_000) rmSync(join(folder, name), { force: true });
  }
};

/** When a source is newer than the build. */
export async function buildIfStale() {
  if (isStale()) await build();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
