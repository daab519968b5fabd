-- Cancelling a resubmission or an update goes back to what the store had before it. Earlier versions left `cancelled` behind,
-- though the store may have the release: such rows get the status back that they had before their last attempt. One whose
-- history does not reach back so far becomes `delivered`, so that it can be taken down. A row stays as it is where another
-- delivery has the same fingerprint at the store by now: what the store has can be taken down there.

create temporary table restored on commit drop as
select distinct on (s.organization_id, s.store_id, s.upc, s.label, s.release_date) s.delivery_id, s.store_id,
  coalesce((
    select earlier.step->>'status' from jsonb_array_elements(s.history) with ordinality as earlier (step, place)
    where earlier.step->>'status' in ('delivered', 'rejected', 'action_required') and not earlier.step ? 'is_ignored'
      and earlier.place < (
        select max(queued.place) from jsonb_array_elements(s.history) with ordinality as queued (step, place)
        where queued.step->>'status' = 'queued')
    order by earlier.place desc limit 1), 'delivered') as status
from delivery_stores s
where s.status = 'cancelled' and s.attempts > 1
  and not exists (
    select 1 from delivery_stores other
    where other.organization_id = s.organization_id and other.store_id = s.store_id and other.upc = s.upc
      and other.label = s.label and other.release_date = s.release_date and other.status not in ('taken_down', 'cancelled'))
order by s.organization_id, s.store_id, s.upc, s.label, s.release_date, s.updated_at desc;

update delivery_stores s
set status = restored.status, failures = 0, stalled_reason = null, stalled_since = null, updated_at = now(),
  history = s.history || jsonb_build_object('status', restored.status,
    'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
from restored where s.delivery_id = restored.delivery_id and s.store_id = restored.store_id;

-- A delivery takes its status from its stores, the first row that applies.
update deliveries d
set status = settled.status, updated_at = now(),
  completed_at = case when settled.status in ('delivered', 'rejected', 'action_required') then now() end
from (
  select delivery_id, case
      when bool_or(status = 'rejected') then 'rejected'
      when bool_or(status = 'action_required') then 'action_required'
      when bool_or(status in ('queued', 'sending', 'ingesting', 'stalled')) then 'in_progress'
      when bool_or(status = 'takedown_requested') then 'delivered'
      when bool_or(status = 'taken_down') then 'taken_down'
      else 'delivered' end as status
  from delivery_stores where status <> 'cancelled' and delivery_id in (select delivery_id from restored)
  group by delivery_id) settled
where d.id = settled.delivery_id and d.status <> settled.status;

-- And a release from its deliveries. One that is a draft again is none of theirs.
update releases r
set status = settled.status, updated_at = now()
from (
  select release_id, case
      when bool_or(status = 'delivered') then 'delivered'
      when bool_or(status in ('in_progress', 'action_required')) then 'submitted'
      else 'rejected' end as status
  from deliveries
  where status not in ('cancelled', 'taken_down')
    and release_id in (select release_id from deliveries where id in (select delivery_id from restored))
  group by release_id) settled
where r.id = settled.release_id and r.status <> 'draft' and r.status <> settled.status;

-- Last, so that nobody waits for what stands above.
alter table delivery_stores
  -- Before this attempt, while it can be cancelled: status, rejection, territories and fingerprint.
  add column if not exists had jsonb,
  -- While a store that stalls is tried again.
  add column if not exists trying_until timestamptz(3);
