// What one run of the demo has at hand.

import type { Asset, CallOptions, Release, Segue } from "@segue/sdk";
import type { Progress } from "../progress.ts";
import type { DemoRelease } from "./catalogue.ts";

export type DemoParts = {
  url: string;
  client: Segue;
  /** Undefined without the operator's key. What needs it is left out. */
  operator: Segue | undefined;
  releases: readonly DemoRelease[];
  progress: Progress;
  cover_pixels?: number | undefined;
};

export type Demo = Pick<DemoParts, "client" | "progress" | "cover_pixels"> & {
  label: string;
  /** The day of the first run. All dates are counted from it. */
  began_at: Date;
  /** What was there at the beginning, by catalogue number. */
  found: ReadonlyMap<string, Release>;
  /** What this run has changed, by name. */
  changed: readonly string[];
  /** The options of a request that changes something, for the thing of this name. */
  write(name: string, ...what: unknown[]): Pick<CallOptions, "idempotencyKey">;
  recordings(): Promise<readonly string[]>;
  covers(): Promise<Map<string, Asset>>;
};
