// Jobs that each commit one row of their own, beside a bare loop of the same claim and commit; and how soon a job that
// another process enqueued is picked up.

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { hear } from "./hear.ts";
import { median } from "./measure.ts";
import { startProduct } from "./product.ts";
import type { Result } from "./report.ts";

const MARK = 0.5;
const PICK_UP_MARK_MS = 5;
const TURNS = 5;

export type QueueTask = { task: "product" | "floor" | "no_op"; jobs: number } | { task: "pick_up"; jobs: number };

export async function benchQueue(): Promise<Result[]> {
  const product = await startProduct();
  const child = fork(fileURLToPath(new URL("queue-process.ts", import.meta.url)), [product.socket_dir], {
    execArgv: ["--import", "tsx"],
  });
  const ask = async (task: QueueTask): Promise<number> => {
    child.send(task);
    const figure = await hear<number>(child);
    return figure;
  };
  await ask({ task: "product", jobs: 2_000 });
  await ask({ task: "floor", jobs: 2_000 });
  const pairs: { product: number; floor: number }[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    pairs.push({
      product: await ask({ task: "product", jobs: 4_000 }),
      floor: await ask({ task: "floor", jobs: 4_000 }),
    });
  }
  const no_op = await ask({ task: "no_op", jobs: 8_000 });
  const pick_up_ms = await ask({ task: "pick_up", jobs: 300 });
  child.kill();
  await product.stop();
  const ratios = pairs.map((pair) => pair.product / pair.floor).sort((a, b) => a - b);
  const ratio = median(ratios);
  return [
    {
      what: "jobs with an effect",
      value: `${median(pairs.map((pair) => pair.product)).toFixed(0)}/s`,
      floor: `${median(pairs.map((pair) => pair.floor)).toFixed(0)}/s`,
      ratio,
      spread: `${ratios[0]?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)}`,
      mark: { text: `≥ ${MARK}`, isMet: ratio >= MARK },
    },
    { what: "jobs that do nothing", value: `${no_op.toFixed(0)}/s` },
    {
      what: "pick-up from another process, p50",
      value: `${pick_up_ms.toFixed(1)} ms`,
      mark: { text: `≤ ${PICK_UP_MARK_MS} ms`, isMet: pick_up_ms <= PICK_UP_MARK_MS },
    },
  ];
}
