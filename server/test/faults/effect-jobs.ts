// Jobs whose effect can be counted: each writes one row.

import type { MailSettings } from "../../src/mail/mail-settings.ts";
import type { DatabaseAddress } from "../../src/platform/database/url.ts";
import { handler, type JobHandler } from "../../src/platform/jobs/handler.ts";
import { type JobDefinition, type Lane, UNLIMITED } from "../../src/platform/jobs/queue.ts";
import type { Storage } from "../../src/platform/storage/storage.ts";
import type { Death } from "./mortal-outbound.ts";

/** `prepare_ms` is the call to the outside; a handler itself takes a moment within its transaction. */
export type Effect = { number: number; prepare_ms: number };

const free: Lane = { name: "free", concurrency: 8, per_key: UNLIMITED, per_group: UNLIMITED };
const fair: Lane = { name: "fair", concurrency: 8, per_key: 2, per_group: 6 };

/** A worker whose connections are gone fails what it has in hand, so there are tries enough. */
const retry_s = [1, 1, 1, 1, 1, 1, 1, 1];

export const definitions: readonly JobDefinition<Effect>[] = [
  { name: "write_row", lane: free, retry_s },
  { name: "write_row_in_turn", lane: fair, retry_s },
];

const HANDLE_S = 0.004;

export const effectHandlers: readonly JobHandler[] = definitions.map((definition) =>
  handler(definition, {
    prepare: async (_, { payload }) => {
      if (payload.prepare_ms > 0) await new Promise((resolve) => setTimeout(resolve, payload.prepare_ms));
    },
    handle: async ({ db }, { payload }) => {
      await db`insert into effects (number, process) values (${payload.number}, ${process.pid})`;
      await db`select pg_sleep(${HANDLE_S})`;
    },
  }),
);

/**
 * The settings of a worker's process. With a key to the secrets of endpoints it sends events, with one to those of
 * stores releases.
 */
export type WorkerSettings = {
  address: DatabaseAddress;
  ern?: { vault_key: string; storage: Storage; environment: string };
  /** It gathers notices and sends mail there. */
  mail?: { vault_key: string; way: MailSettings["way"] };
  webhooks?: { vault_key: string; retry_s: readonly number[]; death?: Death };
};
