// How stores are reached: the kinds of connectors as one table, and the parser of the operator's settings for them.

import { type TProperties, Type } from "typebox";
import { writeErn } from "../messages/ern/document.ts";
import { folderRule } from "../messages/ern/folders.ts";
import { ernSettings } from "../messages/ern/settings.ts";
import type { StoreMessage } from "../messages/message.ts";
import type { WriteInputs, WrittenMessage } from "../messages/written-message.ts";
import type { Issue } from "../platform/errors.ts";
import { compileValidator, type Validator } from "../platform/http/validation.ts";
import { once } from "../platform/once.ts";
import { OneOf } from "../platform/schema.ts";
import type { StoreTest, TestOptions } from "./connection-test.ts";
import type { Connector, ConnectorInputs } from "./connector.ts";
import { connectErnHttp } from "./ern-http.ts";
import { connectErnS3, s3Secrets, s3Settings } from "./ern-s3.ts";
import { connectErnSftp, sftpSecrets, sftpSettings } from "./ern-sftp.ts";
import { connectManual } from "./manual.ts";
import { ERN_CALL_WITHIN_MS } from "./remote-folder.ts";
import { testReported } from "./reported-test.ts";
import { testS3 } from "./s3-test.ts";
import { testSftp } from "./sftp-test.ts";
import { connectSimulated, getsErn, writeSimulated } from "./simulated.ts";

export type ConnectorKind = {
  summary: string;
  connect: (inputs: ConnectorInputs) => Connector;
  /**
   * Writes the document for the store from the message and the store alone. It is written once, with the message, and
   * kept. Left out: the message as JSON. In steps: a release may have a thousand tracks.
   */
  write?: (message: StoreMessage, inputs: WriteInputs) => Generator<undefined, WrittenMessage, undefined>;
  /** For a kind some of whose stores get the message as JSON: whether one with these settings gets what `write` writes. */
  is_written?: (settings: never) => boolean;
  /** How the operator's test of the connection goes. Left out: the kind makes no connection. */
  test?: (inputs: ConnectorInputs, options: TestOptions) => StoreTest;
  /** It sends ERN: in production the operator must have set our party in these messages. */
  speaks_ern?: true;
  /** Messages are put into folders at the store, and it writes its answers into another, which is read. Its connector has `collect`. */
  writes_back?: true;
  /** The store fetches its messages from its feed. They go out when it does, and it answers by itself. */
  is_fetched?: true;
  /** The pauses after transport failures; the last one repeats. */
  retry_s: readonly [number, ...number[]];
  /** How long one call may take; a minute by default. After that the store counts as not reached. */
  call_within_ms?: number;
  /** Shown as they are kept; one with a `default` may be left out. */
  settings: TProperties;
  /** Texts, kept sealed and never shown. Each may be left out: what was set before stays. */
  secrets?: TProperties;
  /** Checks the settings together, once each is right by itself. */
  rule?: (settings: never) => readonly Issue[];
};

export type ConnectorKinds = Readonly<Record<string, ConnectorKind>>;

export const connectorKinds: ConnectorKinds = {
  simulated: {
    summary: "no store is called; the service answers as a store would",
    connect: connectSimulated,
    write: writeSimulated,
    is_written: getsErn,
    retry_s: [1, 1, 2, 5, 10],
    settings: {
      behaviour: Type.Optional(OneOf(["confirm", "reject_first", "flag_first", "stall"], { default: "confirm" })),
      latency_ms: Type.Optional(Type.Integer({ minimum: 0, maximum: 600_000, default: 1_000 })),
      format: Type.Optional(
        OneOf(["json", "ern", "ern_unread"], {
          description:
            "With `ern` it reads ERN messages and acknowledges them. With `ern_unread` it does not look at them.",
        }),
      ),
    },
  },
  manual: {
    summary: "the operator sends releases by hand and enters the store's answers",
    connect: connectManual,
    retry_s: [60],
    settings: {},
  },
  // Partners do not see it among the stores: queries over stores leave this kind out by its name.
  reported: {
    summary: "sales reports name it; nothing is sent to it",
    // A delivery from before it became one goes on by hand.
    connect: connectManual,
    test: testReported,
    retry_s: [60],
    settings: {},
  },
  ern_sftp: {
    summary: "ERN messages and their files over SFTP; acknowledgements are read back",
    connect: connectErnSftp,
    write: writeErn,
    test: testSftp,
    retry_s: [60, 300, 900, 3_600],
    call_within_ms: ERN_CALL_WITHIN_MS,
    speaks_ern: true,
    writes_back: true,
    rule: folderRule,
    settings: sftpSettings,
    secrets: sftpSecrets,
  },
  ern_s3: {
    summary: "ERN messages and their files in S3-compatible storage; acknowledgements are read back",
    connect: connectErnS3,
    write: writeErn,
    test: testS3,
    retry_s: [60, 300, 900, 3_600],
    // A file is sent in one call.
    call_within_ms: 5 * ERN_CALL_WITHIN_MS,
    speaks_ern: true,
    writes_back: true,
    rule: folderRule,
    settings: s3Settings,
    secrets: s3Secrets,
  },
  ern_http: {
    summary: "the store fetches its messages from its feed, with a credential of its own",
    connect: connectErnHttp,
    write: writeErn,
    speaks_ern: true,
    is_fetched: true,
    retry_s: [60],
    settings: ernSettings,
  },
};

const CALL_WITHIN_MS = 60_000;

/** As the operator writes it: the kind and its settings. */
export type ConnectorSettings = { kind: string } & Readonly<Record<string, unknown>>;

/** Throws if this version does not know the kind, because a newer version created the store. */
export function getConnectorKind(kinds: ConnectorKinds, kind: string): ConnectorKind & { call_within_ms: number } {
  const row = kinds[kind];
  if (!row) throw new Error(`This version has no connector of the kind ${kind}.`);
  return { call_within_ms: CALL_WITHIN_MS, ...row };
}

/** The kinds of stores that write their answers into a folder. */
export function kindsThatWriteBack(kinds: ConnectorKinds): string[] {
  return Object.keys(kinds).filter((kind) => kinds[kind]?.writes_back);
}

/** The kinds of stores that fetch their messages. */
export function kindsThatFetch(kinds: ConnectorKinds): string[] {
  return Object.keys(kinds).filter((kind) => kinds[kind]?.is_fetched);
}

/** Whether its stores are called over a connection, of which each takes a limited number. */
export function makesConnections({ test }: ConnectorKind): boolean {
  return test !== undefined;
}

/** Whether a store gets a document in place of the message as JSON. */
export function isWritten(
  { write, is_written }: ConnectorKind,
  { connector }: { connector: ConnectorSettings },
): boolean {
  return write !== undefined && (is_written?.(connector as never) ?? true);
}

/** The kind decides about the other fields, which JSON Schema can say by a union only. */
export function connectorSchema(kinds: ConnectorKinds) {
  return Type.Unsafe<ConnectorSettings>({
    ...Type.Object({ kind: OneOf(Object.keys(kinds)) }, { additionalProperties: true }),
    rule: connectorRule(kinds),
    description: describe(kinds),
    examples: [{ kind: "simulated", behaviour: "confirm", latency_ms: 1000 }],
  });
}

/** A part of a connector. Null removes a setting or a secret. */
export type ConnectorChanges = { kind?: string } & Readonly<Record<string, unknown>>;

/** Judged together with the settings that stay, by `connectorRule`. */
export function connectorChangesSchema(kinds: ConnectorKinds) {
  return Type.Unsafe<ConnectorChanges>({
    ...Type.Object({ kind: Type.Optional(OneOf(Object.keys(kinds))) }, { additionalProperties: true }),
    description:
      "The settings that change. Those left out stay, and null removes one. Another `kind` needs all settings of that kind.",
    examples: [{ latency_ms: 1000 }],
  });
}

/** The whole connector after a change. Settings that this version no longer knows are left behind. */
export function changedConnector(
  kinds: ConnectorKinds,
  before: ConnectorSettings,
  changes: ConnectorChanges,
): { given: ConnectorSettings; removed_secrets: string[] } {
  const { kind = before.kind } = changes;
  const { settings = {}, secrets = {} } = kinds[kind] ?? {};
  const kept = Object.entries(kind === before.kind ? before : {}).filter(([name]) => Object.hasOwn(settings, name));
  const all = Object.entries({ ...Object.fromEntries(kept), ...changes });
  const removed = all.filter(([, value]) => value === null).map(([name]) => name);
  return {
    given: { ...Object.fromEntries(all.filter(([, value]) => value !== null)), kind },
    removed_secrets: removed.filter((name) => Object.hasOwn(secrets, name)),
  };
}

export const ShownConnector = Type.Object(
  { kind: Type.String({ examples: ["simulated"] }) },
  {
    additionalProperties: true,
    description: "Its kind and settings. Secrets are never shown.",
    examples: [{ kind: "simulated", behaviour: "confirm", latency_ms: 1000 }],
  },
);

/** With what was left out, and the secrets apart. */
export function readConnector(kinds: ConnectorKinds, given: ConnectorSettings) {
  const { settings, secrets: secret_names } = kinds[given.kind] ?? { settings: {}, secrets: {} };
  const defaults = Object.entries(settings).flatMap(([name, schema]) =>
    "default" in schema ? [[name, schema.default] as const] : [],
  );
  const isSecret = ([name]: [string, unknown]) => Object.hasOwn(secret_names ?? {}, name);
  const entries = Object.entries(given);
  const connector: ConnectorSettings = {
    ...Object.fromEntries(defaults),
    ...Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    kind: given.kind,
  };
  const secrets = Object.fromEntries(entries.filter(isSecret)) as Record<string, string>;
  return { connector, secrets };
}

type ConnectorRule = (given: ConnectorSettings) => readonly Issue[];
const rules = new WeakMap<ConnectorKinds, ConnectorRule>();

/** The problems of a whole connector, fields named from it. One for each table of kinds, because validators are compiled. */
export function connectorRule(kinds: ConnectorKinds): ConnectorRule {
  const rule = rules.get(kinds) ?? makeRule(kinds);
  rules.set(kinds, rule);
  return rule;
}

function makeRule(kinds: ConnectorKinds): ConnectorRule {
  const validators = new Map<string, () => Validator>();
  for (const [kind, { settings, secrets = {} }] of Object.entries(kinds)) {
    const all = { kind: Type.String(), ...settings, ...Type.Partial(Type.Object(secrets)).properties };
    validators.set(
      kind,
      once(() => compileValidator(Type.Object(all, { additionalProperties: false }))),
    );
  }
  return (given) => {
    // The schema reports an unknown kind.
    const issues = validators.get(given.kind)?.()(given) ?? [];
    return issues.length > 0 ? issues : (kinds[given.kind]?.rule?.(given as never) ?? []);
  };
}

function describe(kinds: ConnectorKinds): string {
  const lines = Object.entries(kinds).map(([kind, row]) => {
    const named = (fields: object | undefined, how: string) =>
      Object.keys(fields ?? {}).map((name) => `\`${name}\`${how}`);
    const fields = [...named(row.settings, ""), ...named(row.secrets, " (secret)")];
    return `\`${kind}\`: ${row.summary}${fields.length > 0 ? `; ${fields.join(", ")}` : ""}.`;
  });
  return `How the store is reached, by its \`kind\`. ${lines.join(" ")} Secrets are write-only.`;
}
