import { isIP } from "node:net";
import { resolve } from "node:path";
import { ConfigError } from "./config-error.ts";
import { readDatabaseUrls, readRedisUrl } from "./database-config.ts";
import { readErnParts, readSchemaFolder } from "./ddex-config.ts";
import type { MailSettings } from "./mail/mail-settings.ts";
import { readMailSettings } from "./mail-config.ts";
import type { ErnParts } from "./messages/written-message.ts";
import type { PeopleSettings } from "./people/people-settings.ts";
import { readPeople } from "./people-config.ts";
import { type AddressBlock, isInBlocks, parseAddressBlocks } from "./platform/address-block.ts";
import type { Storage } from "./platform/storage/storage.ts";
import type { TracingSettings } from "./platform/tracing/tracing.ts";
import {
  type EnvironmentName,
  environments,
  readSetting,
  type SettingName,
  settings,
  type Variables,
} from "./settings.ts";
import { type BackupPlan, readBackup, readStorage, readUrl } from "./storage-config.ts";
import { readTracing } from "./tracing-config.ts";

// Environment variables, parsed once. A wrong value stops the start with one clear line.

type Listener = { port: number; public_url: string | undefined };

/** Networks that webhooks may reach besides the public internet, and the pauses before their retries. */
type WebhookSettings = { allow: AddressBlock[]; retry_s: number[] };

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
  mail: Record<EnvironmentName, MailSettings>;
  people: PeopleSettings;
  /** Undefined: DDEX messages are checked by our own rules only. */
  ddex_schemas: string | undefined;
  docs: "build" | "built";
  log_level: string;
  /** Undefined: there are no traces. */
  traces: TracingSettings | undefined;
  /** Undefined: the service makes no backup by itself. */
  backup: BackupPlan | undefined;
};

const roles = ["all", "api", "worker"] as const;
type Role = (typeof roles)[number];

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
    database_urls: readDatabaseUrls(text("DATABASE_URL"), text("SANDBOX_DATABASE_URL")),
    redis_url: readRedisUrl(text("REDIS_URL")),
    storage: readStorage(text("SEGUE_STORAGE"), data_dir, variables),
    secret: readSecret(text("SEGUE_SECRET")),
    operator_key: readOperatorKey(text("SEGUE_OPERATOR_KEY")),
    role,
    webhooks: { production: webhooks("production"), sandbox: webhooks("sandbox") },
    ern: readErnParts(environments, text("SEGUE_DDEX_PARTY_ID"), text("SEGUE_DDEX_PARTY_NAME")),
    mail: readMailSettings(variables, data_dir),
    people: readPeople(variables),
    ddex_schemas: readSchemaFolder(text("SEGUE_DDEX_SCHEMAS")),
    docs: readOneOf("SEGUE_DOCS", text("SEGUE_DOCS"), ["build", "built"]),
    log_level: readOneOf("SEGUE_LOG_LEVEL", text("SEGUE_LOG_LEVEL"), logLevels),
    traces: readTracing(text("SEGUE_TRACES"), text("SEGUE_TRACES_SHARE")),
    backup: readBackup(text("SEGUE_BACKUP"), variables),
  };
}

function readPort(name: string, text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  if (/^(tcp|udp|sctp):\/\//.test(text))
    throw new ConfigError(
      `${name} is "${text}", which Kubernetes sets for a Service called segue. Set enableServiceLinks: false for the pod, or give the Service another name.`,
    );
  throw new ConfigError(`${name} must be a port number from 0 to 65535, not "${text}".`);
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
