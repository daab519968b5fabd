// The least that creating a release can cost: the product's own statements, two round trips, no HTTP, no validation.

import { createHash, randomUUID } from "node:crypto";
import { insertAuditRow } from "../server/src/organizations/audit-queries.ts";
import { findOrganization } from "../server/src/organizations/queries.ts";
import { takeUpc } from "../server/src/organizations/upc-pool.ts";
import { takePooledUpc } from "../server/src/organizations/upc-queries.ts";
import { systemChance, type Transaction } from "../server/src/platform/context.ts";
import { newId } from "../server/src/platform/ids.ts";
import { insertRelease } from "../server/src/releases/queries.ts";
import { searchText } from "../server/src/releases/release.ts";
import { noBlobs, noChildHands, noOutbound, systemClock } from "../server/test/no-edges.ts";
import { answerTasks, rateOf } from "./answer.ts";
import { inOrder } from "./in-order.ts";
import { type Line, openLine } from "./line.ts";
import { CONNECTIONS } from "./measure.ts";
import { draft } from "./product.ts";

const [socket_dir = "", organization_id = ""] = process.argv.slice(2);
const connections = Array.from({ length: CONNECTIONS }, () => openLine(socket_dir));

async function write(database: Line): Promise<void> {
  const { db } = database;
  const key = randomUUID();
  const body = JSON.stringify(draft);
  const fingerprint = createHash("sha256").update(`POST /v1/releases\n${body}`).digest();
  const lock = createHash("sha256").update(`${organization_id} ${key}`).digest().readBigInt64BE().toString();
  const now = new Date().toISOString();
  const [, , , organization, pooled] = await Promise.all([
    inOrder(db`begin`),
    inOrder(db`select pg_try_advisory_xact_lock(${lock}::bigint) as is_locked`),
    inOrder(db`
      select fingerprint, status, body, claim_id, coalesce(lease_until > now(), false) as is_leased from idempotency_keys
      where organization_id = ${organization_id} and key = ${key} and created_at > ${now}`),
    findOrganization(db, organization_id),
    takePooledUpc(db, organization_id, "skip"),
  ]);
  const ctx: Transaction = {
    db,
    clock: systemClock,
    blobs: noBlobs,
    outbound: noOutbound,
    child_process_limit: noChildHands,
    is_live: true,
    chance: systemChance,
    begin: database.begin,
    beginAlone: database.beginAlone,
    announce: () => undefined,
    commit: { atEnd: () => undefined, woken: new Set() },
  };
  const upc = pooled ?? (await takeUpc(ctx, organization_id));
  const release = {
    ...draft,
    ...blank,
    id: newId("rel"),
    label: organization?.label ?? "",
    upc,
    created_at: now,
    updated_at: now,
  };
  const reply = JSON.stringify(release);
  await Promise.all([
    insertRelease(db, organization_id, {
      ...release,
      artists: [{ name: "Vera Lux", role: "main" }],
      search: searchText({ ...release, artists: [{ name: "Vera Lux", role: "main" }] }),
    }),
    inOrder(
      insertAuditRow(db, {
        id: newId("aud"),
        created_at: now,
        principal_id: organization_id,
        actor: "key_bench",
        request_id: newId("req"),
        operation: "createRelease",
        resource_id: release.id,
        fields: Object.keys(draft),
      }),
    ),
    inOrder(db`
      insert into idempotency_keys (organization_id, key, fingerprint, status, body, created_at)
      values (${organization_id}, ${key}, ${fingerprint}, 201, ${reply}, ${now}) on conflict (organization_id, key) do nothing`),
    inOrder(db`commit`),
  ]);
}

const blank = {
  version: null,
  type: null,
  original_release_date: null,
  start_at: null,
  ean: null,
  catalog_number: null,
  subgenre: null,
  translations: null,
  artwork_ai: "none" as const,
  territories: ["WORLD"],
  genre: null,
  language: null,
  p_line: null,
  c_line: null,
  explicit: false,
  artwork_asset_id: null,
  status: "draft" as const,
};

answerTasks((seconds: number) =>
  rateOf(
    seconds,
    connections.map((connection) => () => write(connection)),
  ),
);
