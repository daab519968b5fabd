// Finds an installed Chromium, and shows pages in it.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

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

export const chromiumArgs = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  // Nothing is drawn by a graphics library in place of a graphics card either.
  "--disable-gpu-compositing",
  "--disable-software-rasterizer",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${unwanted_features.join(",")}`,
];

// The one without windows takes a fifth less of the processor's time.
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** The path of its program. */
export function installedChromium(): string | undefined {
  const folders = (process.env.PATH ?? "").split(":").concat("/usr/bin");
  const system = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...system, chromium.executablePath()].find((path) => existsSync(path));
}
