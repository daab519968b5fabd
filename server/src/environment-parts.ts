// The parts of an environment: its settings, and the edges that tests replace.

import type { ScheduledBackup } from "./backup-job.ts";
import type { ConnectorKinds } from "./connectors/kinds.ts";
import type { MailSettings } from "./mail/mail-settings.ts";
import type { ErnParts } from "./messages/written-message.ts";
import type { PeopleSettings } from "./people/people-settings.ts";
import type { MachineTime } from "./platform/clock.ts";
import type { Clock } from "./platform/context.ts";
import type { DatabaseAddress } from "./platform/database/url.ts";
import type { TrustedBlock } from "./platform/http/guards/client-address.ts";
import type { PageParts } from "./platform/http/pages.ts";
import type { Route } from "./platform/http/route.ts";
import type { JobHandler } from "./platform/jobs/handler.ts";
import type { Log } from "./platform/logging.ts";
import type { OutboundOptions } from "./platform/outbound/outbound.ts";
import type { Storage } from "./platform/storage/storage.ts";

export type EnvironmentParts = {
  name: string;
  key_prefix: string;
  other_prefix: string;
  rate_factor: number;
  has_demo: boolean;
  has_sandbox_routes: boolean;
  /** Undefined: from host and port. */
  public_url: string | undefined;
  storage: Storage;
  /** How many files are inspected at a time, and with which priority. */
  child_processes: { at_once: number; niceness: number };
  /** Networks that calls may reach, and the pauses before each further try of a webhook. */
  outbound: OutboundOptions;
  webhook_retry_s: readonly number[];
  address: DatabaseAddress;
  /** The variable that names the database. Undefined: it comes with Segue. */
  database_variable?: string | undefined;
  /** Undefined: rate limits are counted in memory. */
  redis_url: string | undefined;
  migrations_dir: string;
  secret: Buffer;
  operator_key: string;
  trusted_proxies: readonly TrustedBlock[];
  log: Log;
  /** A sentence about variables whose names no setting has. */
  unknown_settings?: string | undefined;
  /** Our party in DDEX messages, and the folder of schemas that they are compared with, if there is one. */
  ern: ErnParts;
  ddex_schemas?: string | undefined;
  /** A sentence about schemas that the folder lacks. */
  missing_schemas?: string | undefined;
  mail: MailSettings;
  people: PeopleSettings;
  /** The folders of the built dashboard and documentation, and why they will not be built, if they will not. */
  sites: PageParts["sites"];
  /** False in a process that is only a worker: it serves just health checks and metrics. */
  has_api: boolean;
  /** Backups of both environments. Only production makes them. */
  backup?: ScheduledBackup | undefined;
  edges?: Edges;
};

/** Edges of an environment that tests replace. The service sets none of them. */
type Edges = {
  routes?: readonly Route[];
  jobs?: readonly JobHandler[];
  connectors?: ConnectorKinds;
  /** A clock that can be moved, in place of the database's. */
  clock?: Clock;
  /** The time of this machine's clock. */
  machine?: MachineTime;
  /** A shorter wait for a silent client. */
  stream_idle_ms?: number | undefined;
  /** The request log writes once a second: not for a test that looks at every transaction. */
  has_request_log?: boolean;
};
