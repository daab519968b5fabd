// A service for a test: real PostgreSQL, real HTTP, a clock that moves, two organizations at hand.

import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Agent, type Dispatcher, request as send } from "undici";
import { inject } from "vitest";
import type { ScheduledBackup } from "../src/backup-job.ts";
import type { ConnectorKinds } from "../src/connectors/kinds.ts";
import { type Environment, openEnvironment } from "../src/environment.ts";
import type { MailSettings } from "../src/mail/mail-settings.ts";
import type { ErnParts } from "../src/messages/written-message.ts";
import type { PeopleSettings } from "../src/people/people-settings.ts";
import { openDatabase } from "../src/platform/database/db.ts";
import type { Route } from "../src/platform/http/route.ts";
import { idBound, newId } from "../src/platform/ids.ts";
import type { JobHandler } from "../src/platform/jobs/handler.ts";
import { createLog } from "../src/platform/logging.ts";
import { once } from "../src/platform/once.ts";
import { type OutboundOptions, parseAllowedBlocks } from "../src/platform/outbound/outbound.ts";
import type { Storage } from "../src/platform/storage/storage.ts";
import { type EnvironmentName, environments, otherPrefix } from "../src/settings.ts";
import { dashboard_dir } from "../src/site-build.ts";
import type { StoragePlace } from "./stored-keys.ts";

type MovableClock = {
  now(): Date;
  advance(ms: number): void;
  moveTo(iso: string): void;
  /** Time stands still until `go`, but for `advance`: what is sent meanwhile is sent at once, however slow the machine is. */
  stop(): void;
  go(): void;
};

export type Request = {
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  raw?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  idempotency_key?: string;
};

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers.
export type Answer = { status: number; headers: Headers; text: string; body: any };

/** A caller with (or without) a credential. `call("POST /v1/releases", { body })`. */
export type Caller = { key: string | undefined; call(operation: string, request?: Request): Promise<Answer> };

export type Member = Caller & { id: string };

export type World = {
  url: string;
  clock: MovableClock;
  ctx: Environment["ctx"];
  files: StoragePlace;
  /** The folder of mails that are written as files. */
  mail_dir: string;
  operator: Caller;
  stranger: Caller;
  /** Two organizations that must never see each other: both enterprise, so that no test is slowed by a limit. */
  label: Member;
  rival: Member;
  as(key: string | undefined): Caller;
  organization(settings?: object): Promise<Member>;
  keyFor(organization_id: string, settings?: object): Promise<string>;
  /** The lines that the service has logged so far, each as JSON. */
  log_lines: string[];
  /** Begins with background work, as a worker does. */
  work(): Promise<void>;
  /** Does all that is due by the clock. */
  runJobs(): Promise<void>;
  /** Writes what waits for the request log. */
  flushRequestLog(): Promise<void>;
  close(): Promise<void>;
};

export type WorldOptions = {
  environment?: EnvironmentName;
  routes?: readonly Route[];
  jobs?: readonly JobHandler[];
  connectors?: ConnectorKinds;
  trusted_proxies?: Parameters<typeof openEnvironment>[0]["trusted_proxies"];
  /** Both environments of one service share these. */
  secret?: Buffer;
  operator_key?: string;
  /** A second node on the database of an existing world. */
  database?: string;
  /** Counters shared with other worlds; they go by Redis's clock, not by the world's. */
  redis_url?: string;
  /** A folder of its own, unless it says where files are. */
  storage?: Storage;
  stream_idle_ms?: number;
  /**
   * Networks that webhooks may reach besides the public internet (the loopback, if it is left out), and how names are
   * resolved.
   */
  outbound?: Partial<OutboundOptions>;
  webhook_retry_s?: readonly number[];
  /** Our own party in DDEX messages; if it is left out, the environment's. */
  ern?: ErnParts;
  /** Where mail goes; if it is left out, into files. */
  mail?: MailSettings["way"];
  /** How people sign in; if it is left out, by password. */
  people?: Partial<PeopleSettings>;
  /** A folder of DDEX's schemas. */
  ddex_schemas?: string | undefined;
  /** The port it listens on, and the address in its links, if something stands before it. */
  port?: number;
  public_url?: string;
  /** The folder of a built documentation site. */
  docs_dir?: string;
  /** The folder of a built dashboard; if it is left out, the repository's own. */
  dashboard_dir?: string;
  /** Why neither will be built. */
  siteObstacle?: () => string | undefined;
  /** Backups by schedule. */
  backup?: ScheduledBackup;
  /** False for a test that looks at every transaction: the log writes once a second. */
  has_request_log?: boolean;
};

const migrations_dir = fileURLToPath(new URL("../migrations", import.meta.url));

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const name = options.environment ?? "production";
  const database = options.database ?? (await cloneDatabase());
  const operator_key = options.operator_key ?? `operator-${randomBytes(16).toString("hex")}`;
  const clock = movableClock();
  const log_lines: string[] = [];
  const { key_prefix, rate_factor, child_processes, has_demo, has_sandbox_routes, ddex_sender, ddex_control_type } =
    environments[name];
  const folder = await mkdtemp(join(tmpdir(), "segue-world-"));
  const storage = options.storage ?? { kind: "folder", path: join(folder, "files") };
  const mail_dir = join(folder, "mail");
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const opening = openEnvironment({
    name,
    key_prefix,
    other_prefix: otherPrefix(name),
    rate_factor,
    has_demo,
    has_sandbox_routes,
    public_url: options.public_url,
    sites: {
      docs: { dir: options.docs_dir, obstacle: options.siteObstacle },
      dashboard: { dir: options.dashboard_dir ?? dashboard_dir, obstacle: options.siteObstacle },
    },
    storage,
    child_processes,
    outbound: { allow: parseAllowedBlocks("127.0.0.0/8,::1/128"), ...options.outbound },
    ddex_schemas: options.ddex_schemas,
    ern: options.ern ?? { sender: ddex_sender, control_type: ddex_control_type },
    mail: {
      from: { name: "Segue", address: "segue@localhost" },
      way: options.mail ?? { kind: "file", path: mail_dir },
    },
    people: { second_factor: "optional", sign_in: "password", identity_provider: null, ...options.people },
    webhook_retry_s: options.webhook_retry_s ?? [30, 300, 1_800, 7_200, 28_800],
    address: { ...inject("postgres"), database },
    redis_url: options.redis_url,
    migrations_dir,
    secret: options.secret ?? randomBytes(32),
    operator_key,
    trusted_proxies: options.trusted_proxies ?? [],
    log: createLog({ level: "info", destination: { write: (line) => void log_lines.push(line) } }),
    has_api: true,
    backup: options.backup,
    edges: { ...options, clock },
  });
  opening.catch(removeFolder);
  const environment = await opening;
  const { url } = await environment.listen({ port: options.port ?? 0, host: "127.0.0.1" });
  const as = (key: string | undefined) => callerAt(url, key);
  const operator = as(operator_key);
  const people = organizer(operator, as, environments[name].has_demo ? () => undefined : nextRange);
  return {
    url,
    clock,
    ctx: environment.ctx,
    files: { storage, name },
    mail_dir,
    operator,
    stranger: as(undefined),
    label: await people.organization({ name: "Nightjar Records" }),
    rival: await people.organization({ name: "Rival Music" }),
    as,
    ...people,
    log_lines,
    work: environment.work,
    runJobs: environment.runJobs,
    flushRequestLog: environment.flushRequestLog,
    async close() {
      // Tests share a process, and ids never go back: a test that dates ids ahead would break others, in whichever order.
      const isAhead = newId("req") > idBound("req", new Date(Date.now() + 60_000));
      if (isAhead) throw new Error("A test of this process has dated ids ahead of the machine's clock (`dateIdsBy`).");
      await environment.close();
      await removeFolder();
    },
  };
}

/** One connection for all clones of this process: each would cost as much as the clone. */
const maintenance = once(() => openDatabase({ ...inject("postgres"), database: "postgres" }, 1));

/** A migrated, empty database of the run's server. */
export async function cloneDatabase(): Promise<string> {
  const database = `segue_world_${randomBytes(6).toString("hex")}`;
  await maintenance().db.unsafe(`create database ${database} template ${inject("template")} strategy file_copy`);
  return database;
}

// No other range of a test, and no number that tests name, is among these.
let next_range = 81_000_000_000;
const RANGE_SIZE = 100_000;

/** In production stores refuse the numbers that organizations have by default. Two worlds may share a database. */
function nextRange(): { first: string; last: string }[] {
  const first = next_range;
  next_range += RANGE_SIZE;
  return [{ first: String(first), last: String(first + RANGE_SIZE - 1) }];
}

function organizer(operator: Caller, as: (key: string) => Caller, rangesOf: () => object[] | undefined) {
  const keyFor = async (organization_id: string, settings: object = {}): Promise<string> => {
    const made = await operator.call(`POST /v1/operator/organizations/${organization_id}/api-keys`, { body: settings });
    return made.body.key;
  };
  const organization = async (settings: object = {}): Promise<Member> => {
    const body = { name: "Another Label", tier: "enterprise", upc_ranges: rangesOf(), ...settings };
    const made = await operator.call("POST /v1/operator/organizations", { body });
    if (made.status !== 201) throw new Error(`No organization: ${made.text}`);
    return { id: made.body.id, ...as(await keyFor(made.body.id)) };
  };
  return { keyFor, organization };
}

/** In place of `fetch`, which is built on the same and takes more of the processor's time than the answer does. */
const dispatcher = new Agent();

export function callerAt(url: string, key: string | undefined): Caller {
  return {
    key,
    async call(operation, request = {}) {
      const [method = "GET", path = "/"] = operation.split(" ");
      const headers: Record<string, string> = { ...(key && { authorization: `Bearer ${key}` }) };
      const payload = request.raw ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
      if (payload !== undefined) headers["content-type"] = "application/json";
      if (request.idempotency_key) headers["idempotency-key"] = request.idempotency_key;
      const reply = await send(url + path, {
        dispatcher,
        method,
        headers: { ...headers, ...request.headers },
        body: payload ?? null,
      });
      const text = await reply.body.text();
      return { status: reply.statusCode, headers: headersOf(reply), text, body: parse(text) };
    },
  };
}

/** At any of the nodes that are up at the moment. */
export function callerAmong(urls: () => readonly string[], key: string | undefined): Caller {
  return {
    key,
    async call(operation, request) {
      const up = urls();
      const url = up[Math.floor(Math.random() * up.length)];
      if (url === undefined) throw new Error("No node is up.");
      return callerAt(url, key).call(operation, request);
    },
  };
}

function headersOf({ headers }: Dispatcher.ResponseData): Headers {
  const all = Object.entries(headers).flatMap(([name, values]) => [values ?? []].flat().map((value) => [name, value]));
  return new Headers(all);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function movableClock(): MovableClock {
  let offset_ms = 0;
  let stopped_at_ms: number | undefined;
  const machine_ms = () => stopped_at_ms ?? Date.now();
  return {
    now: () => new Date(machine_ms() + offset_ms),
    advance: (ms) => {
      offset_ms += ms;
    },
    moveTo: (iso) => {
      offset_ms = new Date(iso).getTime() - machine_ms();
    },
    stop: () => {
      stopped_at_ms = machine_ms();
    },
    // It goes on from where it stood.
    go: () => {
      offset_ms -= Date.now() - machine_ms();
      stopped_at_ms = undefined;
    },
  };
}
