// Where traces go, and which.

import { ConfigError } from "./config-error.ts";
import type { TracingSettings } from "./platform/tracing/tracing.ts";
import { readUrl } from "./storage-config.ts";

/** Undefined: there are no traces. */
export function readTracing(url: string | undefined, ratio: string): TracingSettings | undefined {
  const share = Number(ratio);
  if (!/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(ratio))
    throw new ConfigError(`SEGUE_TRACES_SHARE must be a number from 0 to 1, such as 0.05, not "${ratio}".`);
  const address = readUrl("SEGUE_TRACES", url);
  if (address === undefined) return undefined;
  if (new URL(address).username || new URL(address).search)
    throw new ConfigError("SEGUE_TRACES must be an address alone, without a user or a query.");
  return { url: address, ratio: share };
}
