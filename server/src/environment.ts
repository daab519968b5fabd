// One environment, production or sandbox: its database, its guards, its server.

import { seedSandbox } from "../seeds/sandbox.ts";
import type { Links } from "./assets/links.ts";
import { keepsFiles } from "./assets/storage-keeper.ts";
import { backupJobs, backupSchedule } from "./backup-job.ts";
import { connectorKinds } from "./connectors/kinds.ts";
import type { KeyForm } from "./credentials/api-key.ts";
import type { EnvironmentParts } from "./environment-parts.ts";
import { adoptEvents } from "./events/actions.ts";
import { jobHandlers, schedules as usualSchedules } from "./jobs.ts";
import type { MailParts } from "./mail/actions.ts";
import type { MailSettings } from "./mail/mail-settings.ts";
import type { SendingParts } from "./mail/sending.ts";
import { openTransport } from "./mail/transport.ts";
import { notifyParked } from "./notices/actions.ts";
import { countDefaultPools } from "./organizations/upc-pool.ts";
import { gaugeTable, readDatabaseGauges, readMachineGauges } from "./overview/gauges.ts";
import { assertOwnDatabase } from "./own-database.ts";
import { childProcessLimit } from "./platform/child-process-limit.ts";
import { COMPARE_EVERY_MS, createClock, machineTime, type ServiceClock } from "./platform/clock.ts";
import { type Context, systemChance, timestamp } from "./platform/context.ts";
import { byIndexAlone, type Database, type Db, openDatabase } from "./platform/database/db.ts";
import { migrate } from "./platform/database/migrate.ts";
import { ApiError } from "./platform/errors.ts";
import { createMetrics } from "./platform/http/observing/metrics.ts";
import { openRequestLog, type RequestLog } from "./platform/http/observing/request-log.ts";
import { dateIdsBy } from "./platform/ids.ts";
import { createAnnouncer } from "./platform/jobs/announce.ts";
import { interval } from "./platform/jobs/interval.ts";
import { measureQueue } from "./platform/jobs/queue.ts";
import { runDueJobs, startWorker, type WorkerOptions } from "./platform/jobs/worker.ts";
import { type OpenLimiters, openLimiters } from "./platform/limits/limiters.ts";
import type { Log } from "./platform/logging.ts";
import { createOutbound } from "./platform/outbound/outbound.ts";
import { createSeal } from "./platform/seal.ts";
import { StorageAway } from "./platform/storage/blobs.ts";
import { discardScratch } from "./platform/storage/scratch.ts";
import { openBlobs } from "./platform/storage/storage.ts";
import { createXsdChecker } from "./platform/xsd/xsd-checker.ts";
import { keepBuiltInFormats } from "./royalties/formats/actions.ts";
import { assertSameSecret, deriveKeys } from "./secrets.ts";
import { openServing } from "./serving.ts";
import type { ConnectorParts } from "./stores/actions.ts";

export type Environment = {
  ctx: Context;
  /** Undefined if there is no demo organization, or its key was revoked. */
  demo_key: string | undefined;
  /** Makes the token of a one-time link that signs in to the dashboard as the demo organization, if there is one. */
  demoLink(): Promise<string | undefined>;
  /** `local_url` is the address from this machine, without any proxy in front. */
  listen(address: { port: number; host: string }): Promise<{ url: string; local_url: string }>;
  /** Only for tests: writes the lines of the request log that wait. */
  flushRequestLog(): Promise<void>;
  /** Starts background work, which runs until `close`. */
  work(): Promise<void>;
  /** Only for tests: does everything that is due by the clock, now. */
  runJobs(): Promise<void>;
  close(): Promise<void>;
};

export async function openEnvironment(parts: EnvironmentParts): Promise<Environment> {
  const keys = deriveKeys(parts.secret);
  const edges = parts.edges ?? {};
  const form = { prefix: parts.key_prefix, pepper: keys.pepper };
  const database = openDatabase(parts.address);
  const announcer = createAnnouncer(database);
  const closers: (() => void | Promise<void>)[] = [database.close];
  const stoppers: (() => Promise<void>)[] = [];
  try {
    const outbound = createOutbound(parts.outbound);
    closers.push(outbound.close);
    const time = await openTime(database.db, parts);
    closers.unshift(time.stop);
    const clock = edges.clock ?? time;
    const ctx: Context = {
      db: database.db,
      begin: database.begin,
      beginAlone: database.beginAlone,
      clock,
      chance: systemChance,
      outbound,
      announce: announcer.announce,
      blobs: await openBlobs(parts.storage, parts.name),
      child_process_limit: childProcessLimit(parts.child_processes),
      is_live: parts.name === "production",
    };
    await prepareDatabase(database, parts);
    await Promise.all([adoptEvents(ctx), keepBuiltInFormats(ctx)]);
    if (ctx.is_live) await warnOfDefaultUpcs(ctx, parts.log);
    await prepareStorage(ctx, { log: parts.log, is_time_right: time.fault() === undefined });
    const limits = await openLimiters({ ...parts, now_ms: () => clock.now().getTime() });
    closers.unshift(limits.close);
    const request_log = edges.has_request_log === false ? undefined : openRequestLog(ctx, parts.log);
    if (request_log) closers.unshift(request_log.close);
    const base = { ctx, limits, time, request_log };
    const schemas = parts.ddex_schemas === undefined ? undefined : createXsdChecker(parts.ddex_schemas);
    if (schemas) closers.push(schemas.close);
    const stores = { ...connectorParts(keys.vault_key, parts), schemas };
    const links: Links = { public_url: parts.public_url ?? "", seal: createSeal(keys.link_key) };
    const mail = openMail(parts.mail, { vault: stores.vault, links }, closers);
    const { handlers, schedules } = backgroundWork(parts, { ...stores, form, mail });
    const metrics = openMetrics(parts, base);
    const serving = openServing(parts, { ...base, keys, stores, links, mail, handlers, metrics });
    const demo_key = parts.has_demo ? await seedSandbox(ctx, { form, stores, demo_seed: keys.demo_seed }) : "";
    const isRefused = demo_key === "" || (await serving.authenticate(demo_key)) instanceof ApiError;
    const bench = { ctx, handlers, schedules, log: parts.log, observe: metrics.observeJob, onParked: notifyParked };
    return {
      ctx,
      demo_key: isRefused ? undefined : demo_key,
      demoLink: async () => (isRefused ? undefined : serving.makeLink(demo_key)),
      listen: serving.listen,
      async work() {
        const worker = await openWorker(parts, time, bench);
        stoppers.push(worker.stop);
        closers.unshift(worker.close);
        await announcer.connect(worker);
      },
      runJobs: () => runDueJobs(bench),
      flushRequestLog: async () => request_log?.flush(),
      async close() {
        // Closed in parallel: each has its own time to finish running work.
        await Promise.all([serving.close(), ...stoppers.map((stop) => stop())]);
        for (const close of closers) await close();
      },
    };
  } catch (error) {
    for (const close of closers) await close();
    throw error;
  }
}

/** The service's clock, compared with the database's until the end. */
async function openTime(db: Db, { edges: { clock, machine = machineTime } = {}, log }: EnvironmentParts) {
  const time = createClock(machine, log);
  await time.compare(db);
  if (!clock) dateIdsBy(time.now_ms);
  let asked = db;
  const comparing = interval(COMPARE_EVERY_MS, () => time.compare(asked), log);
  return {
    ...time,
    /** From now on the comparison uses these connections: a worker's connections wait for no request. */
    ask(db: Db) {
      asked = db;
    },
    /** A running comparison is not awaited: if the database hangs, it ends with the connections. */
    stop: () => void comparing.stop(),
  };
}

function openMetrics(
  { name, storage }: EnvironmentParts,
  measured: {
    ctx: Context;
    limits: OpenLimiters;
    time: Pick<ServiceClock, "ahead_s">;
    request_log: RequestLog | undefined;
  },
) {
  const { ctx, limits, time, request_log } = measured;
  return createMetrics(name, {
    unlogged: () => request_log?.dropped() ?? 0,
    queue: () => measureQueue(ctx.db, timestamp(ctx)),
    sharing: limits.sharing,
    clockAhead: time.ahead_s,
    gauges: {
      table: gaugeTable,
      readMachine: () => readMachineGauges(storage),
      readDatabase: () => readDatabaseGauges(ctx),
    },
  });
}

/** Separate connections, so that jobs and requests do not wait for each other. */
async function openWorker(
  { address }: EnvironmentParts,
  time: Awaited<ReturnType<typeof openTime>>,
  bench: WorkerOptions,
) {
  const { db, begin, close } = openDatabase(address, undefined, byIndexAlone);
  time.ask(db);
  const mayWork = () => time.fault() === undefined;
  const worker = await startWorker({ ...bench, ctx: { ...bench.ctx, db, begin }, mayWork });
  return { ...worker, close };
}

/** All jobs of this environment, and those that run by a schedule. */
function backgroundWork(
  { backup, edges, webhook_retry_s, log }: EnvironmentParts,
  work: ConnectorParts & { form: KeyForm; mail: SendingParts & MailParts },
) {
  const usual = jobHandlers({ ...work, retry_s: webhook_retry_s, log });
  return {
    handlers: [...usual, ...(backup ? backupJobs(backup, log) : []), ...(edges?.jobs ?? [])],
    schedules: backup ? [...usualSchedules, backupSchedule(backup)] : usualSchedules,
  };
}

/** Mail is written with links, and sent. */
function openMail(
  { from, way }: MailSettings,
  parts: Pick<SendingParts, "vault" | "links">,
  closers: (() => void | Promise<void>)[],
): SendingParts & MailParts {
  const transport = openTransport(way);
  closers.unshift(transport.close);
  return { ...parts, from, transport, is_mailed: way.kind === "smtp" };
}

function connectorParts(vault_key: Buffer, { edges, ern }: Pick<EnvironmentParts, "edges" | "ern">): ConnectorParts {
  // Values from our own rows are as long as they were when sealed.
  const vault = createSeal(vault_key, Number.POSITIVE_INFINITY);
  return { connectors: { ...connectorKinds, ...edges?.connectors }, vault, ern };
}

async function prepareDatabase(database: Database, parts: EnvironmentParts): Promise<void> {
  await migrate(database, parts.migrations_dir);
  await assertOwnDatabase(database.db, parts.name);
  await assertSameSecret(database.db, parts.secret);
}

async function warnOfDefaultUpcs(ctx: Context, log: Log): Promise<void> {
  const organizations = await countDefaultPools(ctx);
  if (organizations === 0) return;
  const who = organizations === 1 ? "1 organization gets" : `${organizations} organizations get`;
  log.warn(
    {},
    `${who} UPCs of Segue's default range, which stores refuse: give each a GS1 range by \`segue org update --upc-range\``,
  );
}

async function prepareStorage(
  ctx: Context,
  { log, is_time_right }: { log: Log; is_time_right: boolean },
): Promise<void> {
  // This machine's clock dates the scratch folders.
  if (is_time_right) await discardScratch();
  try {
    if (!(await keepsFiles(ctx)))
      log.warn({}, "Another copy of this database owns the files in SEGUE_STORAGE: this one deletes no files");
  } catch (error) {
    // A storage that is only unavailable does not stop the start. Every removal of files checks the owner again.
    if (!(error instanceof StorageAway)) throw error;
  }
}
