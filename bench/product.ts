// The product as a user runs it: the built process, on an embedded database in a fresh folder, everything at its default.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../server/src/platform/database/db.ts";
import { openSocketFolder } from "../server/src/platform/embedded/socket-folder.ts";
import { buildService, startService } from "../server/test/service-process.ts";

export type Product = {
  url: string;
  data_dir: string;
  pid: number;
  socket_dir: string;
  operator_key: string;
  /** An organization without a limit that a benchmark could reach, and its key. */
  organization: { id: string; key: string };
  stop(): Promise<void>;
};

/**
 * Another checkout, of the code before a change: where it is set, benchmarks also run that one and print the ratio to it. Only the
 * process is another one; what fills the database and asks it comes from here.
 */
export const code_before = process.env.SEGUE_BENCH_BEFORE;

export async function startProduct(variables: Record<string, string> = {}, checkout?: string): Promise<Product> {
  await buildService(checkout);
  const data_dir = mkdtempSync(join(tmpdir(), "segue-bench-"));
  const SEGUE_STORAGE = `file:${join(data_dir, "files")}`;
  const settings = { SEGUE_DATA_DIR: data_dir, SEGUE_STORAGE, SEGUE_LOG_LEVEL: "info", ...variables };
  const service = startService(settings, { ...(checkout !== undefined && { checkout }) });
  const { production_url: url, operator_key } = await service.ready;
  return {
    url,
    data_dir,
    pid: service.child.pid ?? 0,
    socket_dir: await openSocketFolder(data_dir),
    operator_key,
    organization: await createOrganization(url, operator_key, { first: "30000000000", last: "39999999999" }),
    async stop() {
      service.child.kill("SIGTERM");
      await service.exit;
      rmSync(data_dir, { recursive: true, force: true });
    },
  };
}

export async function createOrganization(
  url: string,
  operator_key: string,
  upc_range: { first: string; last: string },
): Promise<{ id: string; key: string }> {
  const headers = { authorization: `Bearer ${operator_key}`, "content-type": "application/json" };
  const post = async (path: string, body: object) => {
    const reply = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    if (reply.status !== 201) throw new Error(await reply.text());
    return (await reply.json()) as { id: string; key: string };
  };
  const rate_limit = { per_minute: 1_000_000, burst: 100_000 };
  const { id } = await post("/v1/operator/organizations", {
    name: "Bench",
    tier: "enterprise",
    upc_ranges: [upc_range],
    rate_limit,
  });
  const { key } = await post(`/v1/operator/organizations/${id}/api-keys`, {});
  return { id, key };
}

export const draft = {
  title: "Midnight in Paris",
  artists: [{ name: "Vera Lux", role: "main" as const }],
  release_date: "2030-03-01",
};

export function databaseOf(product: Product, pool_size: number) {
  return openDatabase({ socket_dir: product.socket_dir, username: "segue", database: "segue" }, pool_size);
}

/** Resident memory of one process, as the kernel counts it. */
export function memoryOf(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Number(kilobytes) / 1024;
}
