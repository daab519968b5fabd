// Jobs that each commit one row of their own, beside a bare loop of the same claim and commit, and beside graphile-worker
// (queue-peer.ts); and how soon a job that another process enqueued is picked up.

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { childMessage } from "./child-message.ts";
import { median, SLOTS } from "./measure.ts";
import { memoryOf, startProduct } from "./product.ts";
import type { Result } from "./report.ts";

const MARK = 0.5;
const PEER_MARK = 1;
const PICK_UP_MARK_MS = 5;
const MEMORY_MARK_MB = 300;
const TURNS = 5;
const JOBS = 4_000;

export type QueueTask = { task: "product" | "floor" | "no_op" | "pick_up"; jobs: number };
export type PeerTask = { task: "bench_row" | "bench_nothing"; jobs: number };

export async function benchQueue(): Promise<Result[]> {
  const product = await startProduct();
  const own = startProcess(new URL("queue-process.ts", import.meta.url), [product.socket_dir]);
  const peer = startProcess(new URL("queue-peer.ts", import.meta.url), [product.socket_dir, String(SLOTS)]);
  const ask = (task: QueueTask) => own.ask(task);
  const askPeer = (task: PeerTask) => peer.ask(task);
  await peer.ready();
  await ask({ task: "product", jobs: 2_000 });
  await ask({ task: "floor", jobs: 2_000 });
  await askPeer({ task: "bench_row", jobs: 2_000 });
  const pick_up_ms = await ask({ task: "pick_up", jobs: 300 });
  const turns: Record<"product" | "floor" | "peer", number>[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    turns.push({
      product: await ask({ task: "product", jobs: JOBS }),
      floor: await ask({ task: "floor", jobs: JOBS }),
      peer: await askPeer({ task: "bench_row", jobs: JOBS }),
    });
  }
  const no_op = await ask({ task: "no_op", jobs: 2 * JOBS });
  const peer_no_op = await askPeer({ task: "bench_nothing", jobs: 2 * JOBS });
  const memory_mb = memoryOf(own.pid);
  // Until the next vacuum a claim steps over what is left of all these jobs.
  const pick_up_later_ms = await ask({ task: "pick_up", jobs: 300 });
  own.stop();
  peer.stop();
  await product.stop();
  return [
    compare(
      "jobs with an effect",
      MARK,
      turns.map(({ product, floor }) => [product, floor]),
    ),
    compare(
      "the same, beside graphile-worker",
      PEER_MARK,
      turns.map(({ product, peer }) => [product, peer]),
    ),
    {
      what: "jobs that do nothing, beside graphile-worker",
      value: `${no_op.toFixed(0)}/s`,
      floor: `${peer_no_op.toFixed(0)}/s`,
      ratio: no_op / peer_no_op,
    },
    {
      what: "memory of the worker's process",
      value: `${memory_mb.toFixed(0)} MB`,
      mark: { text: `≤ ${MEMORY_MARK_MB} MB`, isMet: memory_mb <= MEMORY_MARK_MB },
    },
    {
      what: "pick-up from another process, p50",
      value: `${pick_up_ms.toFixed(1)} ms`,
      mark: { text: `≤ ${PICK_UP_MARK_MS} ms`, isMet: pick_up_ms <= PICK_UP_MARK_MS },
    },
    { what: "the same right after all these jobs, before a vacuum", value: `${pick_up_later_ms.toFixed(1)} ms` },
  ];
}

function startProcess(file: URL, values: string[]) {
  const child = fork(fileURLToPath(file), values, { execArgv: ["--import", "tsx"] });
  return {
    pid: child.pid ?? 0,
    ready: () => childMessage<number>(child),
    async ask(task: QueueTask | PeerTask): Promise<number> {
      child.send(task);
      const figure = await childMessage<number>(child);
      return figure;
    },
    stop: () => void child.kill(),
  };
}

function compare(what: string, mark: number, pairs: [number, number][]): Result {
  const ratios = pairs.map(([value, other]) => value / other).sort((a, b) => a - b);
  const ratio = median(ratios);
  return {
    what,
    value: `${median(pairs.map(([value]) => value)).toFixed(0)}/s`,
    floor: `${median(pairs.map(([, other]) => other)).toFixed(0)}/s`,
    ratio,
    spread: `${ratios[0]?.toFixed(2)}–${ratios.at(-1)?.toFixed(2)}`,
    mark: { text: `≥ ${mark}`, isMet: ratio >= mark },
  };
}
