// The composition root: configuration, database, both environments, and a clean end.

import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import manifest from "../package.json" with { type: "json" };
import type { ScheduledBackup } from "./backup-job.ts";
import { banner, workerBanner } from "./banner.ts";
import { type Config, readConfig } from "./config.ts";
import { databaseVariable, migrations_dir, openDatabases } from "./databases.ts";
import { type Environment, openEnvironment } from "./environment.ts";
import { keepSetting } from "./platform/database/installation.ts";
import type { DatabaseAddress } from "./platform/database/url.ts";
import type { EmbeddedPostgres } from "./platform/embedded/embedded-postgres.ts";
import { createLog, jsonForm } from "./platform/logging.ts";
import { readableForm } from "./platform/readable-log.ts";
import { diskWarning } from "./platform/storage/disk-room.ts";
import { measureDisks, type Storage } from "./platform/storage/storage.ts";
import { startTracing } from "./platform/tracing/tracing.ts";
import { assertPortsFree, listenError } from "./ports.ts";
import { announceRunning, findRunning, withdrawRunning } from "./running.ts";
import { schemasMissing } from "./schema-folder.ts";
import { loadSecrets, type Secrets } from "./secrets.ts";
import { type EnvironmentName, environments, otherPrefix } from "./settings.ts";
import { buildSites, dashboard_dir, docs_dir, noBuild, type SiteBuild } from "./site-build.ts";
import type { BackupPlan } from "./storage-config.ts";
import { unknownNames } from "./unknown-names.ts";

/** Readable in a terminal, otherwise JSON. */
const logForm = process.stdout.isTTY ? readableForm() : jsonForm;
const STOP_WITHIN_MS = 9_000;
// The rest of the stop's time is for the database.
const CLOSE_WITHIN_MS = 7_000;

// On a machine with much memory, V8 collects the old generation only when it has grown to four times what lives in it. Twice takes a
// hundred megabytes less under load, and hardly more processor time.
const HEAP_GROWTH_PERCENT = 100;

/** Makes a backup, verifies it and removes the oldest. The signal says that the service stops. */
type MakeBackup = (config: Config, plan: BackupPlan, signal: AbortSignal) => Promise<void>;

type Parts = {
  stopping: AbortController;
  environments: Environment[];
  postgres: EmbeddedPostgres | undefined;
  /** The data folder in which the service is announced, once it is. */
  data_dir: string | undefined;
  /** The build of the dashboard and the documentation. Undefined: it has not begun. */
  sites: SiteBuild | undefined;
  tracing: ReturnType<typeof startTracing> | undefined;
};

const running: Parts = {
  stopping: new AbortController(),
  environments: [],
  postgres: undefined,
  data_dir: undefined,
  sites: undefined,
  tracing: undefined,
};

/** Runs the service in this process, until a signal ends it. `command_name` is for the commands that the banner shows. */
export async function serve(command_name: string, makeBackup: MakeBackup): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  // A stop makes a running start fail too. The stop then ends the process.
  await start(command_name, makeBackup).catch((error: unknown) => (isStopping ? undefined : fail(error)));
}

async function start(command_name: string, makeBackup: MakeBackup): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog({ level: config.log_level, form: logForm });
  const unknown = unknownNames(process.env);
  if (unknown) log.warn({}, unknown);
  const missing_schemas = schemasMissing(config.ddex_schemas);
  if (missing_schemas) log.warn({}, missing_schemas);
  // Before anything is made. If a service runs on this folder, that is the better explanation.
  if (!findRunning(config.data_dir)) await assertPortsFree(config);
  const secrets = await loadSecrets(config.data_dir, config);
  const { secret } = secrets;
  if (config.traces) running.tracing = startTracing({ ...config.traces, secret, resource: resourceOf(config) }, log);
  const addresses = await openDatabases(config, log, (postgres) => {
    running.postgres = postgres;
  });
  const backup = scheduledBackup(config, makeBackup);
  const production = await open("production", { config, secrets, unknown, address: addresses.production, backup });
  const sandbox = await open("sandbox", { config, secrets, unknown, address: addresses.sandbox });
  const low = diskWarning(await measureDisks(storageOf(config)));
  if (low) log.warn({}, low);
  const urls = { production_url: production.url, sandbox_url: sandbox.url };
  if (config.role === "worker") return void process.stdout.write(workerBanner(urls));
  running.data_dir = config.data_dir;
  const local = { production_url: production.local_url, sandbox_url: sandbox.local_url };
  await announceRunning(config.data_dir, { pid: process.pid, ...local }).catch((error: Error) =>
    log.warn({}, `Commands on this machine must set SEGUE_URL to find this service: ${error.message}`),
  );
  const isKept = config.operator_key === undefined;
  const is_first = await isFirstReady(production.environment);
  // Output that is not a terminal is kept in a log, where the key must not stand.
  const isKeyShown = process.stdout.isTTY && isKept && (is_first || secrets.is_operator_key_new);
  process.stdout.write(
    banner({
      ...urls,
      demo_key: sandbox.environment.demo_key,
      demo_link: is_first && process.stdout.isTTY ? await demoLink(sandbox) : undefined,
      operator_key_file: isKept ? join(config.data_dir, "operator-key") : undefined,
      new_operator_key: isKeyShown ? secrets.operator_key : undefined,
      is_first,
      now: production.environment.ctx.clock.now(),
      command_name,
    }),
  );
  // The service is ready by now and must not wait for its pages.
  running.sites = config.docs === "build" ? buildSites(log) : noBuild;
}

/** The process, as its spans name it. */
function resourceOf({ role }: Config) {
  return {
    "service.version": manifest.version,
    "service.instance.id": `${hostname()}-${process.pid}`,
    "segue.role": role,
  };
}

/** The token is in the fragment, which browsers send to no server, so it reaches no log. */
async function demoLink({ environment, url }: { environment: Environment; url: string }): Promise<string | undefined> {
  const token = await environment.demoLink();
  return token && `${url}/dashboard#token=${token}`;
}

/** Not the first start, but the first that got this far: one that failed has shown nothing. */
async function isFirstReady({ ctx }: Environment): Promise<boolean> {
  const mark = randomUUID();
  return (await keepSetting(ctx.db, "first_ready", mark)) === mark;
}

type OpenParts = {
  config: Config;
  secrets: Secrets;
  unknown: string | undefined;
  address: DatabaseAddress;
  backup?: ScheduledBackup | undefined;
};

async function open(name: EnvironmentName, parts: OpenParts) {
  const { config, secrets, unknown, address, backup } = parts;
  const { key_prefix, rate_factor, child_processes, has_demo, has_sandbox_routes, port_variable } = environments[name];
  const listener = config.listeners[name];
  const environment = await openEnvironment({
    name,
    key_prefix,
    other_prefix: otherPrefix(name),
    rate_factor,
    has_demo,
    has_sandbox_routes,
    public_url: listener.public_url,
    storage: storageOf(config),
    child_processes,
    outbound: { allow: config.webhooks[name].allow },
    webhook_retry_s: config.webhooks[name].retry_s,
    ern: config.ern[name],
    mail: config.mail[name],
    people: config.people,
    ddex_schemas: config.ddex_schemas,
    missing_schemas: schemasMissing(config.ddex_schemas),
    address,
    database_variable: config.database_urls && databaseVariable(config.database_urls, name),
    redis_url: config.redis_url,
    migrations_dir,
    secret: secrets.secret,
    operator_key: secrets.operator_key,
    trusted_proxies: config.trusted_proxies,
    sites: {
      docs: { dir: docs_dir, obstacle: () => running.sites?.obstacle("docs") },
      dashboard: { dir: dashboard_dir, obstacle: () => running.sites?.obstacle("dashboard") },
    },
    has_api: config.role !== "worker",
    backup,
    unknown_settings: unknown,
    log: createLog({ level: config.log_level, environment: name, form: logForm }),
  });
  running.environments.push(environment);
  const { url, local_url } = await environment
    .listen({ port: listener.port, host: config.host })
    .catch((error: NodeJS.ErrnoException) => {
      throw listenError(error, { host: config.host, port: listener.port, port_variable });
    });
  // Afterwards, since mails have links, which begin with the address.
  if (config.role !== "api") await environment.work();
  return { environment, url, local_url };
}

function scheduledBackup(config: Config, makeBackup: MakeBackup): ScheduledBackup | undefined {
  const { backup } = config;
  return backup && { every_s: backup.every_s, make: () => makeBackup(config, backup, running.stopping.signal) };
}

/** The embedded database is on the disk of the data folder. */
function storageOf({ storage, database_urls, data_dir }: Config): Storage {
  return { ...storage, database: database_urls ? undefined : { path: data_dir } };
}

/** Finishes requests in flight, then stops the database, even if the first step fails or takes too long. */
async function stop(): Promise<void> {
  const { data_dir } = running;
  running.stopping.abort(new Error("The service stops."));
  running.sites?.stop();
  const closing = running.environments.map((environment) => environment.close());
  const withdrawn = data_dir === undefined ? undefined : withdrawRunning(data_dir, process.pid);
  await Promise.race([Promise.allSettled([withdrawn, ...closing]), sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
  await running.postgres?.stop();
  await running.tracing?.close();
  await Promise.all([withdrawn, ...closing]);
}

let isStopping = false;

function onSignal(): void {
  if (isStopping) return;
  isStopping = true;
  setTimeout(() => process.exit(0), STOP_WITHIN_MS).unref();
  void stop().then(
    () => process.exit(0),
    (error: unknown) => fail(error),
  );
}

/** An error that the operator can fix is one line. A bug shows its stack. */
async function fail(error: unknown): Promise<never> {
  const isBug = error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError;
  const text = error instanceof Error ? (isBug && error.stack) || error.message || error.name : "unknown failure";
  process.stderr.write(`segue: ${text}\n`);
  if (!isStopping) await stop().catch(() => undefined);
  process.exit(1);
}
