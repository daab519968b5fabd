-- outside a transaction
-- The attempts at one endpoint, newest first, all of them or those that failed, and how many there were in an hour. Ids
-- follow the time.

-- step
create index concurrently attempts_of_webhook on attempts (webhook_id, id);

-- step
create index concurrently attempts_failed on attempts (webhook_id, id) where error is not null;
