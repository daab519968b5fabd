-- The calls of each organization in the last seven days.
--
-- A ring of nine tables, one for each day: the day's number modulo nine. The oldest day is removed by emptying its table,
-- which costs the same however many rows it has. The tables are the same in every database, so a backup can be restored.

create table request_log (
  slot smallint not null,
  organization_id text not null,
  request_id text not null,
  credential text not null,
  method text not null,
  path text not null,
  status smallint not null,
  duration_ms real not null,
  error_code text,
  created_at timestamptz(3) not null
) partition by list (slot);

create table request_log_0 partition of request_log for values in (0);
create table request_log_1 partition of request_log for values in (1);
create table request_log_2 partition of request_log for values in (2);
create table request_log_3 partition of request_log for values in (3);
create table request_log_4 partition of request_log for values in (4);
create table request_log_5 partition of request_log for values in (5);
create table request_log_6 partition of request_log for values in (6);
create table request_log_7 partition of request_log for values in (7);
create table request_log_8 partition of request_log for values in (8);

-- Ids of requests follow the time.
create index request_log_newest on request_log (organization_id, request_id desc);
-- Failures are few among many: those who look for them must not read the rest.
create index request_log_failures on request_log (organization_id, request_id desc) where status >= 400;
