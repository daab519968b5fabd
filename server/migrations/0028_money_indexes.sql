-- outside a transaction

-- What no statement has taken yet. Most works belong to closed periods, and a close need not read those.
-- step
create index concurrently sales_works_open on sales_works (report) where closed_in is null;

-- The royalties of one statement, as they are listed.
-- step
create index concurrently royalties_newest_of_statement on royalties (organization_id, statement_id, created_at desc, id desc);

-- The check of the books reads one organization's movements at a time, also those that partners do not see.
-- step
create index concurrently ledger_transactions_of_organization on ledger_transactions (organization_id, currency);
-- step
create index concurrently adjustments_of_organization on adjustments (organization_id, currency);

-- The sweep of messages to stores begins with the oldest.
-- step
create index concurrently store_messages_oldest on store_messages (created_at, message_id);
