// Storage of the operator that does not keep to the protocol.

import { afterAll, beforeAll, expect, test } from "vitest";
import { type LyingBucket, startLyingBucket } from "../../../test/lying-bucket.ts";
import { newId } from "../ids.ts";
import { type Blobs, StorageAway } from "./blobs.ts";
import { openBlobs } from "./storage.ts";

const MIB = 1024 * 1024;
let bucket: LyingBucket;
let blobs: Blobs;
beforeAll(async () => {
  process.env.AWS_ACCESS_KEY_ID ??= "test";
  process.env.AWS_SECRET_ACCESS_KEY ??= "test";
  bucket = await startLyingBucket();
  blobs = await openBlobs({ kind: "s3", prefix: "files", ...bucket.settings }, "test");
});
afterAll(() => bucket.stop());

test("a range that is ignored, and an object without a length, are failures of the storage", async () => {
  await expect(blobs.get(newId("ast"), { first: 10, last: 20 })).rejects.toThrow(StorageAway);
  bucket.lie = "an object without end";
  await expect(blobs.get(newId("ast"))).rejects.toThrow(StorageAway);
  await expect.poll(() => bucket.connections()).toBe(0);
  expect(bucket.sent_bytes).toBeLessThan(50 * MIB);
});

test("a mark is short, whatever the storage sends in its place", async () => {
  bucket.lie = "an object without end";
  expect((await blobs.keepMark("owner", "ours")).length).toBe(1_024);
});

test("listings and errors without end are failures of the storage", async () => {
  bucket.lie = "an error without end";
  await expect(blobs.discardUnfinished(new Date())).rejects.toThrow(StorageAway);
  await expect(blobs.keepMark("owner", "ours")).rejects.toThrow(StorageAway);
});
