// A module of the benchmarks, built as the service is: all of its own code in one file, and the packages where they are.

import { rmSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

export async function importBuilt<Module>(source: URL): Promise<Module> {
  const outfile = `${fileURLToPath(source)}.${process.pid}.mjs`;
  await build({
    entryPoints: [fileURLToPath(source)],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node20",
  });
  try {
    return (await import(pathToFileURL(outfile).href)) as Module;
  } finally {
    rmSync(outfile, { force: true });
  }
}
