-- What a close has added up while it gathered line items, so that writing statements need not read millions of them again. Rows are
-- removed when their statement is written.
create table closing_sums (
  statement_id text not null,
  store_id text not null,
  -- One row for each month of use ('month') and, of each, one for each territory, track and release.
  grouped_by text not null check (grouped_by in ('month', 'territory', 'track', 'release')),
  month text not null,
  key text not null,
  play_count numeric not null,
  earnings numeric not null,
  -- How many line items are in it.
  items bigint not null
);
create index closing_sums_of_statement on closing_sums (statement_id);

-- False where a version that did not add up has gathered them.
alter table closing_stores add column is_summed boolean not null default false;

-- Numbers are given to the royalties of a statement in the order of release and store, so none can come twice: their ids would be
-- equal, too. A royalty is written by the statement that writes its statement. Both were looked up for each row.
alter table royalties drop constraint royalties_statement_id_release_id_store_id_key;
alter table royalties drop constraint royalties_statement_id_fkey;
