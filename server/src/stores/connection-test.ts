// The operator's test of a store: connects as a delivery would, writes a small file, reads it, and removes it. Every step is told
// with what came of it. After the first that fails the others are not tried, but listed.

import { type Static, Type } from "typebox";
import { TransportFailure } from "./connector.ts";

/** `run` says what it found, or throws a `TransportFailure`. */
export type TestStep = { name: string; run: () => Promise<string> };

/** `end` removes what the steps left and closes the connection, however far they came. */
export type StoreTest = { steps: readonly TestStep[]; end(): Promise<void> };

export const TEST_WITHIN_MS = 40_000;

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
  const told: TestReport["steps"] = [];
  try {
    for (const { name, run } of steps) {
      const isTried = told.every(({ ok }) => ok);
      told.push(isTried ? { name, ...(await timed(run)) } : { name, ok: false, detail: NOT_TRIED, ms: 0 });
    }
  } finally {
    await end();
  }
  return { ok: told.every(({ ok }) => ok), steps: told };
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
