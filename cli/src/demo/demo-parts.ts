// The parts that the steps of the demo share.

import type { Asset, CallOptions, Release, Segue } from "@segue/sdk";
import type { Progress } from "../progress.ts";
import type { DemoRelease } from "./catalogue.ts";

export type DemoParts = {
  url: string;
  client: Segue;
  /** Undefined without the operator's key. Steps that need it are left out. */
  operator: Segue | undefined;
  releases: readonly DemoRelease[];
  progress: Progress;
  cover_pixels?: number | undefined;
};

export type Demo = Pick<DemoParts, "client" | "progress" | "cover_pixels"> & {
  label: string;
  /** The day of the first run. All dates are counted from it. */
  began_at: Date;
  /** Releases that were there at the beginning, by catalogue number. */
  found: ReadonlyMap<string, Release>;
  /** Names of the things that this run has changed. */
  changed: readonly string[];
  /** The options of a request that changes something, for the thing of this name. */
  write(name: string, ...what: unknown[]): Pick<CallOptions, "idempotencyKey">;
  recordings(): Promise<readonly string[]>;
  covers(): Promise<Map<string, Asset>>;
};
