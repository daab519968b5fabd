-- outside a transaction
-- The messages of one store, newest first.

-- step
create index concurrently store_messages_newest on store_messages (store_id, created_at desc, message_id desc);
