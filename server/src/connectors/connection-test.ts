// The operator's test of a store: connects as a delivery would, writes a small file, reads it, and removes it. The
// answer lists every step with its result. After the first that fails the others are not tried, but listed. The test
// then removes what it left at the store, as a step of its own.

import { type Static, Type } from "typebox";
import { TransportFailure } from "../messages/message.ts";
import type { CallOptions } from "./connector.ts";

/** `run` says what it found, or throws a `TransportFailure`. */
export type TestStep = { name: string; run: () => Promise<string> };

/**
 * `end` removes what the steps left and closes the connection, however far they came. It says what it removed, if anything was
 * left, or throws a `TransportFailure`.
 */
export type StoreTest = { steps: readonly TestStep[]; end(): Promise<string | undefined> };

/**
 * The limits of all steps; of each of the first ones, which reach the host; and of the removal afterwards, for which
 * the time of the steps may be over. Together they are shorter than the limit of a request, so the caller gets the
 * steps and not a timeout.
 */
export const test_limits = { steps_ms: 25_000, reach_ms: 10_000, clean_up_ms: 5_000 };

/** `signal` ends the steps. */
export type TestOptions = CallOptions & Pick<typeof test_limits, "reach_ms" | "clean_up_ms">;

export const TestReport = Type.Object(
  {
    ok: Type.Boolean({ description: "Every step went well.", examples: [true] }),
    steps: Type.Array(
      Type.Object({
        name: Type.String({ examples: ["host_key"] }),
        ok: Type.Boolean(),
        detail: Type.String({ examples: ["SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8, as it was set."] }),
        ms: Type.Integer({ minimum: 0, examples: [12] }),
      }),
      { description: "In their order. A connector that makes no connection has none." },
    ),
  },
  { title: "StoreTestReport" },
);
export type TestReport = Static<typeof TestReport>;

const NOT_TRIED = "Not tried, because an earlier step failed.";

/** `begin` throws a `TransportFailure` where the store's secrets cannot be read: that is the first step, and it failed. */
export async function runTest(begin: () => StoreTest): Promise<TestReport> {
  let test: StoreTest | undefined;
  const secrets = await timed(async () => {
    test = begin();
    return "They can be read.";
  });
  return test ? runSteps(test) : { ok: false, steps: [{ name: "secrets", ...secrets }] };
}

async function runSteps({ steps, end }: StoreTest): Promise<TestReport> {
  const results: TestReport["steps"] = [];
  try {
    for (const { name, run } of steps) {
      const isTried = results.every(({ ok }) => ok);
      results.push(isTried ? { name, ...(await timed(run)) } : { name, ok: false, detail: NOT_TRIED, ms: 0 });
    }
  } finally {
    const ended = await timed(async () => (await end()) ?? "");
    if (ended.detail !== "") results.push({ name: "clean_up", ...ended });
  }
  return { ok: results.every(({ ok }) => ok), steps: results };
}

async function timed(run: TestStep["run"]): Promise<{ ok: boolean; detail: string; ms: number }> {
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  try {
    return { ok: true, detail: await run(), ms: took() };
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    return { ok: false, detail: error.message, ms: took() };
  }
}
