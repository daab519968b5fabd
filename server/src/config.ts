import { isIP } from "node:net";
import { resolve } from "node:path";
import { ConfigError } from "./config-error.ts";
import type { KeyForm } from "./credentials/api-key.ts";
import { readDatabaseUrls, readRedisUrl } from "./database-config.ts";
import { readErnParts, readSchemaFolder } from "./ddex-config.ts";
import { type AddressBlock, isInBlocks, parseAddressBlocks } from "./platform/address-block.ts";
import type { Storage } from "./platform/storage/storage.ts";
import type { ErnParts } from "./stores/connector.ts";

// Environment variables, parsed once. A wrong value stops the start with one clear line.

/** `shown` describes a default that is not a literal value. */
export type Setting = { fallback?: string; shown?: string; meaning: string };

/** Every variable that the service reads. `segue serve --help` and the README's table show this table. */
export const settings = {
  SEGUE_PORT: { fallback: "8080", meaning: "port of the production API" },
  SEGUE_SANDBOX_PORT: { fallback: "8081", meaning: "port of the sandbox API" },
  SEGUE_HOST: { fallback: "127.0.0.1", meaning: "address to listen on" },
  SEGUE_PUBLIC_URL: { shown: "from host and port", meaning: "production's address in links" },
  SEGUE_SANDBOX_PUBLIC_URL: { shown: "from host and port", meaning: "the sandbox's address in links" },
  SEGUE_TRUSTED_PROXIES: { shown: "none", meaning: "comma-separated CIDR blocks whose X-Forwarded-For is trusted" },
  SEGUE_DATA_DIR: {
    fallback: "./data",
    meaning: "folder of the embedded database, the files and the generated secrets",
  },
  DATABASE_URL: { shown: "embedded", meaning: "any PostgreSQL 15 or later" },
  SANDBOX_DATABASE_URL: { shown: "the first with _sandbox added", meaning: "the sandbox's PostgreSQL" },
  REDIS_URL: { shown: "none: in memory", meaning: "rate-limit counters that several API nodes share" },
  SEGUE_STORAGE: {
    shown: "in the data folder",
    meaning: "files: file:/folder, or s3://bucket/prefix with AWS_*; api and worker need one that they share",
  },
  SEGUE_SECRET: { shown: "generated in the data folder", meaning: "32 bytes, base64; one for all nodes of a database" },
  SEGUE_OPERATOR_KEY: { shown: "generated likewise, printed once", meaning: "the operator's credential" },
  SEGUE_ROLE: { fallback: "all", meaning: "all, api or worker: several processes share one database" },
  SEGUE_WEBHOOK_RETRIES: { fallback: "30s,5m,30m,2h,8h", meaning: "pauses before the five retries of a webhook" },
  SEGUE_SANDBOX_WEBHOOK_RETRIES: { fallback: "1s,2s,4s,8s,16s", meaning: "the same in the sandbox" },
  SEGUE_WEBHOOK_ALLOW: {
    shown: "none",
    meaning: "CIDR blocks that webhooks may reach besides the public internet, over http:// too",
  },
  SEGUE_SANDBOX_WEBHOOK_ALLOW: {
    shown: "this machine, while only it can call; else none",
    meaning: "the same for the sandbox",
  },
  SEGUE_DDEX_PARTY_ID: {
    shown: "none; the sandbox has a placeholder",
    meaning: "the sender in DDEX messages: a DDEX Party Identifier (DPID)",
  },
  SEGUE_DDEX_PARTY_NAME: { shown: "none; the sandbox has a placeholder", meaning: "the sender's name in them" },
  SEGUE_DDEX_SCHEMAS: {
    shown: "none",
    meaning: "a folder with DDEX's XSDs; every DDEX message built or received is then validated against them",
  },
  SEGUE_DOCS: {
    fallback: "build",
    meaning: "/docs and /dashboard: build (when stale), built (as they are); plain: no guides",
  },
  SEGUE_LOG_LEVEL: { fallback: "info", meaning: "debug, info, warn, error or silent" },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

export type Variables = Readonly<Record<string, string | undefined>>;

type Fallback<Name extends SettingName> = (typeof settings)[Name] extends { fallback: string } ? string : undefined;

/** The value of a variable. An empty one counts as unset. */
export function readSetting<Name extends SettingName>(variables: Variables, name: Name): string | Fallback<Name> {
  const setting: Setting = settings[name];
  return variables[name]?.trim() || (setting.fallback as Fallback<Name>);
}

/** Production and sandbox are one build; this table is all that differs. */
export const environments = {
  production: {
    label: "Production",
    key_prefix: "sk_live_",
    rate_factor: 1,
    child_processes: { at_once: 3, niceness: 0 },
    has_sandbox_routes: false,
    database_suffix: "",
    port_variable: "SEGUE_PORT",
    public_url_variable: "SEGUE_PUBLIC_URL",
    has_demo: false,
    webhook_retries_variable: "SEGUE_WEBHOOK_RETRIES",
    webhook_allow_variable: "SEGUE_WEBHOOK_ALLOW",
    can_call_own_machine: false,
    ddex_control_type: "LiveMessage",
    ddex_sender: null,
  },
  sandbox: {
    label: "Sandbox",
    key_prefix: "sk_test_",
    rate_factor: 10,
    // Its own child processes, with a low priority: the sandbox must not slow production down.
    child_processes: { at_once: 2, niceness: 10 },
    has_sandbox_routes: true,
    database_suffix: "_sandbox",
    port_variable: "SEGUE_SANDBOX_PORT",
    public_url_variable: "SEGUE_SANDBOX_PUBLIC_URL",
    has_demo: true,
    webhook_retries_variable: "SEGUE_SANDBOX_WEBHOOK_RETRIES",
    webhook_allow_variable: "SEGUE_SANDBOX_WEBHOOK_ALLOW",
    can_call_own_machine: true,
    ddex_control_type: "TestMessage",
    // DDEX has not given this id away, so no real store takes a message from it.
    ddex_sender: { party_id: "PADPIDA0000000000X", party_name: "Segue Sandbox" },
  },
} as const;

export type EnvironmentName = keyof typeof environments;

export function otherPrefix(name: EnvironmentName): KeyForm["prefix"] {
  return environments[name === "production" ? "sandbox" : "production"].key_prefix;
}

export type Listener = { port: number; public_url: string | undefined };

/** Where webhooks may go besides the public internet, and the pauses before their retries. */
export type WebhookSettings = { allow: AddressBlock[]; retry_s: number[] };

export type Config = {
  host: string;
  listeners: Record<EnvironmentName, Listener>;
  trusted_proxies: AddressBlock[];
  data_dir: string;
  /** Undefined: the embedded database. */
  database_urls: Record<EnvironmentName, string> | undefined;
  /** Undefined: rate limits are counted in memory. */
  redis_url: string | undefined;
  storage: Storage;
  secret: Buffer | undefined;
  operator_key: string | undefined;
  role: Role;
  webhooks: Record<EnvironmentName, WebhookSettings>;
  ern: Record<EnvironmentName, ErnParts>;
  /** Undefined: DDEX messages are checked by our own rules only. */
  ddex_schemas: string | undefined;
  docs: "build" | "built" | "plain";
  log_level: string;
};

const roles = ["all", "api", "worker"] as const;
export type Role = (typeof roles)[number];

export function readConfig(variables: Variables): Config {
  const text = <Name extends SettingName>(name: Name) => readSetting(variables, name);
  const listener = (name: EnvironmentName): Listener => {
    const { port_variable, public_url_variable } = environments[name];
    return {
      port: readPort(port_variable, text(port_variable)),
      public_url: readUrl(public_url_variable, text(public_url_variable)),
    };
  };
  const listeners = { production: listener("production"), sandbox: listener("sandbox") };
  if (listeners.production.port === listeners.sandbox.port && listeners.production.port !== 0) {
    throw new ConfigError("SEGUE_PORT and SEGUE_SANDBOX_PORT must differ.");
  }
  const data_dir = resolve(text("SEGUE_DATA_DIR"));
  const host = text("SEGUE_HOST");
  const trusted_proxies = readBlocks("SEGUE_TRUSTED_PROXIES", text("SEGUE_TRUSTED_PROXIES"));
  const role = readOneOf("SEGUE_ROLE", text("SEGUE_ROLE"), roles);
  assertSharedStorage(role, text("SEGUE_STORAGE"));
  const is_private = isOnlyForThisMachine(host, listeners, trusted_proxies);
  const webhooks = (name: EnvironmentName): WebhookSettings => {
    const { webhook_allow_variable, webhook_retries_variable, can_call_own_machine } = environments[name];
    const usual = is_private && can_call_own_machine ? LOOPBACK : undefined;
    return {
      allow: readBlocks(webhook_allow_variable, text(webhook_allow_variable) ?? usual),
      retry_s: readPauses(webhook_retries_variable, text(webhook_retries_variable)),
    };
  };
  return {
    host,
    listeners,
    trusted_proxies,
    data_dir,
    database_urls: readDatabaseUrls(
      text("DATABASE_URL"),
      text("SANDBOX_DATABASE_URL"),
      environments.sandbox.database_suffix,
    ),
    redis_url: readRedisUrl(text("REDIS_URL")),
    storage: readStorage(text("SEGUE_STORAGE"), data_dir, variables),
    secret: readSecret(text("SEGUE_SECRET")),
    operator_key: readOperatorKey(text("SEGUE_OPERATOR_KEY")),
    role,
    webhooks: { production: webhooks("production"), sandbox: webhooks("sandbox") },
    ern: readErnParts(environments, text("SEGUE_DDEX_PARTY_ID"), text("SEGUE_DDEX_PARTY_NAME")),
    ddex_schemas: readSchemaFolder(text("SEGUE_DDEX_SCHEMAS")),
    docs: readOneOf("SEGUE_DOCS", text("SEGUE_DOCS"), ["build", "built", "plain"]),
    log_level: readOneOf("SEGUE_LOG_LEVEL", text("SEGUE_LOG_LEVEL"), logLevels),
  };
}

function readPort(name: string, text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new ConfigError(`${name} must be a port number from 0 to 65535, not "${text}".`);
}

function readUrl(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/(?<!\/)\/+$/, "");
  throw new ConfigError(`${name} must be an http:// or https:// address, not "${text}".`);
}

/** `none` allows nothing, for a variable whose default allows something. */
function readBlocks(name: string, text: string | undefined): AddressBlock[] {
  try {
    return text === "none" ? [] : parseAddressBlocks(text ?? "");
  } catch (error) {
    throw new ConfigError(`${name}: ${error instanceof Error ? error.message : "not readable"}`);
  }
}

const LOOPBACK = "127.0.0.0/8,::1/128";

/** True if only this machine can call the service. Then its local ports are no secret to the callers. */
function isOnlyForThisMachine(host: string, listeners: Config["listeners"], trusted_proxies: AddressBlock[]): boolean {
  const has_public_url = Object.values(listeners).some(({ public_url }) => public_url !== undefined);
  if (has_public_url || trusted_proxies.length > 0) return false;
  const [address] = isIP(host) === 0 ? [] : parseAddressBlocks(host);
  return host === "localhost" || (address !== undefined && isInBlocks(address[0], parseAddressBlocks(LOOPBACK)));
}

const RETRIES = 5;
const MAX_PAUSE_S = 7 * 24 * 3_600;

function readPauses(name: string, text: string): number[] {
  const seconds = { s: 1, m: 60, h: 3_600 };
  const pauses = text.split(",").map((entry) => {
    const [, amount, unit] = /^(\d{1,6})([smh])$/.exec(entry.trim()) ?? [];
    return Number(amount) * seconds[unit as keyof typeof seconds];
  });
  if (pauses.length === RETRIES && pauses.every((pause) => pause >= 1 && pause <= MAX_PAUSE_S)) return pauses;
  throw new ConfigError(
    `${name} must be five pauses of 1s to 168h such as ${settings.SEGUE_WEBHOOK_RETRIES.fallback}, not "${text}".`,
  );
}

/** Processes must find the files that others write, so a local data folder will not do. */
function assertSharedStorage(role: Role, storage: string | undefined): void {
  if (role === "all" || (storage !== undefined && storage !== "file:")) return;
  throw new ConfigError(
    `SEGUE_ROLE=${role} needs SEGUE_STORAGE, the same for all processes: s3://bucket/prefix, or file:/folder on a disk that they share.`,
  );
}

function readStorage(text: string | undefined, data_dir: string, variables: Variables): Storage {
  if (text === undefined || text === "file:") return { kind: "folder", path: resolve(data_dir, "files") };
  const path = /^file:(?:\/\/)?(\/.+)$/.exec(text)?.[1];
  if (path !== undefined) return { kind: "folder", path: resolve(path) };
  const [, bucket, prefix = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]{2,62})(?:\/([\w./-]*))?$/i.exec(text) ?? [];
  if (bucket === undefined) {
    throw new ConfigError(`SEGUE_STORAGE must be file:/folder or s3://bucket/prefix, not "${text}".`);
  }
  return {
    kind: "s3",
    bucket,
    prefix: prefix.replaceAll(/^\/+|\/+$/g, ""),
    endpoint: readUrl("AWS_ENDPOINT_URL", variables.AWS_ENDPOINT_URL_S3 || variables.AWS_ENDPOINT_URL || undefined),
    region: variables.AWS_REGION || variables.AWS_DEFAULT_REGION || undefined,
  };
}

function readSecret(text: string | undefined): Buffer | undefined {
  if (text === undefined) return undefined;
  const secret = Buffer.from(text, "base64");
  if (secret.length === 32 && /^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) return secret;
  throw new ConfigError("SEGUE_SECRET must be 32 bytes in base64; make one with: openssl rand -base64 32");
}

function readOperatorKey(text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]{24,512}$/.test(text)) return text;
  throw new ConfigError("SEGUE_OPERATOR_KEY must be 24 to 512 printable characters without spaces.");
}

const logLevels = ["debug", "info", "warn", "error", "silent"] as const;

function readOneOf<Value extends string>(name: string, text: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === text);
  if (found) return found;
  throw new ConfigError(`${name} must be one of ${values.join(", ")}, not "${text}".`);
}
