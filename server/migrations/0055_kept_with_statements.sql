-- A statement never changes, and every cent of it is traced to the rows of the reports that it came from.

-- What the tracks of a statement were called when its line items were gathered.
create table statement_tracks (
  statement_id text not null,
  track_id text not null,
  release_id text not null,
  -- Null where the track or the release was gone by then.
  title text,
  artist text,
  upc text,
  label text,
  primary key (statement_id, track_id, release_id)
);

-- The reports that a store's rows were gathered from, in one order; null where an earlier version has gathered them.
alter table closing_stores add column reports bigint[];
-- Which of them a line item came from, one bit each. Null where there is one alone, or where an earlier version has gathered it.
alter table line_items add column reports bit varying;

-- As used; null for all. What the tax of a royalty was taken from.
alter table statements add column withholding_territories text[];
alter table royalties add column taxable_amount numeric;

-- The bytes as they were received. Null for a reversal, and where an earlier version has imported it.
alter table sales_reports
  add column file_key text unique,
  add column file_type text,
  add column file_encoding text,
  add column file_bytes bigint;
