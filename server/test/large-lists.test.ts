// Every list, with rows as large as old versions let them become: a page ends at about 4 MiB, the next one goes on where
// it ended, and the database hands over no more than is shown. A list added tomorrow fails here until it has a row below.

import { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Fragment } from "../src/platform/database/db.ts";
import { newId } from "../src/platform/ids.ts";
import { releaseOrders } from "../src/releases/release.ts";
import { describedRoutes } from "../src/routes.ts";
import { type Caller, createWorld, type World } from "./world.ts";

const COUNT = 8;
const ROW_BYTES = 700_000;
const PAGE_BYTES = 4 * 1_048_576;

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await fill();
});
afterAll(() => world.close());

/** `sorts`: a search, which finds a thousand at most and sorts those. */
type List = { path: () => string; ids: keyof typeof made; id?: string; by?: "operator" | "stranger"; sorts?: true };

/** By operation: its path, the rows it shows, and the field that distinguishes them. */
const lists: Readonly<Record<string, List>> = {
  listReleases: { path: () => "/v1/releases?status=rejected", ids: "releases" },
  searchCatalog: {
    path: () => "/v1/operator/catalog?type=release&q=old",
    ids: "releases",
    by: "operator",
    sorts: true,
  },
  listTracks: { path: () => `/v1/tracks?release_id=${made.releases[0]}`, ids: "tracks" },
  listAssets: { path: () => "/v1/assets", ids: "assets" },
  listSubmissions: { path: () => "/v1/submissions", ids: "submissions", id: "submission_id" },
  listAllSubmissions: {
    path: () => "/v1/operator/submissions",
    ids: "submissions",
    id: "submission_id",
    by: "operator",
  },
  listStores: { path: () => "/v1/stores", ids: "stores", id: "store_id" },
  listOperatorStores: { path: () => "/v1/operator/stores", ids: "stores", id: "store_id", by: "operator" },
  listDeliveries: { path: () => "/v1/deliveries", ids: "deliveries" },
  listAllDeliveries: { path: () => "/v1/operator/deliveries", ids: "deliveries", by: "operator" },
  listMigrations: { path: () => "/v1/migrations", ids: "migrations" },
  listEvents: { path: () => "/v1/events?event_type=delivery.completed", ids: "events" },
  listAttempts: { path: () => `/v1/events/${made.pings[0]}/attempts`, ids: "attempts" },
  listWebhookAttempts: { path: () => `/v1/webhooks/${made.webhooks[0]}/attempts`, ids: "attempts" },
  listWebhooks: { path: () => "/v1/webhooks", ids: "webhooks" },
  listOwnApiKeys: { path: () => "/v1/api-keys", ids: "keys" },
  listApiKeys: { path: () => `/v1/operator/organizations/${world.label.id}/api-keys`, ids: "keys", by: "operator" },
  listOAuthClients: {
    path: () => `/v1/operator/organizations/${world.label.id}/oauth-clients`,
    ids: "clients",
    id: "client_id",
    by: "operator",
  },
  listOrganizations: { path: () => "/v1/operator/organizations", ids: "organizations", by: "operator" },
  listAuditLog: { path: () => "/v1/operator/audit-log?organization_id=org_old", ids: "audits", by: "operator" },
  listJobs: { path: () => "/v1/operator/jobs?status=parked", ids: "jobs", by: "operator" },
  listMembers: { path: () => "/v1/members", ids: "members" },
  listOrganizationMembers: {
    path: () => `/v1/operator/organizations/${world.label.id}/members`,
    ids: "members",
    by: "operator",
  },
  listStaff: { path: () => "/v1/operator/staff", ids: "staff", by: "operator" },
  listPeople: { path: () => "/v1/operator/people", ids: "people", by: "operator" },
  listOwnAuditLog: { path: () => "/v1/audit-log", ids: "audits" },
  listMails: { path: () => "/v1/operator/mails?status=failed", ids: "mails", by: "operator" },
  listPayees: { path: () => "/v1/payees", ids: "payees" },
  listAllPayees: { path: () => "/v1/operator/payees", ids: "payees", by: "operator" },
  listPayouts: { path: () => "/v1/payouts", ids: "payouts" },
  listAllPayouts: { path: () => "/v1/operator/payouts", ids: "payouts", by: "operator" },
  listContracts: { path: () => "/v1/contracts", ids: "contracts" },
  listContractCosts: { path: () => `/v1/contracts/${made.contracts[0]}/costs`, ids: "costs" },
  listBalanceTransactions: { path: () => "/v1/balance/transactions", ids: "transactions" },
  listAllBalances: {
    path: () => "/v1/operator/balances",
    ids: "organizations",
    id: "organization_id",
    by: "operator",
  },
  listPayeeTransactions: {
    path: () => `/v1/payees/${made.payee[0]}/balance/transactions`,
    ids: "payeeTransactions",
  },
  listPayeeStatements: { path: () => "/v1/payee-statements", ids: "payeeStatements" },
  listSalesReports: { path: () => "/v1/operator/sales-reports", ids: "reports", by: "operator" },
  listReportFormats: { path: () => "/v1/operator/report-formats", ids: "formats", id: "format_id", by: "operator" },
  listChangelog: { path: () => "/v1/changelog", ids: "entries", by: "stranger" },
};

/** Lists whose rows have no text that could be long: each of their cells is checked before it is kept. */
const smallRows = [
  "listUnmatchedRows",
  "listUnmatchedWorks",
  "listReportRows",
  "listLineItems",
  "listAnyLineItems",
  "listPayeeLineItems",
  // As those of the organization, for a person who is signed in.
  "listMyPayeeStatements",
  "listMyPayeeLineItems",
  "listStatements",
  "listAllStatements",
  "listRoyalties",
  "listExchangeRates",
  "listConversions",
  "listReconciliation",
  "listContractVersions",
  "listStoreCredentials",
  "listStoreMessages",
  "listFeed",
  "listRequestLog",
  // At most ten sessions.
  "listMySessions",
  // In the sandbox alone; a mail has at most 101 lines.
  "listSandboxMails",
];

const some = (make: () => string) => Array.from({ length: COUNT }, make).sort();
let number = 0;
/** Ids in the order of their making. */
const made = {
  releases: some(() => newId("rel")),
  tracks: some(() => newId("trk")),
  assets: some(() => newId("ast")),
  submissions: some(() => newId("sub")),
  stores: some(() => `store_old_${10 + number++}`),
  deliveries: some(() => newId("dlv")),
  migrations: some(() => newId("mig")),
  events: some(() => newId("evt")),
  pings: [newId("evt")],
  attempts: some(() => newId("att")),
  webhooks: some(() => newId("whk")),
  keys: some(() => newId("key")),
  clients: some(() => newId("cli")),
  organizations: some(() => newId("org")),
  audits: some(() => newId("aud")),
  jobs: some(() => newId("job")),
  entries: some(() => newId("chg")),
  transactions: some(() => newId("txn")),
  people: some(() => newId("usr")),
  members: some(() => newId("mbr")),
  staff: some(() => newId("stf")),
  mails: some(() => newId("mal")),
  payees: some(() => newId("pye")),
  payouts: some(() => newId("pay")),
  payee: [newId("pye")],
  payeeStatements: some(() => newId("pst")),
  payeeTransactions: some(() => newId("txn")),
  contracts: some(() => newId("con")),
  costs: some(() => newId("cst")),
  reports: some(() => newId("rep")),
  formats: some(() => `format_old_${10 + number++}`),
};

/** As an old version wrote them, or as an old limit allowed them. Each is a second younger than the one before. */
async function fill(): Promise<void> {
  const { db } = world.ctx;
  const of = world.label.id;
  const large = "x".repeat(ROW_BYTES);
  const rows = (ids: readonly string[]) => db`
    (select id, n, now() + make_interval(secs => n) as at, repeat('x', ${ROW_BYTES}::int) as large
      from unnest(${ids as string[]}::text[]) with ordinality as given (id, n)) as old`;
  await db`
    insert into releases (id, organization_id, title, artists, release_date, label, upc, territories, explicit, status, search, created_at, updated_at)
    select id, ${of}, 'Old', jsonb_build_array(jsonb_build_object('name', large, 'role', 'main')), '2030-03-01', 'Old',
      lpad(n::text, 12, '0'), '{WORLD}', false, 'rejected', 'old', at, at from ${rows(made.releases)}`;
  await db`
    insert into tracks (id, organization_id, release_id, title, disc_number, track_number, explicit, lyrics, created_at, updated_at)
    select id, ${of}, ${made.releases[0] ?? ""}, 'Old', 1, n, false, large, at, at from ${rows(made.tracks)}`;
  await db`
    insert into assets (id, organization_id, type, filename, content_type, size_bytes, status, upload_expires_at, created_at, updated_at)
    select id, ${of}, 'audio', large, 'audio/wav', 1, 'awaiting_upload', at, at, at from ${rows(made.assets)}`;
  await db`
    insert into submissions (id, organization_id, release_id, review_status, issues, submitted_at)
    select id, ${of}, ${made.releases[0] ?? ""}, 'approved',
      jsonb_build_array(jsonb_build_object('code', 'old', 'severity', 'info', 'field', 'title', 'issue', large)), at
    from ${rows(made.submissions)}`;
  await db`
    insert into stores (store_id, name, territories, capabilities, requirements, connector, connector_secrets, status, created_at, updated_at)
    select id, large, '{WORLD}', '{}', '"none"', '{"kind": "manual"}', '{}', 'active', at, at from ${rows(made.stores)}`;
  await db`
    insert into release_migrations (id, organization_id, release_id, previous_distributor, overlap_days, look_at, created_at)
    select old.id, ${of}, r.id, large, 5, at, at from ${rows(made.migrations)}
    join (select id, row_number() over (order by id) as place from releases where organization_id = ${of}) r on r.place = old.n`;
  await db`
    insert into deliveries (id, organization_id, release_id, status, territory_codes, created_at, updated_at)
    select id, ${of}, ${made.releases[0] ?? ""}, 'in_progress', '{WORLDWIDE}', at, at from ${rows(made.deliveries)}`;
  await db`
    insert into delivery_stores (delivery_id, store_id, organization_id, place, status, territory_codes, rejection_reason, attempts,
      failures, upc, label, release_date, history, updated_at)
    select id, s.store_id, ${of}, 1, 'taken_down', '{DE}', left(large, ${Math.floor(ROW_BYTES / COUNT)}::int), 1, 0, 'x', 'x', '2030-03-01', '[]', at
    from ${rows(made.deliveries)} cross join stores s`;
  const envelope = (id: string) => JSON.stringify({ id, event_type: "ping", data: { large } });
  for (const [index, id] of [...made.pings, ...made.events].entries()) {
    await db`
      insert into events (id, organization_id, event_type, body, created_at)
      values (${id}, ${of}, ${index === 0 ? "ping" : "delivery.completed"}, ${envelope(id)}, now() + make_interval(secs => ${index}))`;
  }
  const ping = made.pings[0] ?? "";
  await db`
    insert into webhooks (id, organization_id, url, event_type, description, status, secret, created_at, updated_at)
    select id, ${of}, 'https://example.com', '{ping}', large, 'unverified', '', at, at from ${rows(made.webhooks)}`;
  await db`
    insert into dispatches (event_id, webhook_id, organization_id, status, created_at)
    values (${ping}, ${made.webhooks[0] ?? ""}, ${of}, 'delivered', now())`;
  await db`
    insert into attempts (id, event_id, webhook_id, round, duration_ms, response_body, created_at)
    select id, ${ping}, ${made.webhooks[0] ?? ""}, 1, 1, large, at from ${rows(made.attempts)}`;
  await db`
    insert into api_keys (id, organization_id, name, hash, scopes, last4, created_at)
    select id, ${of}, large, decode(md5(id), 'hex'), '{}', 'xxxx', at from ${rows(made.keys)}`;
  await db`
    insert into oauth_clients (id, organization_id, name, secret_hash, scopes, created_at)
    select id, ${of}, large, '', '{}', at from ${rows(made.clients)}`;
  await db`
    insert into organizations (id, name, tier, label, review, status, licensed_territories, fee_rate, withholding_rate, created_at, updated_at)
    select id, large, 'pro', 'x', 'manual', 'active', '{WORLD}', 0, 0, at, at from ${rows(made.organizations)}`;
  await db`
    insert into audit_log (id, created_at, organization_id, actor, request_id, operation, resource_id, fields, about_organization_id)
    select id, at, 'org_old', 'x', 'x', 'x', 'x', array[large], ${of} from ${rows(made.audits)}`;
  await db`
    insert into jobs (id, name, lane, group_key, key, payload, status, run_at, created_at)
    select id, 'x', 'x', '', '', to_jsonb(large), 'parked', at, at from ${rows(made.jobs)}`;
  await db`
    insert into people (id, email, name, status, created_at)
    select id, id || '@example.com', large, 'active', at from ${rows(made.people)}`;
  await db`
    insert into members (id, organization_id, person_id, role, status, invited_by, invited_at, invitation_expires_at)
    select id, ${of}, (${made.people}::text[])[n], 'viewer', 'active', 'operator', at, at from ${rows(made.members)}`;
  await db`
    insert into staff (id, person_id, role, status, invited_by, invited_at, invitation_expires_at, created_at)
    select id, (${made.people}::text[])[n], 'support', 'active', 'operator', at, at, at from ${rows(made.staff)}`;
  await db`
    insert into mails (id, kind, recipient, subject, status, error, created_at)
    select id, 'security', 'ana@example.com', 'x', 'failed', large, at from ${rows(made.mails)}`;
  await db`
    insert into balances (organization_id, currency, available, in_transit, created_at)
    select id, 'EUR', 1, 0, at from ${rows(made.organizations)}`;
  await db`
    with posted as (
      insert into ledger_transactions (id, organization_id, currency, type, source_id, amount, description, created_at)
      select id, ${of}, 'EUR', 'adjustment', id, 0, large, at from ${rows(made.transactions)} returning id)
    insert into ledger_entries (transaction_id, account, amount) select id, 'available', 0 from posted`;
  await db`
    insert into payees (id, organization_id, name, paid_by, status, created_at, updated_at)
    select id, ${of}, large, 'operator', 'active', at, at from ${rows(made.payees)}`;
  await db`
    insert into payouts (id, organization_id, amount, currency, status, failure_reason, created_at, updated_at)
    select id, ${of}, 1, 'EUR', 'failed', large, at, at from ${rows(made.payouts)}`;
  await fillPayees(rows);
  await db`
    insert into contracts (id, organization_id, name, level, terms, status, version, created_at, updated_at)
    select id, ${of}, large, 'all', '[]', 'draft', 1, at, at from ${rows(made.contracts)}`;
  await db`
    insert into contract_costs (id, organization_id, contract_id, kind, amount, currency, description, status, created_at)
    select id, ${of}, ${made.contracts[0] ?? ""}, 'cost', 1, 'EUR', large, 'open', at from ${rows(made.costs)}`;
  await db`
    insert into sales_reports (id, store_id, period, status, rows, totals, warnings, created_at, updated_at)
    select id, ${made.stores[0] ?? ""}, '2026-01', 'imported', 0, '[]', jsonb_build_array(large), at, at from ${rows(made.reports)}`;
  await db`
    insert into report_formats (format_id, name, file, rows, columns, parse, unknown_store, store_names, is_built_in, created_at, updated_at)
    select id, large, '{"encoding": "auto", "separator": "auto"}', '{"header": 1}', '{}', '{"decimal": ".", "date": "YYYY-MM"}', 'refuse', '{}', false,
      at, at from ${rows(made.formats)}`;
  await db`
    insert into changelog (id, date, title, body, created_at) select id, at::date, 'x', large, at from ${rows(made.entries)}`;
}

async function fillPayees(rows: (ids: readonly string[]) => Fragment): Promise<void> {
  const { db } = world.ctx;
  const of = world.label.id;
  const payee_id = made.payee[0] ?? "";
  await db`
    insert into payees (id, organization_id, name, paid_by, status, created_at, updated_at)
    values (${payee_id}, ${of}, 'x', 'operator', 'active', now(), now())`;
  await db`
    insert into statements (id, organization_id, period, currency, gross_amount, fee_amount, tax_amount, net_amount, fee_rate,
      withholding_rate, line_item_count, exchange_rates, is_sandbox, created_at)
    select 'stm' || substr(id, 4), ${of}, '2026-01', 'EUR', 0, 0, 0, 0, 0, 0, 0, '[]', true, at from ${rows(made.payeeStatements)}`;
  await db`
    insert into payee_statements (id, organization_id, payee_id, payee_name, statement_id, period, currency, share_amount,
      taxable_amount, tax_rate, tax_amount, net_amount, paid_by, line_item_count, balance_before, organization_name, created_at)
    select id, ${of}, ${payee_id}, large, 'stm' || substr(id, 4), '2026-01', 'EUR', 0, 0, 0, 0, 0, 'operator', 0, 0, 'x', at
    from ${rows(made.payeeStatements)}`;
  await db`
    with posted as (
      insert into ledger_transactions
        (id, organization_id, payee_id, currency, type, source_id, payee_amount, description, created_at)
      select id, ${of}, ${payee_id}, 'EUR', 'statement', id, 0, large, at from ${rows(made.payeeTransactions)} returning id)
    insert into ledger_entries (transaction_id, account, amount) select id, 'payees', 0 from posted`;
}

/** Counts the bytes that the database hands over while the work lasts. Its sockets have no address: they are files. */
async function bytesFromDatabase<T>(work: () => Promise<T>): Promise<{ result: T; bytes: number }> {
  const { push } = Socket.prototype;
  let bytes = 0;
  Socket.prototype.push = function (chunk: Buffer | null, ...rest) {
    if (!this.remoteAddress) bytes += chunk?.length ?? 0;
    return push.call(this, chunk, ...rest);
  };
  try {
    return { result: await work(), bytes };
  } finally {
    Socket.prototype.push = push;
  }
}

/** The plans of all pages that are looked up while the work lasts. Tables are small here, so cheaper plans are off. */
async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
  const { db, begin } = world.ctx;
  const plans: string[] = [];
  const explain = (found: Fragment, limit: number) =>
    begin(async (db) => {
      await db`set local enable_sort = off`;
      await db`set local enable_seqscan = off`;
      await db`set local enable_bitmapscan = off`;
      const lines = await db<{ "QUERY PLAN": string }[]>`explain ${found} limit ${limit}`;
      plans.push(lines.map((line) => line["QUERY PLAN"]).join("\n"));
    });
  const explaining = new Proxy(db, {
    apply(target, self, [strings, ...values]) {
      const send = () => Reflect.apply(target as unknown as () => unknown, self, [strings, ...values]);
      return String(strings) === ", limit ," ? explain(values[0], values[1]).then(send) : send();
    },
  });
  Object.assign(world.ctx, { db: explaining });
  await work().finally(() => Object.assign(world.ctx, { db }));
  return plans;
}

type Walk = { ids: string[]; pages: { count: number; bytes: number; from_database: number; has_more: boolean }[] };

async function walk(caller: Caller, path: string, id: string): Promise<Walk> {
  const seen: Walk = { ids: [], pages: [] };
  for (let cursor = ""; cursor !== undefined; ) {
    const query = `${path.includes("?") ? "&" : "?"}limit=100${cursor && `&cursor=${cursor}`}`;
    const { result, bytes } = await bytesFromDatabase(() => caller.call(`GET ${path}${query}`));
    expect([result.status, result.status === 200 ? "" : result.text]).toEqual([200, ""]);
    const { data, has_more, next_cursor } = result.body;
    expect(next_cursor === null).toBe(!has_more);
    seen.ids.push(...data.map((row: Record<string, string>) => row[id]));
    seen.pages.push({ count: data.length, bytes: result.text.length, from_database: bytes, has_more });
    cursor = next_cursor ?? undefined;
  }
  return seen;
}

describe("a list of large rows", () => {
  test("is read below, every one there is", () => {
    const operations = describedRoutes().filter(({ success }) => success.list);
    expect(operations.map(({ operation }) => operation).sort()).toEqual([...Object.keys(lists), ...smallRows].sort());
  });

  test.each(Object.entries(lists))("%s ends its pages at about 4 MiB and misses nothing", async (_name, list) => {
    const caller = list.by ? world[list.by] : world.label;
    const { ids, pages } = await walk(caller, list.path(), list.id ?? "id");
    const newest_first = [...made[list.ids]].reverse();
    expect(ids.filter((id) => newest_first.includes(id))).toEqual(newest_first);
    expect(new Set(ids).size).toBe(ids.length);
    expect(pages.map(({ has_more }) => has_more)).toEqual([true, false]);
    expect(Math.max(...pages.map(({ bytes }) => bytes))).toBeLessThan(PAGE_BYTES + 10_000);
    expect(Math.max(...pages.map(({ from_database }) => from_database))).toBeLessThan(PAGE_BYTES + 50_000);
  });

  const indexed = Object.entries(lists).filter(([, { sorts }]) => !sorts);
  test.each(indexed)("%s finds its pages in an index and sorts nothing", async (_name, list) => {
    const caller = list.by ? world[list.by] : world.label;
    const path = `GET ${list.path()}${list.path().includes("?") ? "&" : "?"}limit=1`;
    const plans = await plansOf(async () => {
      const { next_cursor } = (await caller.call(path)).body;
      await caller.call(`${path}&cursor=${next_cursor}`);
    });
    expect(plans).toHaveLength(2);
    // A merge of sorted parts names its sort key, but sorts nothing.
    for (const plan of plans) expect(plan).not.toMatch(/Sort +\(/);
  });

  test.each(releaseOrders.flatMap((sort) => [`sort=${sort}`, `sort=${sort}&status=rejected`]))(
    "listReleases with %s sorts nothing and misses nothing",
    async (query) => {
      const path = `/v1/releases?${query}`;
      const plans = await plansOf(async () => {
        const { next_cursor } = (await world.label.call(`GET ${path}&limit=1`)).body;
        await world.label.call(`GET ${path}&limit=1&cursor=${next_cursor}`);
      });
      expect(plans).toHaveLength(2);
      for (const plan of plans) expect(plan).not.toContain("Sort");
      const { ids } = await walk(world.label, path, "id");
      expect(ids).toEqual(query.includes("=-") ? [...made.releases].reverse() : made.releases);
    },
  );

  test("goes on in the other direction too, after an event", async () => {
    const { ids, pages } = await walk(world.label, `/v1/events?after=${made.pings[0]}`, "id");
    expect(ids).toEqual(made.events);
    expect(pages).toHaveLength(2);
  });

  test("holds one row, however large it is", async () => {
    await world.ctx.db`
      update releases set artists = jsonb_build_array(jsonb_build_object('name', repeat('x', 6000000), 'role', 'main'))
      where id in (${made.releases[3] ?? ""}, ${made.releases[7] ?? ""})`;
    const { ids, pages } = await walk(world.label, "/v1/releases?status=rejected", "id");
    expect(ids).toEqual([...made.releases].reverse());
    expect(pages.map(({ count }) => count)).toEqual([1, 3, 1, 3]);
  });

  test("asked for by eight at once is made by a few at a time, and all eight get it", async () => {
    const eight = Array.from({ length: 8 }, () => world.label.call("GET /v1/tracks?limit=100"));
    for (const { status, body } of await Promise.all(eight)) expect([status, body.data.length]).toEqual([200, 5]);
  });
});
