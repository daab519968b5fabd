// Looks after a node's files as its worker would two days later: by then nothing that was begun before is still being written.

import { type Context, systemChance } from "../../src/platform/context.ts";
import { openDatabase } from "../../src/platform/database/db.ts";
import type { DatabaseAddress } from "../../src/platform/database/url.ts";
import { openBlobs } from "../../src/platform/storage/storage.ts";
import { noChildHands, noOutbound } from "../no-edges.ts";
import type { StoragePlace } from "../stored-keys.ts";

const TWO_DAYS_MS = 48 * 3_600_000;

/** The place of a sandbox's files on a node. */
export const filesOf = ({ data_dir }: { data_dir: string }): StoragePlace => ({
  storage: { kind: "folder", path: `${data_dir}/files` },
  name: "sandbox",
});

export async function twoDaysLater<T>(
  node: { data_dir: string },
  address: DatabaseAddress,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const database = openDatabase(address, 1);
  const { storage, name } = filesOf(node);
  try {
    return await work({
      db: database.db,
      begin: database.begin,
      beginAlone: database.beginAlone,
      clock: { now: () => new Date(Date.now() + TWO_DAYS_MS) },
      blobs: await openBlobs(storage, name),
      outbound: noOutbound,
      child_process_limit: noChildHands,
      is_live: true,
      chance: systemChance,
      announce: () => undefined,
    });
  } finally {
    await database.close();
  }
}
