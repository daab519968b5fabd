import type { Blobs } from "../src/platform/blobs.ts";

/** For whoever works without files: it throws when it is touched. */
export const noBlobs: Blobs = new Proxy({} as Blobs, {
  get(_target, name) {
    throw new Error(`Nobody expected \`blobs.${String(name)}\` here.`);
  },
});
