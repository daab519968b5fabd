// Builds the sites that the service serves: the dashboard into dashboard/dist, the documentation into docs/dist.
// `npm run dashboard` and `npm run docs` always build theirs. The service runs it with `--if-stale` beside itself: then it
// builds only what has changed, the dashboard first, and says in one line why it did not if it cannot.

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

// Built by the tests or by `npm start`, the pages are the same. For another NODE_ENV, React would check itself, which is slow.
process.env.NODE_ENV = "production";

const repository = fileURLToPath(new URL("..", import.meta.url));
const path = (relative) => join(repository, relative);

/** `folders` and `files` are what the site is made of; `packages` build it. A site for tests is built only by its name. */
const sites = {
  dashboard: {
    title: "The dashboard",
    served: "/dashboard",
    dist: path("dashboard/dist"),
    folders: ["dashboard", "sdk/src", "server/src/rights"],
    files: ["docs/site/built-site.ts", "bin/sites.mjs", "package-lock.json"],
    packages: ["vite", "react", "tsx", "uqr", "@fontsource-variable/inter", "@fontsource/newsreader"],
    build: buildDashboard,
  },
  docs: {
    title: "The documentation site",
    served: "/docs",
    dist: path("docs/dist"),
    folders: ["docs", "dashboard/src/theme"],
    files: [
      "dashboard/src/icon.svg",
      "openapi.json",
      "CHANGELOG.md",
      "CONTRIBUTING.md",
      "bench/results.md",
      "sdk/README.md",
      "sdk/src/methods.ts",
      "bin/sites.mjs",
      "node_modules/vitepress/package.json",
      "cli/src/mcp/ranking.ts",
      "server/src/settings.ts",
      "server/src/platform/errors.ts",
      "server/src/deliveries/delivery.ts",
      "server/src/payouts/payout.ts",
      "server/src/releases/release.ts",
    ],
    packages: ["vitepress", "tsx"],
    build: async (target) => {
      const { buildSite } = await import("../docs/site/build.ts");
      await buildSite(target);
    },
  },
};
sites.part = {
  ...sites.docs,
  title: "A part of the documentation site",
  dist: path("docs/dist/part"),
  is_for_tests: true,
  build: async (target) => {
    const { buildSite } = await import("../docs/site/build.ts");
    const { only } = await import("../docs/test/part.ts");
    await buildSite({ ...target, only });
  },
};

async function buildDashboard({ dist, inputs }) {
  const { build } = await import("vite");
  const { publishSite } = await import("../docs/site/built-site.ts");
  const out = join(dist, `work-${process.pid}`);
  // What a build left that was killed.
  for (const name of readdirSync(dist))
    if (name.startsWith("work-")) rmSync(join(dist, name), { recursive: true, force: true });
  try {
    const root = path("dashboard");
    await build({ root, logLevel: "error", build: { outDir: out, emptyOutDir: true } });
    publishSite(out, { dist, inputs });
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function inputsOf({ folders, files }) {
  const found = folders.flatMap((folder) =>
    readdirSync(path(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(repository.length))
      .filter((name) => !/^\w+\/(dist|node_modules)\//.test(name) && !name.endsWith(".test.ts")),
  );
  const hash = createHash("sha256");
  for (const name of [...found.sort(), ...files])
    if (existsSync(path(name))) hash.update(`${name}\0`).update(readFileSync(path(name)));
  return hash.digest("hex");
}

function builtInputs({ dist }) {
  try {
    const { folder, inputs } = JSON.parse(readFileSync(join(dist, "current.json"), "utf8"));
    return existsSync(join(dist, folder, "manifest.json")) ? inputs : undefined;
  } catch {
    return undefined;
  }
}

/** Why the site cannot be built here, or undefined. */
function obstacleOf({ dist, packages }) {
  if (!packages.every((name) => existsSync(path(`node_modules/${name}`))))
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
function takeLock({ dist }) {
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

/** Returns false if the site should have been built and was not. */
async function buildOne(site, { isOnlyIfStale }) {
  const { title, dist, served, folders } = site;
  if (!folders.every((folder) => existsSync(path(folder)))) return true;
  const inputs = inputsOf(site);
  if (isOnlyIfStale && builtInputs(site) === inputs) return true;
  const reason = obstacleOf(site);
  if (reason) {
    console.log(`${title} is not built: ${reason}.`);
    return isOnlyIfStale;
  }
  if (!takeLock(site)) {
    console.log(`${title} is being built by another process.`);
    return true;
  }
  try {
    await site.build({ dist, inputs });
  } catch (error) {
    console.error(`${title} is not built: ${error.message}`);
    return false;
  }
  console.log(`${title} is built; the service serves it at ${served}.`);
  return true;
}

const named = process.argv.slice(2).filter((word) => word in sites);
const isOnlyIfStale = process.argv.includes("--if-stale");
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
if (existsSync(path("node_modules/tsx"))) (await import("tsx/esm/api")).register();
let isDone = true;
for (const [name, site] of Object.entries(sites))
  if (named.includes(name) || (named.length === 0 && !site.is_for_tests))
    isDone = (await buildOne(site, { isOnlyIfStale })) && isDone;
// Vite leaves handles open that would keep the process.
process.exit(isDone ? 0 : 1);
