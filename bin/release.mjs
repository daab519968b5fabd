// `npm run release`: checks, builds and packs the packages that are published, into dist/packages. It publishes nothing: the last lines
// say how. A checkout that is not ready for a release is refused before anything takes time.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("..", import.meta.url));
const published = ["sdk", "cli"];
const versioned = [".", "server", "cli", "sdk", "dashboard"];

/** What stands in the way of a release: each as a sentence with the remedy. */
export function releaseFaults({ versions, changelog, changes }) {
  const [version] = Object.values(versions);
  const others = Object.entries(versions).filter(([, one]) => one !== version);
  return [
    ...others.map(([folder, one]) => `${folder}/package.json has the version ${one}, not ${version}.`),
    ...(changelog.includes(`\n## [${version}] - `) ? [] : [`CHANGELOG.md has no entry "## [${version}] - DATE".`]),
    ...(changes === "" ? [] : [`Commit these changes first:\n${changes}`]),
  ];
}

const run = (command, args, options = {}) =>
  execFileSync(command, args, {
    cwd: repository,
    encoding: "utf8",
    stdio: ["ignore", "inherit", "inherit"],
    ...options,
  });

function release() {
  const read = (name) => readFileSync(join(repository, name), "utf8");
  const versions = Object.fromEntries(
    versioned.map((folder) => [folder, JSON.parse(read(join(folder, "package.json"))).version]),
  );
  const changes = run("git", ["status", "--short"], { stdio: ["ignore", "pipe", "inherit"] }).trimEnd();
  const faults = releaseFaults({ versions, changelog: read("CHANGELOG.md"), changes });
  if (faults.length > 0) {
    process.stderr.write(`release: ${faults.join("\nrelease: ")}\n`);
    process.exitCode = 1;
    return;
  }
  run("npm", ["run", "static"]);
  run("npm", ["run", "test:all"]);
  const folder = join(repository, "dist/packages");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of published) run("npm", ["pack", "-w", name, "--silent", "--pack-destination", folder]);
  for (const file of readdirSync(folder)) {
    const digest = createHash("sha256")
      .update(readFileSync(join(folder, file)))
      .digest("hex");
    process.stdout.write(`${digest}  dist/packages/${file}\n`);
  }
  process.stdout.write(
    "Publish each from a workflow that may sign its provenance (npm sets it by `publishConfig`): npm publish FILE\n",
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) release();
