-- outside a transaction
-- Old messages of partners and old acknowledgements are swept, oldest first.

-- step
create index concurrently ddex_messages_oldest on ddex_messages (received_at, organization_id, sender_party_id, message_id);
-- step
create index concurrently store_acknowledgements_oldest on store_acknowledgements (received_at, store_id, digest);
