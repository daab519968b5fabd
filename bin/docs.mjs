// Builds the documentation site into docs/dist. `npm run docs` always builds. The service runs it with `--if-stale` beside
// itself: then it builds only when a source has changed, and says in one line why it did not if it cannot.

import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("..", import.meta.url));
const path = (relative) => join(repository, relative);
const dist = path("docs/dist");

/** What the site is made of, besides docs/. */
const sources = [
  "openapi.json",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "bench/results.md",
  "sdk/README.md",
  "sdk/src/methods.ts",
  "bin/docs.mjs",
  "node_modules/vitepress/package.json",
  "server/src/config.ts",
  "server/src/platform/errors.ts",
  "server/src/deliveries/delivery.ts",
  "server/src/payouts/payout.ts",
  "server/src/releases/release.ts",
];

function inputs() {
  const pages = readdirSync(path("docs"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(repository.length))
    .filter((name) => !name.startsWith("docs/dist/") && !name.endsWith(".test.ts"));
  const hash = createHash("sha256");
  for (const name of [...pages.sort(), ...sources])
    if (existsSync(path(name))) hash.update(`${name}\0`).update(readFileSync(path(name)));
  return hash.digest("hex");
}

function built() {
  try {
    const { folder, inputs } = JSON.parse(readFileSync(join(dist, "current.json"), "utf8"));
    return existsSync(join(dist, folder, "manifest.json")) ? inputs : undefined;
  } catch {
    return undefined;
  }
}

/** Why the site cannot be built here, or undefined. */
function obstacle() {
  if (!existsSync(path("node_modules/vitepress")) || !existsSync(path("node_modules/tsx")))
    return "the packages that build it are not installed (npm ci installs them)";
  try {
    mkdirSync(dist, { recursive: true });
    accessSync(dist, constants.W_OK);
  } catch {
    return `${dist} cannot be written`;
  }
  return undefined;
}

const LOCK_MAX_AGE_MS = 10 * 60_000;

/** One build at a time. A lock of a process that ended without removing it is ignored. */
function takeLock() {
  const lock = join(dist, "lock");
  const held = statSync(lock, { throwIfNoEntry: false });
  if (held && (held.mtimeMs < Date.now() - LOCK_MAX_AGE_MS || !isAlive(Number(readFileSync(lock, "utf8")))))
    rmSync(lock, { force: true });
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
  } catch {
    return false;
  }
  process.on("exit", () => rmSync(lock, { force: true }));
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
  return true;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function main() {
  const isOnlyIfStale = process.argv.includes("--if-stale");
  const wanted = inputs();
  if (isOnlyIfStale && built() === wanted) return;
  const reason = obstacle();
  if (reason) {
    console.log(`The documentation site is not built: ${reason}.`);
    process.exitCode = isOnlyIfStale ? 0 : 1;
    return;
  }
  if (!takeLock()) return void console.log("Another process is building the documentation site.");
  const { register } = await import("tsx/esm/api");
  register();
  const { buildSite } = await import("../docs/site/build.ts");
  try {
    await buildSite({ dist, inputs: wanted });
  } catch (error) {
    console.error(`The documentation site is not built: ${error.message}`);
    process.exit(1);
  }
  console.log("The documentation site is built; the service serves it at /docs.");
  process.exit(0);
}

await main();
