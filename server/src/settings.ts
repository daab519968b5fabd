// The table of environment variables, and the two environments as one table. It reads nothing, so the commands use it too.

import type { KeyForm } from "./credentials/api-key.ts";

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
  SEGUE_OPERATOR_KEY: { shown: "generated likewise, shown once in a terminal", meaning: "the operator's credential" },
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
  SEGUE_MAIL: {
    fallback: "file:",
    meaning:
      "mail to people: .eml files in the data folder, file:/folder, smtp://user:password@host:587 or smtps://…:465; the sandbox always writes files",
  },
  SEGUE_MAIL_FROM: { fallback: "Segue <segue@localhost>", meaning: "the sender of mail; required with a mail server" },
  SEGUE_SIGN_IN: {
    fallback: "password",
    meaning: "how people sign in: password (and the identity provider, where one is set), or oidc alone",
  },
  SEGUE_SECOND_FACTOR: { fallback: "optional", meaning: "who must have a second factor: optional, staff or all" },
  SEGUE_OIDC_ISSUER: { shown: "none", meaning: "the identity provider that people sign in with, by OpenID Connect" },
  SEGUE_OIDC_CLIENT_ID: { shown: "none", meaning: "this service's client id there" },
  SEGUE_OIDC_CLIENT_SECRET: { shown: "none", meaning: "its client secret there" },
  SEGUE_BACKUP: {
    shown: "none",
    meaning: "backups by schedule: /folder,daily,keep=7, or s3://bucket/prefix with AWS_*; also hourly or weekly",
  },
  SEGUE_DOCS: {
    fallback: "build",
    meaning: "/docs and /dashboard: build (when stale) or built (as they are)",
  },
  SEGUE_TRACES: {
    shown: "none",
    meaning: "traces by OpenTelemetry: the collector's address, such as http://127.0.0.1:4318 (OTLP, JSON over HTTP)",
  },
  SEGUE_TRACES_SHARE: { fallback: "1", meaning: "the share of traces that is kept, from 0 to 1" },
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
