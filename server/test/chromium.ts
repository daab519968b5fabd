// One browser for all tests of pages of a run, started by the first that asks for it. An installed Chromium is used. Without
// one it is installed before the run: Playwright's own, or the system's package where this user may install packages.

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { type BrowserServer, chromium } from "playwright-core";
import type { TestProject } from "vitest/node";

/**
 * Chromium's own pages, two of which it would load for every window: they take more of the processor's time than most of
 * ours do. The others are what Playwright disables, because only the last list of them counts.
 */
const unwanted_features = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "AimEnabled",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
];

const args = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${unwanted_features.join(",")}`,
];

const names = ["chromium", "chromium-headless-shell", "chromium-browser", "google-chrome", "google-chrome-stable"];

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = installed() ?? install();
  if (!executablePath)
    throw new Error(
      "The tests of pages need Chromium, and it could not be installed: put it into the PATH (apt-get install chromium), then run the tests again.",
    );
  let browser: Promise<BrowserServer> | undefined;
  const server = createServer((_, response) => {
    browser ??= chromium.launchServer({ args, timeout: 0, executablePath });
    browser.then(
      (started) => response.end(started.wsEndpoint()),
      (error) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  project.provide("browser", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    await (await browser)?.close();
  };
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
