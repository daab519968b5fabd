import { isDeepStrictEqual } from "node:util";
import { type Issue, problem } from "./errors.ts";

/** The limit for a resource's metadata as JSON in UTF-8. Lists, events and messages hold many of them. */
export const MAX_METADATA_BYTES = 65_536;

/**
 * Problems with the size of a resource's metadata, without the parts that have their own limits. Metadata that an
 * earlier version let grow larger may stay until it is changed: if the unchanged fields are too large already, only the
 * changed ones count.
 */
export function sizeIssues(field: string, metadata: object, before: object = {}): Issue[] {
  const total = sizeOf(metadata);
  if (total <= MAX_METADATA_BYTES) return [];
  const old = new Map(Object.entries(before));
  const fields = Object.entries(metadata);
  const kept = fields.filter(([name, value]) => old.has(name) && isDeepStrictEqual(old.get(name), value));
  const changed = fields.filter((entry) => !kept.includes(entry));
  const size = sizeOf(Object.fromEntries(kept)) > MAX_METADATA_BYTES ? sizeOf(Object.fromEntries(changed)) : total;
  if (size <= MAX_METADATA_BYTES) return [];
  const [bytes, limit] = [size, MAX_METADATA_BYTES].map((count) => count.toLocaleString("en"));
  const issue = `has ${bytes} bytes of metadata as JSON, of which ${limit} are allowed`;
  return [problem(field, issue)];
}

function sizeOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
