-- Bytes that this database has begun to write. The sweep removes those of them that nothing names in the end, and no others: a
-- file that a database has never heard of may be another's.
create table blob_writes (
  key text primary key,
  begun_at timestamptz(3) not null
);
create index blob_writes_oldest on blob_writes (begun_at);
