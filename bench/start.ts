// Time from the built process to ready, first and later; memory when idle and after reads and writes.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildService, startService } from "../server/test/service-process.ts";
import { median, requestsPerSecond } from "./measure.ts";
import { draft, memoryOf, startProduct } from "./product.ts";
import type { Result } from "./report.ts";
import { writes } from "./write.ts";

const FIRST_MARK_S = 8;
const LATER_MARK_S = 2;
const IDLE_MARK_MB = 150;
const BUSY_MARK_MB = 250;

export async function benchStart(): Promise<Result[]> {
  await buildService();
  const data_dir = mkdtempSync(join(tmpdir(), "segue-bench-"));
  const first = await startOnce(data_dir);
  const later: number[] = [];
  for (let time = 0; time < 5; time++) later.push((await startOnce(data_dir)).seconds);
  rmSync(data_dir, { recursive: true, force: true });
  const later_s = median(later);
  return [
    {
      what: "first start",
      value: `${first.seconds.toFixed(2)} s`,
      mark: { text: `≤ ${FIRST_MARK_S} s`, isMet: first.seconds <= FIRST_MARK_S },
    },
    {
      what: "later start",
      value: `${later_s.toFixed(2)} s`,
      mark: { text: `≤ ${LATER_MARK_S} s`, isMet: later_s <= LATER_MARK_S },
    },
    {
      what: "memory when idle",
      value: `${first.memory_mb.toFixed(0)} MB`,
      mark: { text: `≤ ${IDLE_MARK_MB} MB`, isMet: first.memory_mb <= IDLE_MARK_MB },
    },
    await memoryAfterWork(),
  ];
}

async function startOnce(data_dir: string): Promise<{ seconds: number; memory_mb: number }> {
  const began = performance.now();
  const service = startService({ SEGUE_DATA_DIR: data_dir });
  await service.ready;
  const seconds = (performance.now() - began) / 1000;
  await sleep(2_000);
  const memory_mb = memoryOf(service.child.pid ?? 0);
  service.child.kill("SIGTERM");
  await service.exit;
  return { seconds, memory_mb };
}

async function memoryAfterWork(): Promise<Result> {
  const product = await startProduct();
  const headers = { authorization: `Bearer ${product.organization.key}` };
  await writes(product, () => draft)(10);
  await requestsPerSecond(10, { url: `${product.url}/v1/releases?limit=1`, headers }, 200);
  const memory_mb = memoryOf(product.pid);
  await product.stop();
  return {
    what: "memory after reads and writes",
    value: `${memory_mb.toFixed(0)} MB`,
    mark: { text: `≤ ${BUSY_MARK_MB} MB`, isMet: memory_mb <= BUSY_MARK_MB },
  };
}
