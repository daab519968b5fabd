import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { storing } from "./storing.ts";

async function* pieces(count: number, fail?: Error): AsyncGenerator<Buffer> {
  for (let piece = 0; piece < count; piece++) yield Buffer.from(`piece ${piece};`);
  if (fail) throw fail;
}

/** Keeps what it was given to the end, as a storage does. */
function storage() {
  const kept: string[] = [];
  const store = async (bytes: AsyncIterable<Buffer>) => {
    let text = "";
    for await (const chunk of bytes) text += chunk;
    kept.push(text);
  };
  return { kept, store };
}

const textOf = async (bytes: AsyncIterable<Buffer>) => {
  let text = "";
  for await (const chunk of bytes) text += chunk;
  return text;
};

test("the reader and the storage get the same bytes, and they are stored when the reader has the last", async () => {
  const { kept, store } = storage();
  const read = await textOf(storing(pieces(100), store));
  expect(kept).toEqual([read]);
  expect(read.startsWith("piece 0;piece 1;")).toBe(true);
});

test("a storage that is slow slows the reader: only a few pieces wait", async () => {
  let taken = 0;
  let given = 0;
  let most = 0;
  const store = async (bytes: AsyncIterable<Buffer>) => {
    for await (const _chunk of bytes) {
      taken++;
      for (let turn = 0; turn < 5; turn++) await setImmediate();
    }
  };
  for await (const _chunk of storing(pieces(200), store)) most = Math.max(most, ++given - taken);
  expect([taken, given]).toEqual([200, 200]);
  expect(most).toBeLessThan(50);
});

test("what the source throws, and a reader that stops, leave nothing stored, also where the storage begins late", async () => {
  const { kept, store } = storage();
  const late = async (bytes: AsyncIterable<Buffer>) => {
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    await store(bytes);
  };
  for (const one of [store, late]) {
    await expect(textOf(storing(pieces(0, new Error("cut")), one))).rejects.toThrow("cut");
    await expect(textOf(storing(pieces(3, new Error("cut")), one))).rejects.toThrow("cut");
    for await (const _chunk of storing(pieces(3), one)) break;
  }
  expect(kept).toEqual([]);
});

test("what the storage throws reaches the reader, at the beginning, in the middle and at the end", async () => {
  for (const after of [0, 1, 40]) {
    const store = async (bytes: AsyncIterable<Buffer>) => {
      let taken = 0;
      for await (const _chunk of bytes) if (taken++ === after) throw new Error("full");
      throw new Error("full");
    };
    await expect(textOf(storing(pieces(40), store))).rejects.toThrow("full");
  }
});
