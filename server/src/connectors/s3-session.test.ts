// A file of a delivery that is larger than one part of an upload, as it goes to a store's bucket.

import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type BucketLie, type LyingBucket, startLyingBucket } from "../../test/lying-bucket.ts";
import { type S3Bucket, startS3Bucket } from "../../test/s3-bucket.ts";
import { TransportFailure } from "../messages/message.ts";
import { openS3, type S3Session } from "./s3-session.ts";

const MIB = 1024 * 1024;
// Each MiB is another one, so that parts in a wrong order are not the file.
const file = Buffer.concat(Array.from({ length: 12 }, (_, n) => Buffer.alloc(MIB, n)));
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("base64");

type Part = { number: number; size: number; announced: string | undefined; sum: string };

let bucket: S3Bucket;
let session: S3Session;
let parts: Part[] = [];
let joined: number[] = [];
let aborts = 0;
/** The connection is lost while this part is on its way, so many times. */
const losing = { number: 0, times: 0 };

const front = createServer((asked, reply) => void pass(asked, reply));
beforeAll(async () => {
  bucket = await startS3Bucket();
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  const address = { bucket: bucket.settings.bucket, endpoint, region: "us-east-1" };
  session = openS3({ address, secrets: bucket.secrets, signal: new AbortController().signal });
});
beforeEach(() => {
  parts = [];
  joined = [];
  aborts = 0;
  losing.times = 0;
});
afterAll(async () => {
  session.end();
  front.closeAllConnections();
  await new Promise((resolve) => front.close(resolve));
  await bucket.stop();
});

/** Notes what passes, and passes it on to the bucket. */
async function pass(asked: IncomingMessage, reply: ServerResponse): Promise<void> {
  const { method = "GET", headers } = asked;
  const { searchParams: query } = new URL(asked.url ?? "/", "http://s3");
  const number = Number(query.get("partNumber"));
  if (number > 0 && number === losing.number && losing.times > 0) {
    losing.times -= 1;
    // Some of it has come.
    return void asked.once("data", () => asked.socket.resetAndDestroy());
  }
  const body = await buffer(asked);
  if (number > 0) {
    const announced = headers["x-amz-checksum-sha256"] as string | undefined;
    parts.push({ number, size: body.length, announced, sum: sha256(body) });
  }
  if (method === "POST" && query.has("uploadId"))
    joined = [...body.toString().matchAll(/<PartNumber>(\d+)/g)].map(([, number]) => Number(number));
  if (method === "DELETE" && query.has("uploadId")) aborts += 1;
  const target = new URL(asked.url ?? "/", bucket.settings.endpoint);
  const passed = request(target, { method, headers }, (answer) => {
    reply.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(reply);
  });
  passed.on("error", () => reply.destroy());
  passed.end(body);
}

/** In pieces that fit into no part. */
async function* pieces(): AsyncGenerator<Uint8Array> {
  const SIZE = 700_001;
  for (let at = 0; at < file.length; at += SIZE) yield file.subarray(at, at + SIZE);
}

const byNumber = (one: Part, other: Part) => one.number - other.number;

test("goes in parts, each with its sum, which are joined in their order to the same bytes", async () => {
  await session.write("/batch/audio.wav", pieces());
  parts.sort(byNumber);
  expect(parts.map(({ number, size }) => [number, size / MIB])).toEqual([
    [1, 5],
    [2, 5],
    [3, 2],
  ]);
  expect(parts.map(({ announced }) => announced)).toEqual(parts.map(({ sum }) => sum));
  expect(parts[1]?.sum).toBe(sha256(file.subarray(5 * MIB, 10 * MIB)));
  expect(joined).toEqual([1, 2, 3]);
  expect(await session.sizeOf("/batch/audio.wav")).toBe(file.length);
  expect(sha256(await bucket.get("batch/audio.wav"))).toBe(sha256(file));
  await session.remove("/batch/audio.wav");
});

test("a part that is lost on its way is sent again, alone", async () => {
  Object.assign(losing, { number: 2, times: 1 });
  await session.write("/batch/audio.wav", pieces());
  expect(losing.times).toBe(0);
  expect(parts.map(({ number }) => number).sort()).toEqual([1, 2, 3]);
  expect(joined).toEqual([1, 2, 3]);
  expect(sha256(await bucket.get("batch/audio.wav"))).toBe(sha256(file));
  await session.remove("/batch/audio.wav");
});

test("a part that never arrives fails the delivery, and the upload is aborted: nothing stays in the bucket", async () => {
  Object.assign(losing, { number: 2, times: Number.POSITIVE_INFINITY });
  await expect(session.write("/batch/audio.wav", pieces())).rejects.toThrow(TransportFailure);
  expect([joined, aborts]).toEqual([[], 1]);
  expect(await session.sizeOf("/batch/audio.wav")).toBeUndefined();
  expect(await bucket.keys()).toEqual([]);
});

test("bytes that break off fail with their own reason, and the upload is aborted", async () => {
  async function* broken() {
    yield file.subarray(0, 11 * MIB);
    throw new RangeError("The file broke off.");
  }
  await expect(session.write("/batch/audio.wav", broken())).rejects.toThrow("The file broke off.");
  expect([joined, aborts]).toEqual([[], 1]);
  expect(await bucket.keys()).toEqual([]);
});

describe("a storage that lies", () => {
  let liar: LyingBucket;
  let end: AbortController;
  let lied: S3Session;
  beforeAll(async () => {
    liar = await startLyingBucket();
  });
  afterAll(() => liar.stop());
  const lieAs = (lie: BucketLie) => {
    end = new AbortController();
    Object.assign(liar, { lie, sent_bytes: 0 });
    lied = openS3({ address: { ...liar.settings, region: "us-east-1" }, secrets: liar.secrets, signal: end.signal });
  };
  const isTransportFailure = (words: RegExp) =>
    expect.objectContaining({ constructor: TransportFailure, message: expect.stringMatching(words) });

  test.each(["ignores the range", "an object without end"] as const)(
    "%s: as much is read as was asked for",
    async (lie) => {
      lieAs(lie);
      expect(await lied.read("/one.xml", 100_000)).toHaveLength(100_000);
      // Only bytes that were under way, and no more.
      expect(liar.sent_bytes).toBeLessThan(50 * MIB);
      await expect.poll(() => liar.connections()).toBe(0);
    },
  );

  test.each(["an object byte by byte", "an object that stops"] as const)(
    "%s: the call ends at its time",
    async (lie) => {
      lieAs(lie);
      const reading = lied.read("/one.xml", 100_000).catch((error) => error);
      await expect.poll(() => liar.connections()).toBe(1);
      end.abort();
      expect(await reading).toEqual(isTransportFailure(/in time/));
      await expect.poll(() => liar.connections()).toBe(0);
    },
  );

  test.each([
    ["a listing without end", /longer than any/],
    ["an error without end", /longer than any/],
    ["times that are none", /cannot be read/],
    ["no XML", /cannot be read/],
    ["no HTTP", /cannot be read|lost/],
  ] as const)("%s: a failure of the transport, in our words", async (lie, words) => {
    lieAs(lie);
    expect(await lied.filesIn("/acknowledgements").catch((error) => error)).toEqual(isTransportFailure(words));
    expect(liar.sent_bytes).toBeLessThan(50 * MIB);
    lied.end();
  });

  test.each([
    ["pages of nothing", []],
    ["names of any length", []],
    ["one name again and again", ["one.xml"]],
    ["names of elsewhere", []],
  ] as const)("%s: the listing ends", async (lie, names) => {
    lieAs(lie);
    expect((await lied.filesIn("/acknowledgements")).map(({ name }) => name)).toEqual(names);
    lied.end();
  });
});
