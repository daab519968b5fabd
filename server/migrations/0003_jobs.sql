-- Background work. A job is `waiting` until it is due, `ready` until a worker takes it, `running` while one has it, and
-- `parked` when it has failed for good. A job that is done is deleted.

create table workers (
  id text primary key,
  lease_until timestamptz(3) not null
);

create table jobs (
  id text primary key,
  name text not null,
  lane text collate "C" not null,
  -- At most so many in flight for each key and for each group of keys; both may be empty.
  group_key text collate "C" not null,
  key text collate "C" not null,
  payload jsonb not null,
  status text not null check (status in ('waiting', 'ready', 'running', 'parked')),
  run_at timestamptz(3) not null,
  attempts integer not null default 0,
  -- How often a worker died with it.
  deaths integer not null default 0,
  worker_id text,
  last_error text,
  created_at timestamptz(3) not null,
  check ((status = 'running') = (worker_id is not null))
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, fillfactor = 80);
create index jobs_waiting on jobs (run_at) where status = 'waiting';
create index jobs_ready on jobs (lane, group_key, key, run_at, id) where status = 'ready';
create index jobs_running on jobs (lane, group_key, key) where status = 'running';
create index jobs_of_worker on jobs (worker_id) where status = 'running';
create index jobs_newest on jobs (created_at desc, id desc);
create index jobs_newest_by_status on jobs (status, created_at desc, id desc);

create table schedules (
  name text primary key,
  next_at timestamptz(3) not null
);
