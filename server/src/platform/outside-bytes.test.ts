import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { Beginning, limited, OutsideLimit, type OutsideLimits, readBeginning } from "./outside-bytes.ts";

const HOUR_MS = 3_600_000;
const limits = (max_bytes: number, within_ms = HOUR_MS): OutsideLimits => ({ max_bytes, within_ms });

/** As much as is read of it. */
function endless(chunk = Buffer.alloc(1_000, "a")): Readable & { given: number } {
  const stream = Object.assign(
    new Readable({
      highWaterMark: 0,
      read() {
        stream.given += chunk.length;
        this.push(chunk);
      },
    }),
    { given: 0 },
  );
  return stream;
}
const silent = () => new Readable({ read: () => undefined });

describe("the beginning", () => {
  test("of a stream without end is as long as was asked for, and the stream ends there", async () => {
    const stream = endless();
    expect(await readBeginning(stream, limits(2_500))).toEqual(Buffer.alloc(2_500, "a"));
    expect(stream.destroyed).toBe(true);
    expect(stream.given).toBeLessThan(10_000);
  });

  test("of a short stream is all of it", async () => {
    expect((await readBeginning(Readable.from([Buffer.from("ab"), Buffer.from("c")]), limits(10))).toString()).toBe(
      "abc",
    );
    expect(await readBeginning(Readable.from([]), limits(10))).toHaveLength(0);
    const unread = silent();
    expect(await readBeginning(unread, limits(0))).toHaveLength(0);
    expect(unread.destroyed).toBe(true);
  });

  test("of a stream that is silent, or goes on byte by byte, fails at its time", async () => {
    const late = { limit: "time" };
    await expect(readBeginning(silent(), limits(10, 20))).rejects.toMatchObject(late);
    const drip = endless(Buffer.from("a"));
    await expect(readBeginning(drip, limits(Number.MAX_SAFE_INTEGER, 20))).rejects.toMatchObject(late);
    expect(drip.destroyed).toBe(true);
    async function* packets() {
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        yield Buffer.from("a");
      }
    }
    await expect(readBeginning(packets(), limits(1_000_000, 20))).rejects.toBeInstanceOf(OutsideLimit);
  });

  test("holds no more memory than it keeps, however small the pieces are", () => {
    const beginning = new Beginning(10);
    const packet = Buffer.alloc(100_000);
    for (let taken = 0; taken < 20; taken++) beginning.take(packet.subarray(taken, taken + 1));
    expect([beginning.size, beginning.bytes().length, beginning.bytes().buffer.byteLength]).toEqual([20, 10, 10]);
  });

  test("of a stream that breaks fails with its reason", async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from("a");
        throw new RangeError("cut");
      })(),
    );
    await expect(readBeginning(broken, limits(10))).rejects.toThrow("cut");
  });
});

describe("a limited stream", () => {
  test("has the same bytes, up to the limit", async () => {
    const whole = limited(Readable.from([Buffer.from("abc"), Buffer.from("de")]), limits(5));
    expect((await buffer(whole)).toString()).toBe("abcde");
    const stream = endless();
    await expect(buffer(limited(stream, limits(5_000)))).rejects.toMatchObject({ limit: "bytes" });
    expect(stream.destroyed).toBe(true);
  });

  test("ends its source when the reader is not interested, also before the first byte", async () => {
    const stream = endless();
    limited(stream, limits(5_000)).destroy();
    await expect.poll(() => stream.destroyed).toBe(true);
  });

  test("fails at its time", async () => {
    await expect(buffer(limited(silent(), limits(10, 20)))).rejects.toMatchObject({ limit: "time" });
  });
});
