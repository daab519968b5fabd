// Where an installed Chromium is, and how pages are shown in it.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

export const chromiumArgs = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const names = ["chromium", "chromium-headless-shell", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The path of its program. */
export function installedChromium(): string | undefined {
  const folders = (process.env.PATH ?? "").split(":").concat("/usr/bin");
  const system = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...system, chromium.executablePath()].find((path) => existsSync(path));
}
