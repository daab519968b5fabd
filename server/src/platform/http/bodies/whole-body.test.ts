import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError } from "../../errors.ts";
import { readStream } from "./body-stream.ts";
import { bodyRooms, type OpenBody } from "./open-bodies.ts";
import { readWhole, takeRoom } from "./whole-body.ts";

// Time is moved: nothing here waits for a clock.
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const MIB = 1_048_576;
const KIB = 1_024;
const noRoom: OpenBody = { grow: () => undefined, arrived: () => undefined, close: () => undefined };

/** A body of which pieces come when a test says so, and what became of it. */
function arriving(settings: { limit_bytes?: number; headers?: Record<string, string>; open?: OpenBody } = {}) {
  const { limit_bytes = 8 * MIB, headers = { "content-length": String(limit_bytes) }, open } = settings;
  const request = Object.assign(new PassThrough({ highWaterMark: 16 * MIB }), { headers, method: "POST" });
  const caller = { limit_bytes, principal_id: "org_1", addressKey: () => "192.0.2.1" };
  const taken = takeRoom(bodyRooms(), request as unknown as IncomingMessage, caller);
  if (!taken) throw new Error("There is no body.");
  let outcome: Buffer | number | undefined;
  readWhole(request as unknown as IncomingMessage, { ...taken, ...(open && { open }) }, (error, body) => {
    outcome = error ? (error as ApiError).status : body;
  });
  return { request, outcome: () => outcome };
}

/** Sends so much every second, for so many of them. */
async function trickle(request: PassThrough, bytes: number, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    if (bytes > 0) request.write(Buffer.alloc(bytes));
    await vi.advanceTimersByTimeAsync(1_000);
  }
}

describe("a body that is read whole", () => {
  test("of which nothing comes is cut after 20 s, not after 300", async () => {
    const { request, outcome } = arriving();
    await trickle(request, 0, 19);
    expect(outcome()).toBeUndefined();
    await trickle(request, 0, 1);
    expect(outcome()).toBe(400);
  });

  test("of which all but the last byte came, and then nothing, is cut after 40 s at most", async () => {
    const { request, outcome } = arriving();
    request.write(Buffer.alloc(8 * MIB - 1));
    await trickle(request, 0, 20);
    expect(outcome()).toBeUndefined();
    await trickle(request, 0, 20);
    expect(outcome()).toBe(400);
  });

  test("that brings 1,000 bytes a second is cut, and one that brings 1 KiB a second is waited for, 300 s at most", async () => {
    const slow = arriving();
    await trickle(slow.request, 1_000, 20);
    expect(slow.outcome()).toBe(400);
    const steady = arriving();
    await trickle(steady.request, KIB, 299);
    expect(steady.outcome()).toBeUndefined();
    await trickle(steady.request, KIB, 1);
    expect(steady.outcome()).toBe(400);
  });

  test("is there whole, however it is cut into pieces", async () => {
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251));
    const { request, outcome } = arriving({ limit_bytes: MIB, headers: { "transfer-encoding": "chunked" } });
    for (const piece of [1, 2, 3, 64 * KIB, 70_000, 200_000].map((end, at, ends) => [ends[at - 1] ?? 0, end]))
      request.write(bytes.subarray(...piece));
    request.end();
    await vi.advanceTimersByTimeAsync(1);
    expect(bytes.equals(outcome() as Buffer)).toBe(true);
  });

  test("without a length ends at its limit, and takes room as it comes", async () => {
    let grown = 0;
    const open = { ...noRoom, grow: (bytes: number) => (grown += bytes) } as unknown as OpenBody;
    const headers = { "transfer-encoding": "chunked" };
    const { request, outcome } = arriving({ limit_bytes: MIB, headers, open });
    for (let index = 0; index < 16; index++) request.write(Buffer.alloc(64 * KIB));
    await vi.advanceTimersByTimeAsync(1);
    expect([outcome(), grown]).toEqual([undefined, MIB - 64 * KIB]);
    request.write("x");
    await vi.advanceTimersByTimeAsync(1);
    expect([outcome(), grown]).toEqual([413, MIB - 64 * KIB]);
  });

  test("for which there is no more room is refused in the middle", async () => {
    const full = () => {
      throw new ApiError("service_unavailable", "Full.");
    };
    const headers = { "transfer-encoding": "chunked" };
    const { request, outcome } = arriving({ headers, open: { ...noRoom, grow: full } });
    request.write(Buffer.alloc(64 * KIB + 1));
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome()).toBe(503);
  });

  test("that breaks off is 400", async () => {
    const { request, outcome } = arriving();
    request.destroy(new Error("aborted"));
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome()).toBe(400);
  });
});

describe("a stream", () => {
  /** The pieces read so far, and how the stream ended. `pause_ms`: how long the reader takes for each piece. */
  function streaming(pause_ms = 0) {
    // Pieces stay pieces.
    const request = Object.assign(new PassThrough({ objectMode: true }), { headers: {} });
    const socket = new Socket();
    const response = Object.assign(new PassThrough(), { socket, req: { socket } }) as unknown as ServerResponse;
    const seen = { bytes: 0, ended: undefined as number | undefined };
    const read = async () => {
      const reading = { idle_ms: 60_000, enter: () => noRoom };
      for await (const { length } of readStream(request as unknown as IncomingMessage, response, reading)) {
        seen.bytes += length;
        if (pause_ms > 0) await new Promise((resolve) => setTimeout(resolve, pause_ms));
      }
    };
    read().then(
      () => (seen.ended = 200),
      (error: ApiError) => (seen.ended = error.status),
    );
    return { request, seen };
  }

  test("may take hours at 1 KiB a second", async () => {
    const { request, seen } = streaming();
    await trickle(request, KIB, 2 * 3_600);
    request.end();
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toEqual({ bytes: 2 * 3_600 * KIB, ended: 200 });
  });

  test("that is never silent, but brings a byte a second, ends within two minutes", async () => {
    const { request, seen } = streaming();
    await trickle(request, 1, 120);
    expect(seen.ended).toBe(400);
  });

  test("is not blamed for the time that its reader takes", async () => {
    const { request, seen } = streaming(30_000);
    for (let piece = 0; piece < 10; piece++) request.write(Buffer.from("a"));
    await vi.advanceTimersByTimeAsync(9 * 30_000);
    request.end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(seen.ended).toBe(200);
  });
});
