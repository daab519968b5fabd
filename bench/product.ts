// The product as a user runs it: the built process, on an embedded database in a fresh folder, everything at its default.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../server/src/platform/database/db.ts";
import { openSocketFolder } from "../server/src/platform/embedded/socket-folder.ts";
import { buildService, startService } from "../server/test/service-process.ts";

export type Server = {
  url: string;
  sandbox_url: string;
  data_dir: string;
  pid: number;
  socket_dir: string;
  operator_key: string;
  stop(): Promise<void>;
};

export type Product = Server & {
  /** An organization without a limit that a benchmark could reach, and its key. */
  organization: { id: string; key: string };
};

/**
 * Another checkout, of the code before a change: where it is set, benchmarks also run that one and print the ratio to it. Only the
 * process is another one; what fills the database and asks it comes from here.
 */
export const code_before = process.env.SEGUE_BENCH_BEFORE;

export async function startProduct(variables: Record<string, string> = {}, checkout?: string): Promise<Product> {
  const server = await startServer(variables, { checkout });
  const upc_range = { first: "30000000000", last: "39999999999" };
  return { ...server, organization: await createOrganization(server.url, server.operator_key, upc_range) };
}

/** `data_dir` is kept when the server stops; `checkout` is the folder of another version of the product. */
type Place = { data_dir?: string | undefined; checkout?: string | undefined };

export async function startServer(variables: Record<string, string>, place: Place = {}): Promise<Server> {
  const { checkout } = place;
  await buildService(checkout);
  const data_dir = place.data_dir ?? mkdtempSync(join(tmpdir(), "segue-bench-"));
  const SEGUE_STORAGE = `file:${join(data_dir, "files")}`;
  const settings = { SEGUE_DATA_DIR: data_dir, SEGUE_STORAGE, SEGUE_LOG_LEVEL: "info", ...variables };
  const service = startService(settings, { ...(checkout !== undefined && { checkout }) });
  // A benchmark that is stopped leaves no server behind.
  process.once("exit", () => service.child.kill("SIGTERM"));
  const { production_url: url, sandbox_url, operator_key } = await service.ready;
  return {
    url,
    sandbox_url,
    data_dir,
    pid: service.child.pid ?? 0,
    socket_dir: await openSocketFolder(data_dir),
    operator_key: variables.SEGUE_OPERATOR_KEY ?? operator_key,
    async stop() {
      service.child.kill("SIGTERM");
      await service.exit;
      if (!place.data_dir) rmSync(data_dir, { recursive: true, force: true });
    },
  };
}

export async function createOrganization(
  url: string,
  operator_key: string,
  upc_range: { first: string; last: string },
  more: object = {},
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
    ...more,
  });
  const { key } = await post(`/v1/operator/organizations/${id}/api-keys`, {});
  return { id, key };
}

export const draft = {
  title: "Midnight in Paris",
  artists: [{ name: "Vera Lux", role: "main" as const }],
  release_date: "2030-03-01",
};

export function databaseOf(product: Pick<Server, "socket_dir">, pool_size: number) {
  return openDatabase({ socket_dir: product.socket_dir, username: "segue", database: "segue" }, pool_size);
}

/** Resident memory of one process, as the kernel counts it. */
export function memoryOf(pid: number): number {
  return memoryLine(pid, "VmRSS");
}

/** The most that it ever had. */
export function peakMemoryOf(pid: number): number {
  return memoryLine(pid, "VmHWM");
}

function memoryLine(pid: number, name: string): number {
  const lines = readFileSync(`/proc/${pid}/status`, "utf8").split("\n");
  const line = lines.find((line) => line.startsWith(`${name}:`)) ?? "";
  return Number.parseInt(line.slice(name.length + 1), 10) / 1024;
}
