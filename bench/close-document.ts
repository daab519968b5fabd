// A payee statement of 100,000 lines: how long its PDF and its CSV take, what other requests notice of it, and the memory meanwhile.

import { insertContracts, insertManySales, insertOrganizations } from "../server/test/many-sales.ts";
import { type databaseOf, memoryOf, type Product } from "./product.ts";
import type { Result } from "./report.ts";

const LINES = 100_000;
const RECORDINGS = 10_000;
const marks = { pdf_s: 10, pause_ms: 100, memory_mb: 300 };
// Each of the three payees has a share of every contract, so its statement has all lines.
const contracts = { contracts: 20, payees: 3 };
const organizations = { prefix: "org_artist", count: 1 };
const [PERIOD, STORE] = ["2020-10", "store_bench"];

type Given = {
  product: Product;
  db: ReturnType<typeof databaseOf>["db"];
  closePeriod(product: Product, period: string): Promise<void>;
};

export async function documentResults({ product, db, closePeriod }: Given): Promise<Result[]> {
  await insertOrganizations(db, { like: product.organization.id, ...organizations });
  await db`update api_keys set organization_id = 'org_artist1' where organization_id = 'org_reader1'`;
  await insertManySales(db, { store_id: STORE, period: PERIOD, rows: LINES, recordings: RECORDINGS, organizations });
  await insertContracts(db, { organizations, ...contracts });
  await closePeriod(product, PERIOD);
  const { data } = (await (await ask(product, "/v1/payee-statements")).json()) as { data: { id: string }[] };
  const path = `/v1/payee-statements/${data[0]?.id}`;
  // The first starts the thread that draws.
  await (await ask(product, path, "application/pdf")).arrayBuffer();
  const watch = watchProduct(product);
  const pdf = await timed(async () => (await ask(product, path, "application/pdf")).arrayBuffer());
  const csv = await timed(async () => lineCount(await ask(product, `${path}/line-items`, "text/csv")));
  const { pause_ms, memory_mb } = await watch.end();
  return [
    {
      what: `a payee statement of ${LINES.toLocaleString("en")} lines as PDF`,
      value: `${pdf.taken_s.toFixed(1)} s`,
      mark: { text: `≤ ${marks.pdf_s} s`, isMet: pdf.taken_s <= marks.pdf_s },
    },
    { what: `its ${(csv.made - 1).toLocaleString("en")} lines as CSV`, value: `${csv.taken_s.toFixed(1)} s` },
    {
      what: "the slowest small request meanwhile",
      value: `${pause_ms.toFixed(0)} ms`,
      mark: { text: `≤ ${marks.pause_ms} ms`, isMet: pause_ms <= marks.pause_ms },
    },
    {
      what: "the most memory meanwhile",
      value: `${memory_mb.toFixed(0)} MB`,
      mark: { text: `≤ ${marks.memory_mb} MB`, isMet: memory_mb <= marks.memory_mb },
    },
  ];
}

async function ask(product: Product, path: string, accept = "application/json"): Promise<Response> {
  const headers = { authorization: `Bearer ${product.organization.key}`, accept };
  const reply = await fetch(product.url + path, { headers });
  if (reply.status !== 200) throw new Error(await reply.text());
  return reply;
}

async function timed<T>(work: () => Promise<T>): Promise<{ made: T; taken_s: number }> {
  const began_ms = performance.now();
  const made = await work();
  return { made, taken_s: (performance.now() - began_ms) / 1_000 };
}

async function lineCount(reply: Response): Promise<number> {
  let lines = 0;
  for await (const piece of reply.body ?? []) for (const byte of piece as Uint8Array) if (byte === 10) lines++;
  return lines;
}

/** Asks for the health of the service again and again, and reads how much memory it has. */
function watchProduct(product: Product): { end(): Promise<{ pause_ms: number; memory_mb: number }> } {
  const most = { pause_ms: 0, memory_mb: 0 };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const { taken_s } = await timed(async () => (await fetch(`${product.url}/healthz`)).arrayBuffer());
      most.pause_ms = Math.max(most.pause_ms, taken_s * 1_000);
      most.memory_mb = Math.max(most.memory_mb, memoryOf(product.pid));
    }
  })();
  return {
    async end() {
      isOver = true;
      await watching;
      return most;
    },
  };
}
