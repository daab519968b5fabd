// `npm start`: builds the server when a source is newer than the build, then runs it in this process.
// `npm run build` only builds.

import { readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));
const built = path("server/dist/main.js");

const newest = (folder) =>
  Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"))
      .map((entry) => statSync(`${entry.parentPath}/${entry.name}`).mtimeMs),
  );

const isStale = () => {
  const done = statSync(built, { throwIfNoEntry: false });
  const sources = ["server/src", "server/seeds"].map((folder) => newest(path(folder)));
  return !done || done.mtimeMs < Math.max(...sources, statSync(path("package-lock.json")).mtimeMs);
};

const isBuildOnly = process.argv.includes("--build");

if (isBuildOnly || isStale()) {
  const { build } = await import("esbuild");
  await build({
    entryPoints: [path("server/src/main.ts")],
    outfile: built,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: true,
    logLevel: "warning",
  });
}

if (!isBuildOnly) await import(built);
