-- outside a transaction
-- What assets took before 0019 began to count. Each organization is counted from its rows while its own row of counts is locked:
-- whoever writes an asset of it adds to that row, before the lock or after it, so nothing is missed or counted twice.

-- step
create table if not exists counted_storage (organization_id text primary key);
-- step
create or replace function count_storage_anew(owner text) returns void language plpgsql volatile as $$
begin
  insert into organization_storage (organization_id, used_bytes, awaiting_uploads) values (owner, 0, 0)
  on conflict (organization_id) do nothing;
  perform 1 from organization_storage where organization_id = owner for update;
  -- A statement of its own, so that it sees what was committed while the lock was waited for.
  update organization_storage set used_bytes = found.bytes, awaiting_uploads = found.uploads
  from (
    select coalesce(sum(size_bytes), 0) as bytes, count(*) filter (where status = 'awaiting_upload') as uploads
    from assets where organization_id = owner and (status = 'awaiting_upload' or blob_key is not null)) found
  where organization_id = owner;
  insert into counted_storage (organization_id) values (owner);
end $$;
-- repeat
select count_storage_anew(id) from (
  select id from organizations
  where id > (select coalesce(max(organization_id), '') from counted_storage) order by id limit 10) uncounted;
-- step
drop function if exists count_storage_anew;
-- step
drop table if exists counted_storage;
