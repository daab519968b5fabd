import type { Db } from "../platform/database/db.ts";

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
export async function keepAcknowledgement(db: Db, kept: KeptAcknowledgement): Promise<void> {
  await db`
    insert into store_acknowledgements (store_id, digest, message_ids, made_at, received_at, document)
    values (${kept.store_id}, ${kept.digest}, ${kept.message_ids}, ${kept.made_at}, ${kept.received_at}, ${kept.document})
    on conflict do nothing`;
}

/** What a store said about a message, in the order in which it came. */
export async function listAcknowledgements(
  db: Db,
  { store_id, message_id }: { store_id: string; message_id: string },
): Promise<KeptAcknowledgement[]> {
  return db<KeptAcknowledgement[]>`
    select store_id, digest, message_ids, made_at, received_at, document from store_acknowledgements
    where message_ids @> array[${message_id}] and store_id = ${store_id}
    order by received_at limit 100`;
}
