import { describe, expect, test } from "vitest";
import { fairSemaphore } from "./fair-semaphore.ts";

/** Work that says when it begins and lasts until it is told to end. */
function piece(name: string, begun: string[]) {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = async () => {
    begun.push(name);
    await ended;
    return name;
  };
  return { work, end };
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe("turns", () => {
  test("so many at once, one of each key; a key that asks for much delays another by one piece", async () => {
    const inTurn = fairSemaphore(2, 60_000);
    const begun: string[] = [];
    const pieces = ["a1", "a2", "a3", "b1", "c1"].map((name) => ({ name, ...piece(name, begun) }));
    const done = pieces.map(({ name, work }) => inTurn(name.charAt(0), undefined)(work));
    const end = async (name: string) => {
      pieces.find((one) => one.name === name)?.end();
      await nextTurn();
      return [...begun];
    };
    await nextTurn();
    expect(begun).toEqual(["a1", "b1"]);
    expect(await end("a1")).toEqual(["a1", "b1", "a2"]);
    expect(await end("a2")).toEqual(["a1", "b1", "a2", "c1"]);
    expect(await end("b1")).toEqual(["a1", "b1", "a2", "c1", "a3"]);
    await end("c1");
    await end("a3");
    expect(await Promise.all(done)).toEqual(["a1", "a2", "a3", "b1", "c1"]);
  });

  test("one that fails hands its turn on", async () => {
    const inTurn = fairSemaphore(1, 60_000);
    const failing = inTurn("a", undefined)(() => Promise.reject(new Error("broken")));
    const next = inTurn("b", undefined)(async () => "done");
    await expect(failing).rejects.toThrow("broken");
    expect(await next).toBe("done");
  });

  test("one key that asks for very much at once is refused, and no other", async () => {
    const inTurn = fairSemaphore(1, 60_000);
    const { work, end } = piece("first", []);
    const first = inTurn("a", undefined)(work);
    const many = Array.from({ length: 33 }, () =>
      inTurn("a", undefined)(async () => "done").catch((error) => error.code),
    );
    const other = inTurn("b", undefined)(async () => "done");
    end();
    await first;
    expect(await other).toBe("done");
    expect((await Promise.all(many)).filter((outcome) => outcome === "rate_limit_exceeded")).toHaveLength(1);
  });

  test("one that waits too long is refused with 503 and is never done", async () => {
    const inTurn = fairSemaphore(1, 1);
    const begun: string[] = [];
    const { work, end } = piece("first", begun);
    const first = inTurn("a", undefined)(work);
    const late = inTurn("b", undefined)(async () => begun.push("late"));
    await expect(late).rejects.toMatchObject({ code: "service_unavailable", headers: { "retry-after": "5" } });
    end();
    await first;
    expect(await inTurn("b", undefined)(async () => "next")).toBe("next");
    expect(begun).toEqual(["first"]);
  });
});
