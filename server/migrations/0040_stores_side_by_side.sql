-- outside a transaction
-- The key of work at a store begins with the release now, so that a claim takes the stores of one delivery together. Jobs in hand
-- keep their key; those that wait get the new one, a few thousand at a time. A row that is locked is passed over: it keeps its
-- key, under which it is done as well.

-- step
-- repeat
update jobs set key = concat(payload ->> 'release_id', ' ', payload ->> 'store_id')
where id in (
  select id from jobs
  where lane = 'deliveries' and status <> 'running' and name in ('work_on_store', 'resend_message')
    and key = concat(payload ->> 'store_id', ' ', payload ->> 'release_id')
  limit 5000 for update skip locked);
