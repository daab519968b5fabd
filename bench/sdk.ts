// A call of the SDK beside a bare `fetch` that does the same work: the same request to the same service, with the key, a
// deadline and, for a write, an Idempotency-Key; the answer is parsed. Both take turns in one process, one call at a time.

import { createSegue } from "../sdk/src/client.ts";
import { median } from "./measure.ts";
import { draft, startProduct } from "./product.ts";
import type { Result } from "./report.ts";

const MARK = 1.1;
const ROUNDS = 30;
const CALLS_A_ROUND = 50;
const ANSWER_WITHIN_MS = 60_000;

export async function benchSdk(): Promise<Result[]> {
  const product = await startProduct();
  const { key } = product.organization;
  const segue = createSegue({ url: product.url, apiKey: key });
  const { id } = await segue.releases.create(draft);
  const bare = async (method: string, path: string, body?: object) => {
    const headers: Record<string, string> = { authorization: `Bearer ${key}` };
    if (body) Object.assign(headers, { "content-type": "application/json", "idempotency-key": crypto.randomUUID() });
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const reply = await fetch(product.url + path, {
      method,
      headers,
      signal,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`Unexpected answer: ${reply.status}`);
    return reply.json();
  };
  const read = await compare(
    () => segue.releases.get(id),
    () => bare("GET", `/v1/releases/${id}`),
  );
  const write = await compare(
    () => segue.releases.update(id, { title: draft.title }),
    () => bare("PATCH", `/v1/releases/${id}`, { title: draft.title }),
  );
  await product.stop();
  return [
    { what: "SDK: read a release", ...read },
    { what: "SDK: change a release", ...write },
  ];
}

async function compare(sdk: () => Promise<unknown>, bare: () => Promise<unknown>): Promise<Omit<Result, "what">> {
  const times = { sdk: [] as number[], bare: [] as number[] };
  await timeOf(sdk);
  await timeOf(bare);
  for (let round = 0; round < ROUNDS; round++) {
    times.sdk.push(await timeOf(sdk));
    times.bare.push(await timeOf(bare));
  }
  const ratios = times.sdk.map((time, index) => time / (times.bare[index] ?? Number.NaN)).sort((a, b) => a - b);
  const ratio = median(ratios);
  return {
    value: `${median(times.sdk).toFixed(3)} ms`,
    floor: `${median(times.bare).toFixed(3)} ms`,
    ratio,
    spread: `${ratios[0]?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)}`,
    mark: { text: `≤ ${MARK}`, isMet: ratio <= MARK },
  };
}

/** Milliseconds a call. */
async function timeOf(call: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  for (let count = 0; count < CALLS_A_ROUND; count++) await call();
  return (performance.now() - began) / CALLS_A_ROUND;
}
