import type { TransactionDb } from "../platform/database/db.ts";

/** `digest`: SHA-256 of the bytes, by which the same acknowledgement is kept once, however often a store sends it. */
export type KeptAcknowledgement = {
  store_id: string;
  digest: Buffer;
  message_ids: readonly string[];
  made_at: string | null;
  received_at: string;
  document: Buffer;
};

/** As the store sent it. */
export async function keepAcknowledgement(db: TransactionDb, kept: KeptAcknowledgement): Promise<void> {
  await db`
    insert into store_acknowledgements (store_id, digest, message_ids, made_at, received_at, document)
    values (${kept.store_id}, ${kept.digest}, ${kept.message_ids}, ${kept.made_at}, ${kept.received_at}, ${kept.document})
    on conflict do nothing`;
}
