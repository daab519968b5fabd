-- outside a transaction
-- Facts that operators are alerted about: since when a store is not reached, and indexes that find what waits without
-- reading a whole table.

-- step
alter table stores add column if not exists unreached_since timestamptz(3);
-- step
create index concurrently webhooks_failing on webhooks (failing_since) where failing_since is not null and deleted_at is null;
-- step
create index concurrently dispatches_undelivered on dispatches (created_at) where status = 'undelivered';
-- step
create index concurrently sales_reports_unmatched on sales_reports (created_at) where unmatched > 0 and reversed_by is null;
