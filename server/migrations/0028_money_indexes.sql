-- outside a transaction

-- What no statement has taken yet. Most works belong to closed periods, and a close need not read those.
-- step
create index concurrently sales_works_open on sales_works (report) where closed_in is null;

-- The royalties of one statement, as they are listed.
-- step
create index concurrently royalties_newest_of_statement on royalties (organization_id, statement_id, created_at desc, id desc);
