-- outside a transaction
-- What belongs together has one key, and each of its parts has a name of its own. Until now both stood in the key, as two words: the
-- release, and the store. Jobs in hand keep their key; those that wait are changed, a few thousand at a time. A row that is locked is
-- passed over: it keeps its key, under which it is done as well.

-- step
alter table jobs add column if not exists part text collate "C" not null default '';

-- step
create index concurrently jobs_ready_by_part on jobs (lane, group_key, key, part, run_at, id) where status = 'ready';

-- step
drop index concurrently if exists jobs_ready;

-- step
-- repeat
update jobs set key = split_part(key, ' ', 1), part = split_part(key, ' ', 2)
where id in (
  select id from jobs
  where lane = 'deliveries' and status <> 'running' and part = '' and key like '% %'
  limit 5000 for update skip locked);
