// Builds the program, `server/dist/cli.js`, the process that inspects files, and the thread that compares XML with schemas. `npm run build` always builds;
// `bin/segue` builds when a source is newer than the build.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));
const folder = path("server/dist");
export const program = join(folder, "cli.js");

// Every command loads these. In one file they take 0.05 s of processor time to load, file by file 0.2 s.
const bundled = ["csv-parse", "typebox"];

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
  const { dependencies } = JSON.parse(readFileSync(path("server/package.json"), "utf8"));
  const { outputFiles } = await esbuild.build({
    entryPoints: {
      cli: path("server/src/cli/cli.ts"),
      "inspect-process": path("server/src/assets/inspection/inspect-process.ts"),
      "xsd-thread": path("server/src/platform/xsd/xsd-thread.ts"),
    },
    outdir: folder,
    // Only `segue serve` loads the service, so the other commands start quickly.
    splitting: true,
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: Object.keys(dependencies).filter((name) => !bundled.includes(name)),
    sourcemap: true,
    logLevel: "warning",
  });
  // Each file is written whole, the program last: another process may be starting on the same build.
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
    // A file made a moment ago may belong to a parallel build.
    const found = made.has(name) ? undefined : statSync(join(folder, name), { throwIfNoEntry: false });
    if (found && found.mtimeMs < started - 60_000) rmSync(join(folder, name), { force: true });
  }
};

/** When a source is newer than the build. */
export async function buildIfStale() {
  if (isStale()) await build();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
