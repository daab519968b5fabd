// Closing a month: rows of 50,000 recordings of 1,000 organizations, from the request to the last statement. Beside it a bare
// INSERT … SELECT of the same line items into a table without an index. Then twice as many rows, and what partners read afterwards.
// Then rows in two currencies, first as they are, then with half of the organizations stated in one of them; at last without contracts and
// with twenty of each organization, and one large payee statement as a document (close-document).

import { insertContracts, insertManySales, insertOrganizations } from "../server/test/many-sales.ts";
import { documentResults } from "./close-document.ts";
import { median } from "./measure.ts";
import { databaseOf, type Product, startProduct } from "./product.ts";
import type { Result } from "./report.ts";

const ROWS = Number(process.env.BENCH_ROWS ?? 2_000_000);
const FEW_ROWS = 2_000;
const RECORDINGS = 50_000;
const SAMPLES = 200;
const marks = { ratio: 0.3, growth: 2.3, page: 1.3, earnings_ms: 300, converted: 0.8, shared: 0.6 };
const currencies = ["EUR", "USD"];
const store_id = "store_bench";
const contracts = { contracts: 20, payees: 8 };
const many = { prefix: "org_bench", count: 1_000 };

type Db = ReturnType<typeof databaseOf>["db"];

export async function benchClose(): Promise<Result[]> {
  const product = await startProduct();
  const database = databaseOf(product, 1);
  try {
    // One session for all of it: a pool would open another one some day, with the time limit of a request.
    return await database.alone(async (db) => {
      await db`set statement_timeout = 0`;
      return measureCloses(product, db);
    });
  } finally {
    await database.close();
    await product.stop();
  }
}

async function measureCloses(product: Product, db: Db): Promise<Result[]> {
  await prepare(db, product.organization.id);
  // A small one warms it up.
  await insertManySales(db, {
    store_id,
    period: "2020-01",
    rows: RECORDINGS,
    recordings: RECORDINGS,
    organizations: many,
  });
  await closePeriod(product, "2020-01");
  const once_s = await closeRows(product, db, "2020-02", { rows: ROWS });
  const bare_s = await seconds(() => copyLineItems(db, "2020-02"));
  process.stdout.write(`  ${bare_s.toFixed(1)} s for a bare INSERT … SELECT of their line items\n`);
  const twice_s = await closeRows(product, db, "2020-03", { rows: 2 * ROWS });
  return [
    ...closeResults({ once_s, bare_s, twice_s }),
    ...(await readResults(product, db)),
    await convertedResult(product, db),
    await sharedResult(product, db),
    ...(await documentResults({ product, db, closePeriod })),
  ];
}

async function prepare(db: Db, like: string): Promise<void> {
  await insertOrganizations(db, { like, ...many });
  await db`
    insert into stores (store_id, name, territories, capabilities, requirements, connector, connector_secrets, status, created_at, updated_at)
    values (${store_id}, 'Bench', '{WORLD}', '{}', '"none"', '{"kind": "manual"}', '{}', 'active', now(), now())`;
  await db`create table bare_items (like line_items)`;
}

type Rows = { rows: number; currencies?: readonly string[] };

async function closeRows(product: Product, db: Db, period: string, { rows, ...rest }: Rows): Promise<number> {
  await insertManySales(db, { store_id, period, rows, recordings: RECORDINGS, organizations: many, ...rest });
  await db`checkpoint`;
  const taken_s = await seconds(() => closePeriod(product, period));
  process.stdout.write(`  ${taken_s.toFixed(1)} s for ${rows.toLocaleString("en")} rows\n`);
  return taken_s;
}

/** Answered with 503, it goes on, and asking again waits for it. */
async function closePeriod(product: Product, period: string): Promise<void> {
  const headers = { authorization: `Bearer ${product.operator_key}` };
  for (;;) {
    const reply = await fetch(`${product.url}/v1/operator/periods/${period}/close`, { method: "POST", headers });
    if (reply.status === 200) return;
    if (reply.status !== 503) throw new Error(await reply.text());
  }
}

async function copyLineItems(db: Db, period: string): Promise<void> {
  await db`
    insert into bare_items
    select i.* from line_items i join closing_statements s on s.statement_id = i.statement_id and s.period = ${period}`;
}

function closeResults({ once_s, bare_s, twice_s }: { once_s: number; bare_s: number; twice_s: number }): Result[] {
  const speed = (taken_s: number) => `${Math.round(ROWS / taken_s).toLocaleString("en")} rows/s`;
  const [ratio, growth] = [bare_s / once_s, twice_s / once_s];
  return [
    {
      what: `a close of ${ROWS.toLocaleString("en")} rows over ${many.count.toLocaleString("en")} organizations`,
      value: speed(once_s),
      floor: `${speed(bare_s)} by a bare INSERT … SELECT of its line items`,
      ratio,
      mark: { text: `≥ ${marks.ratio}`, isMet: ratio >= marks.ratio },
    },
    {
      what: `a close of ${(2 * ROWS).toLocaleString("en")} rows`,
      value: `${twice_s.toFixed(1)} s`,
      floor: `${once_s.toFixed(1)} s for half of them`,
      ratio: growth,
      mark: { text: `≤ ${marks.growth}`, isMet: growth <= marks.growth },
    },
  ];
}

/** The same rows twice: in two currencies, and with those of every other organization converted into one. */
async function convertedResult(product: Product, db: Db): Promise<Result> {
  const asIs_s = await closeRows(product, db, "2020-06", { rows: ROWS, currencies });
  await db`update organizations set payout_currency = 'EUR' where id like 'org_bench%' and right(id, 1)::int % 2 = 0`;
  await db`
    insert into exchange_rates (id, period, from_currency, to_currency, rate, source, created_at)
    values ('rat_bench', '2020-07', 'USD', 'EUR', 0.9214, 'manual', now())`;
  const converted_s = await closeRows(product, db, "2020-07", { rows: ROWS, currencies });
  const ratio = asIs_s / converted_s;
  return {
    what: `a close that converts for half of its organizations, of ${ROWS.toLocaleString("en")} rows in two currencies`,
    value: `${converted_s.toFixed(1)} s`,
    floor: `${asIs_s.toFixed(1)} s without`,
    ratio,
    mark: { text: `≥ ${marks.converted}`, isMet: ratio >= marks.converted },
  };
}

/** The same rows twice: without contracts, and shared by those of every organization. */
async function sharedResult(product: Product, db: Db): Promise<Result> {
  await db`update organizations set payout_currency = null`;
  const asIs_s = await closeRows(product, db, "2020-08", { rows: ROWS });
  await insertContracts(db, { organizations: many, ...contracts });
  const shared_s = await closeRows(product, db, "2020-09", { rows: ROWS });
  const ratio = asIs_s / shared_s;
  return {
    what: `a close of ${ROWS.toLocaleString("en")} rows that ${contracts.contracts} contracts of each organization share`,
    value: `${shared_s.toFixed(1)} s`,
    floor: `${asIs_s.toFixed(1)} s without`,
    ratio,
    mark: { text: `≥ ${marks.shared}`, isMet: ratio >= marks.shared },
  };
}

/** One organization with a large statement and, of another month, a small one. */
async function readResults(product: Product, db: Db): Promise<Result[]> {
  // The ids of `organizations` are a prefix and a number from 1.
  const organizations = { prefix: "org_reader", count: 1 };
  await insertOrganizations(db, { like: product.organization.id, ...organizations });
  await db`update api_keys set organization_id = 'org_reader1' where organization_id = ${product.organization.id}`;
  const months = { "2020-04": FEW_ROWS, "2020-05": ROWS };
  for (const [period, rows] of Object.entries(months)) {
    const recordings = Math.min(rows, RECORDINGS);
    await insertManySales(db, { store_id, period, rows, recordings, organizations });
    await closePeriod(product, period);
  }
  await db`vacuum analyze line_items`;
  const [small, large] = await Promise.all(Object.keys(months).map((period) => statementOf(product, period)));
  const times = { small: [] as number[], large: [] as number[], earnings: [] as number[] };
  for (let sample = 0; sample < SAMPLES; sample++) {
    times.small.push(await timeOf(product, `/v1/statements/${small}/line-items`));
    times.large.push(await timeOf(product, `/v1/statements/${large}/line-items`));
  }
  for (const group_by of ["month", "store", "territory", "track", "release"])
    times.earnings.push(await timeOf(product, `/v1/earnings?group_by=${group_by}`));
  const ratio = median(times.large) / median(times.small);
  const slowest_ms = Math.max(...times.earnings);
  return [
    {
      what: "a page of line items",
      value: `${median(times.large).toFixed(2)} ms at ${ROWS.toLocaleString("en")}`,
      floor: `${median(times.small).toFixed(2)} ms at ${FEW_ROWS.toLocaleString("en")}`,
      ratio,
      mark: { text: `≤ ${marks.page}`, isMet: ratio <= marks.page },
    },
    {
      what: `/v1/earnings over ${ROWS.toLocaleString("en")} line items of one organization, the slowest grouping`,
      value: `${slowest_ms.toFixed(0)} ms`,
      mark: { text: `≤ ${marks.earnings_ms} ms`, isMet: slowest_ms <= marks.earnings_ms },
    },
  ];
}

async function statementOf(product: Product, period: string): Promise<string> {
  const { data } = (await (await ask(product, `/v1/statements?period=${period}`)).json()) as { data: { id: string }[] };
  return data[0]?.id ?? "";
}

async function ask(product: Product, path: string): Promise<Response> {
  const headers = { authorization: `Bearer ${product.organization.key}` };
  const reply = await fetch(product.url + path, { headers });
  if (reply.status !== 200) throw new Error(await reply.text());
  return reply;
}

async function timeOf(product: Product, path: string): Promise<number> {
  const began_ms = performance.now();
  await (await ask(product, path)).arrayBuffer();
  return performance.now() - began_ms;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began_ms = performance.now();
  await work();
  return (performance.now() - began_ms) / 1_000;
}
