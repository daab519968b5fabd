import { runTest, type TestReport, test_limits } from "../connectors/connection-test.ts";
import type { Connector, ConnectorInputs } from "../connectors/connector.ts";
import {
  type ConnectorKinds,
  type ConnectorSettings,
  changedConnector,
  connectorRule,
  getConnectorKind,
  readConnector,
} from "../connectors/kinds.ts";
import { openConnectorSecrets, sealConnectorSecrets } from "../connectors/secrets.ts";
import { type Capabilities, defaultCapabilities } from "../messages/capabilities.ts";
import type { ErnParts, SchemaCheck } from "../messages/written-message.ts";
import { type Context, type Transaction, timestamp, transaction } from "../platform/context.ts";
import { isForeignKeyViolation } from "../platform/database/failure.ts";
import { ApiError, type Issue, notFound, problem, throwIfAny } from "../platform/errors.ts";
import { enqueue } from "../platform/jobs/queue.ts";
import type { Seal } from "../platform/seal.ts";
import { assertMove, isMove } from "../platform/state-machine.ts";
import { WORLD, withWorldAs } from "../standards/territory.ts";
import { resumeStore } from "./job-definitions.ts";
import { deleteReportNames, findReportNamesOf, insertReportNames, lockReportNames } from "./name-queries.ts";
import {
  countStoresByTerritory,
  deleteStoreRow,
  findStore,
  findStoreAtWork,
  findStoreWithHealth,
  hasDeliveries,
  insertStores,
  isStoreNamed,
  lockStore,
  lockStoreToRemove,
  markReached,
  pauseStoreRow,
  type SealedStore,
  type StoreAtWork,
  updateStoreRow,
} from "./queries.ts";
import { reportKey } from "./report-name.ts";
import {
  type NewStore,
  type OperatorStore,
  pauseTransitions,
  type StoreChanges,
  type StoreWithHealth,
  servedTerritories,
  storeDefaults,
  type TerritoryList,
} from "./store.ts";
import { tableIssues } from "./store-tables.ts";

/**
 * The kinds of connectors, the seal of their secrets, our own party in their messages, and the schemas that messages
 * are compared with, if there are any.
 */
export type ConnectorParts = {
  connectors: ConnectorKinds;
  vault: Seal;
  ern: ErnParts;
  schemas?: SchemaCheck | undefined;
};

export async function createStore(ctx: Transaction, parts: ConnectorParts, given: NewStore): Promise<OperatorStore> {
  const { store_id } = given;
  assertSender(parts, given.connector);
  throwIfAny(
    styleIssues({ ...defaultCapabilities, ...given.capabilities }, given.connector, "connector.takedown_style"),
  );
  const { report_names = [] } = given;
  if ((await keepStores(ctx, parts, [given])) === 1) {
    if (report_names.length > 0) await setReportNames(ctx, store_id, report_names);
    return getStore(ctx, store_id);
  }
  const detail = { field: "store_id", issue: `belongs to another store: ${store_id}` };
  throw new ApiError("invalid_state", `The store ${store_id} already exists.`, [detail]);
}

/** Makes those that are not there, and leaves the others as they are. */
export async function keepStores(ctx: Transaction, parts: ConnectorParts, given: readonly NewStore[]): Promise<number> {
  const now = timestamp(ctx);
  const rows = given.map((store): SealedStore => {
    const { connector, secrets } = readConnector(parts.connectors, store.connector);
    const capabilities = { ...defaultCapabilities, ...store.capabilities };
    throwIfAny(tableIssues({ ...storeDefaults, ...store }, capabilities));
    return {
      ...storeDefaults,
      ...store,
      territories: withWorldAs(WORLD, store.territories),
      capabilities,
      connector,
      connector_secrets: sealConnectorSecrets(parts.vault, store.store_id, secrets),
      gets_ern: speaksErn(parts, connector),
      created_at: now,
      updated_at: now,
    };
  });
  return insertStores(ctx.db, rows);
}

/** They replace the old ones. A store may take a name that another gives up at the same moment. */
async function setReportNames(ctx: Transaction, store_id: string, names: readonly string[]): Promise<void> {
  await lockReportNames(ctx.db);
  await deleteReportNames(ctx.db, store_id);
  const inserted = await insertReportNames(ctx.db, store_id, names);
  if (inserted.size === names.length) return;
  const owners = await findReportNamesOf(ctx.db, names.map(reportKey));
  const isOwn = (name: string) => inserted.has(reportKey(name));
  throwIfAny(
    names.flatMap((name, index) =>
      isOwn(name) ? [] : [problem(`report_names[${index}]`, `is a name of ${owners.get(reportKey(name))}: ${name}`)],
    ),
  );
}

/** False for a kind that only a newer version knows: its rows are not written here. */
function speaksErn({ connectors }: ConnectorParts, connector: ConnectorSettings): boolean {
  const kind = connectors[connector.kind];
  if (kind === undefined) return false;
  return kind.speaks_ern ?? kind.is_written?.(connector as never) ?? false;
}

/** Only ERN 3 has a flag for takedowns. */
function styleIssues({ message_format }: Capabilities, { takedown_style }: ConnectorSettings, field: string): Issue[] {
  if (takedown_style !== "takedown_flag" || message_format === "ern_3.8.3") return [];
  return [problem(field, `does not fit: takedown_flag needs the message format ern_3.8.3, not ${message_format}`)];
}

/** In production a store cannot get ERN messages before the operator has said who sends them. */
function assertSender({ connectors, ern }: ConnectorParts, { kind }: { kind: string }): void {
  const row = connectors[kind];
  if (ern.sender || !row?.speaks_ern) return;
  const issue =
    "sends DDEX messages: set SEGUE_DDEX_PARTY_ID and SEGUE_DDEX_PARTY_NAME first, and start the service again";
  throwIfAny([problem("connector.kind", issue)]);
}

export async function getStore(ctx: Context, store_id: string): Promise<OperatorStore> {
  const store = await findStore(ctx.db, store_id);
  if (!store) throw notFound("store");
  return store;
}

/**
 * The connector takes a part: settings that are left out stay. Secrets are write-only. If a request omits one, the stored value is
 * kept, unless the kind of connector changes.
 */
export async function updateStore(
  ctx: Transaction,
  parts: ConnectorParts,
  { store_id, report_names, ...changes }: StoreChanges & { store_id: string },
): Promise<OperatorStore> {
  const before = await lockStore(ctx.db, store_id);
  if (!before) throw notFound("store");
  if (Object.keys(changes).length === 0 && report_names === undefined) return before;
  const { connector, secrets, removed_secrets } = connectorAfter(parts, before, changes);
  if (connector.kind === "reported" && before.connector.kind !== "reported") await assertUndelivered(ctx, store_id);
  if (report_names !== undefined) await setReportNames(ctx, store_id, report_names);
  const { status = before.status } = changes;
  assertMove(pauseTransitions, before.status, status);
  const capabilities = { ...before.capabilities, ...changes.capabilities };
  throwIfAny(tableIssues({ ...before, ...changes }, capabilities));
  const styled = changes.connector ? "connector.takedown_style" : "capabilities.message_format";
  throwIfAny(styleIssues(capabilities, connector, styled));
  await updateStoreRow(ctx.db, {
    ...before,
    ...changes,
    territories: withWorldAs(WORLD, changes.territories ?? before.territories),
    capabilities,
    connector,
    connector_secrets: sealConnectorSecrets(parts.vault, store_id, secrets),
    gets_ern: speaksErn(parts, connector),
    keeps_secrets: connector.kind === before.connector.kind,
    removed_secrets,
    updated_at: timestamp(ctx),
  });
  if (isMove(pauseTransitions.resume, before.status, status)) await enqueue(ctx, resumeStore, { store_id, after: "" });
  return getStore(ctx, store_id);
}

function connectorAfter(parts: ConnectorParts, before: OperatorStore, changes: StoreChanges) {
  if (!changes.connector) return { connector: before.connector, secrets: {}, removed_secrets: [] };
  const { given, removed_secrets } = changedConnector(parts.connectors, before.connector, changes.connector);
  const issues = connectorRule(parts.connectors)(given);
  throwIfAny(issues.map((issue) => ({ ...issue, field: issue.field ? `connector.${issue.field}` : "connector" })));
  assertSender(parts, given);
  return { ...readConnector(parts.connectors, given), removed_secrets };
}

async function assertUndelivered(ctx: Context, store_id: string): Promise<void> {
  if (!(await hasDeliveries(ctx.db, store_id))) return;
  const detail = { field: "connector.kind", issue: "cannot be reported: the store has deliveries" };
  throw new ApiError("invalid_state", `${store_id} has deliveries, so it cannot be a store that only reports name.`, [
    detail,
  ]);
}

export async function getStoreWithHealth(ctx: Context, store_id: string): Promise<StoreWithHealth> {
  const store = await findStoreWithHealth(ctx.db, store_id);
  if (!store) throw notFound("store");
  return store;
}

/** The database decides whether the store was ever used: a delivery that names it at the same moment is seen, or fails. */
export async function deleteStore(ctx: Transaction, store_id: string): Promise<void> {
  if (!(await lockStoreToRemove(ctx.db, store_id))) throw notFound("store");
  const used = new ApiError(
    "invalid_state",
    `${store_id} has deliveries, messages, sales reports or report formats, so it cannot be removed. Pause it: nothing is sent to it then.`,
  );
  if (await isStoreNamed(ctx.db, store_id)) throw used;
  await deleteStoreRow(ctx.db, store_id).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? used : error;
  });
}

/** Called by the service itself. The store's work waits until the operator resumes it. */
export async function pauseStore(ctx: Transaction, store_id: string): Promise<void> {
  await pauseStoreRow(ctx.db, store_id, timestamp(ctx));
}

/** Call it outside any transaction, since calls to stores are slow. Throws a `TransportFailure` if a secret cannot be read. */
export function connectStore(
  ctx: Pick<Context, "blobs" | "clock">,
  parts: ConnectorParts,
  store: StoreAtWork,
): Connector {
  return getConnectorKind(parts.connectors, store.connector.kind).connect(inputsOf(ctx, parts, store));
}

function inputsOf(
  { blobs, clock }: Pick<Context, "blobs" | "clock">,
  { vault, ern, schemas }: ConnectorParts,
  { store_id, connector, connector_secrets }: StoreAtWork,
): ConnectorInputs {
  const secrets = openConnectorSecrets(vault, store_id, connector_secrets);
  return { settings: connector as never, secrets, blobs, clock, ern, schemas };
}

/** With no transaction open. The caller waits for it, so it has a deadline of its own. */
export async function testStore(ctx: Context, parts: ConnectorParts, store_id: string): Promise<TestReport> {
  const store = await findStoreAtWork(ctx.db, store_id);
  if (!store) throw notFound("store");
  const { test } = getConnectorKind(parts.connectors, store.connector.kind);
  if (!test) return { ok: true, steps: [] };
  const signal = AbortSignal.timeout(test_limits.steps_ms);
  const report = await runTest(() => test(inputsOf(ctx, parts, store), { signal, ...test_limits }));
  // No delivery may be left to find that the store is back: then the alert would stay.
  if (report.ok && store.is_unreached) await transaction(ctx, (ctx) => markReached(ctx.db, store_id));
  return report;
}

export async function listTerritories(ctx: Context, organization_id: string): Promise<TerritoryList> {
  const found = await countStoresByTerritory(ctx.db, organization_id);
  if (!found) throw notFound("organization");
  return { data: servedTerritories(found.licensed_territories, found.counts) };
}
