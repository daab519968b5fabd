-- outside a transaction
-- The audit log by actor, operation and resource, newest first, for one organization and for the operator. Actors and resources
-- belong to one organization each, so their indexes serve both.

-- step
create index concurrently audit_log_of_actor on audit_log (actor, created_at desc, id desc);

-- step
create index concurrently audit_log_of_resource on audit_log (resource_id, created_at desc, id desc);

-- step
create index concurrently audit_log_of_operation on audit_log (operation, created_at desc, id desc);

-- step
create index concurrently audit_log_of_own_operation on audit_log (organization_id, operation, created_at desc, id desc);
