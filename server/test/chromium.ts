// Before a test run, for all its files: a browser for the tests of pages. An installed Chromium is used. Without one it is
// installed: Playwright's own, or the system's package where this user may install packages.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";

const names = ["chromium", "chromium-headless-shell", "chromium-browser", "google-chrome", "google-chrome-stable"];

export function setup(project: TestProject): void {
  const program = installed() ?? install();
  if (!program)
    throw new Error(
      "The tests of pages need Chromium, and it could not be installed: put it into the PATH (apt-get install chromium), then run the tests again.",
    );
  project.provide("chromium", program);
}

function installed(): string | undefined {
  const folders = (process.env.PATH ?? "").split(":").concat("/usr/bin");
  const system = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...system, chromium.executablePath()].find((path) => existsSync(path));
}

function install(): string | undefined {
  const playwright = join(dirname(createRequire(import.meta.url).resolve("playwright-core/package.json")), "cli.js");
  const ways: [string, string[]][] = [[process.execPath, [playwright, "install", "chromium"]]];
  if (process.getuid?.() === 0) {
    ways.push(["apt-get", ["update", "-qq"]]);
    ways.push(["apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]]);
  }
  for (const [command, args] of ways) {
    console.log(`Installing a browser for the tests of pages: ${command} ${args.join(" ")}`);
    try {
      execFileSync(command, args, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
    } catch {
      // The next way is tried; `setup` says if none worked.
    }
    const program = installed();
    if (program) return program;
  }
  return undefined;
}
