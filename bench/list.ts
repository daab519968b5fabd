// The first and a deep page of an organization's releases at 1,000 and at 1,000,000, with and without `status`.

import { newId } from "../server/src/platform/ids.ts";
import { median } from "./measure.ts";
import { databaseOf, type Product, startProduct } from "./product.ts";
import type { Result } from "./report.ts";

const FEW = 1_000;
const MANY = 1_000_000;
const MARK = 1.3;
const SAMPLES = 300;
const LIMIT = 20;

type Catalogue = { name: string; key: string; cursors: Map<string, string> };

export async function benchList(): Promise<Result[]> {
  const product = await startProduct();
  const few = await fill(product, "few", FEW);
  const many = await fill(product, "many", MANY);
  const results: Result[] = [];
  for (const filter of ["", "status=draft", "status=delivered"]) {
    for (const depth of ["first", "deep"]) results.push(await compare(product, { few, many, filter, depth }));
  }
  await product.stop();
  return results;
}

async function compare(
  product: Product,
  page: { few: Catalogue; many: Catalogue; filter: string; depth: string },
): Promise<Result> {
  const times = { few: [] as number[], many: [] as number[] };
  const cursors = { few: await cursorOf(product, page.few, page), many: await cursorOf(product, page.many, page) };
  for (let sample = 0; sample < SAMPLES; sample++) {
    for (const size of ["few", "many"] as const) {
      const query = [`limit=${LIMIT}`, page.filter, cursors[size] && `cursor=${cursors[size]}`]
        .filter(Boolean)
        .join("&");
      const begin = performance.now();
      await ask(product, page[size].key, query);
      times[size].push(performance.now() - begin);
    }
  }
  const [small, large] = [median(times.few), median(times.many)];
  const ratio = large / small;
  return {
    what: `${page.depth} page${page.filter && `, ${page.filter}`}`,
    value: `${large.toFixed(2)} ms at ${MANY.toLocaleString("en")}`,
    floor: `${small.toFixed(2)} ms at ${FEW.toLocaleString("en")}`,
    ratio,
    mark: { text: `≤ ${MARK}`, isMet: ratio <= MARK },
  };
}

/** Half-way down the small catalogue, and far beyond any cache of the large one. */
async function cursorOf(
  product: Product,
  catalogue: Catalogue,
  page: { filter: string; depth: string },
): Promise<string | undefined> {
  if (page.depth === "first") return undefined;
  const steps = catalogue.name === "few" ? 1 : 400;
  let cursor: string | undefined;
  for (let step = 0; step < steps; step++) {
    const query = ["limit=100", page.filter, cursor && `cursor=${cursor}`].filter(Boolean).join("&");
    cursor = (await ask(product, catalogue.key, query)).next_cursor;
  }
  return cursor;
}

async function ask(product: Product, key: string, query: string): Promise<{ next_cursor: string }> {
  const reply = await fetch(`${product.url}/v1/releases?${query}`, { headers: { authorization: `Bearer ${key}` } });
  if (reply.status !== 200) throw new Error(await reply.text());
  return (await reply.json()) as { next_cursor: string };
}

async function fill(product: Product, name: string, count: number): Promise<Catalogue> {
  const headers = { authorization: `Bearer ${product.operator_key}`, "content-type": "application/json" };
  const post = async (path: string, body: object) =>
    (await (await fetch(product.url + path, { method: "POST", headers, body: JSON.stringify(body) })).json()) as {
      id: string;
      key: string;
    };
  const rate_limit = { per_minute: 1_000_000, burst: 100_000 };
  const { id } = await post("/v1/operator/organizations", { name, tier: "enterprise", rate_limit });
  const { key } = await post(`/v1/operator/organizations/${id}/api-keys`, {});
  const { db, close } = databaseOf(product, 1);
  await db`set statement_timeout = 0`;
  // Rows as the service writes them; the index for `q` is made anew afterwards, which takes a tenth of the time.
  await db`drop index releases_search`;
  await db`
    insert into releases (id, organization_id, title, artists, release_date, label, upc, territories, explicit, status, search, created_at, updated_at)
    select ${newId("rel").slice(0, -8)} || lpad(to_hex(n), 8, '0'), ${id}, 'Title ' || n, '[{"name": "Vera Lux", "role": "main"}]', '2030-03-01',
      'Bench', lpad(n::text, 12, '0'), '{WORLD}', false, (array['draft', 'submitted', 'delivered', 'rejected'])[n % 4 + 1],
      'title ' || n, now() - make_interval(secs => n), now()
    from generate_series(1, ${count}::int) as n`;
  await db`create index releases_search on releases using gin (search gin_trgm_ops)`;
  await db`vacuum analyze releases`;
  await close();
  return { name, key, cursors: new Map() };
}
