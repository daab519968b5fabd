-- outside a transaction
-- A release takes its status from the stores of all its deliveries, and no longer from the deliveries: it is `delivered` while a store has
-- it, and `submitted` when it was taken down everywhere. Then its fingerprint is free. What changes is found by `updated_since`; no event
-- is sent. In small steps, the oldest first, so that no request waits.
--
-- Two releases cannot hold one fingerprint: until now all that are no drafts had one of their own.

-- step
do $$
declare
  batch text[];
begin
  loop
    select array_agg(id order by id) into batch
    from (select id from releases where id > coalesce(batch[array_upper(batch, 1)], '') order by id limit 1000) next;
    exit when batch is null;
    -- Stores move under this lock.
    perform 1 from releases where id = any(batch) order by id for no key update;
    with at_stores as (
      select d.release_id, s.status,
        s.status in ('delivered', 'takedown_requested')
          or (s.status in ('queued', 'sending', 'ingesting', 'stalled') and s.delivered_at is not null) as is_there,
        s.status in ('queued', 'sending', 'ingesting', 'stalled', 'action_required') as is_open
      from deliveries d join delivery_stores s on s.delivery_id = d.id
      where d.release_id = any(batch) and s.status <> 'cancelled'),
    settled as (
      select release_id, case
          when bool_or(is_there) then 'delivered'
          when bool_or(is_open) then 'submitted'
          when bool_or(status = 'rejected') then 'rejected'
          else 'submitted' end as status,
        bool_and(status = 'taken_down') as is_gone
      from at_stores group by release_id),
    found as (
      select r.id,
        case when (select review_status from submissions where release_id = r.id order by submitted_at desc, id desc limit 1) = 'rejected'
          then r.status else coalesce(settled.status, r.status) end as status,
        settled.is_gone is not true as holds_fingerprint
      from releases r left join settled on settled.release_id = r.id
      where r.id = any(batch) and r.status <> 'draft')
    update releases r
    set status = found.status, holds_fingerprint = found.holds_fingerprint,
      updated_at = case when r.status = found.status then r.updated_at else now() end
    from found
    where r.id = found.id and (r.status, r.holds_fingerprint) is distinct from (found.status, found.holds_fingerprint);
    commit;
  end loop;
end $$;

-- step
create unique index concurrently releases_held_fingerprint on releases (organization_id, upc, label, release_date) where holds_fingerprint;

-- step
drop index concurrently if exists releases_fingerprint;
