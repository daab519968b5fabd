-- outside a transaction
-- A conversion is two movements of one source, one in each currency.

-- step
create unique index concurrently ledger_transactions_of_source on ledger_transactions (type, source_id, currency);

-- step
alter table ledger_transactions drop constraint if exists ledger_transactions_type_source_id_key;
