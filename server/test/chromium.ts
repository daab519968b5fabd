// One browser for all tests of pages of a run, and the dashboard that it looks at: made ready for the first test that asks,
// so that a run without such tests needs neither. An installed Chromium is used. Without one it is installed: Playwright's
// own, or the system's package where this user may install packages.

import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type BrowserServer, chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { chromiumArgs, installedChromium } from "./installed-chromium.ts";

const run = promisify(execFile);
const sites_program = fileURLToPath(new URL("../../bin/sites.mjs", import.meta.url));

export async function offerBrowser(project: TestProject): Promise<() => Promise<void>> {
  let browser: Promise<BrowserServer> | undefined;
  const server = createServer((_, response) => {
    browser ??= makeReady();
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
    await (await browser?.catch(() => undefined))?.close();
  };
}

async function makeReady(): Promise<BrowserServer> {
  await run(process.execPath, [sites_program, "dashboard", "--if-stale"]);
  const executablePath = installedChromium() ?? (await install());
  if (!executablePath)
    throw new Error(
      "The tests of pages need Chromium, and it could not be installed: put it into the PATH (apt-get install chromium), then run the tests again.",
    );
  return chromium.launchServer({ args: chromiumArgs, timeout: 0, executablePath });
}

async function install(): Promise<string | undefined> {
  const playwright = join(dirname(createRequire(import.meta.url).resolve("playwright-core/package.json")), "cli.js");
  const ways: [string, string[]][] = [[process.execPath, [playwright, "install", "chromium"]]];
  if (process.getuid?.() === 0) {
    ways.push(["apt-get", ["update", "-qq"]]);
    ways.push(["apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]]);
  }
  for (const [command, args] of ways) {
    console.log(`Installing a browser for the tests of pages: ${command} ${args.join(" ")}`);
    try {
      await run(command, args, { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
    } catch {
      // The next way is tried; `makeReady` says if none worked.
    }
    const program = installedChromium();
    if (program) return program;
  }
  return undefined;
}
