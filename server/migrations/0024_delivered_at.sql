-- outside a transaction
-- When stores first took what was delivered before 0023: read from the history, which keeps that step; where it does not, a store
-- that has the release has had it since its last change at the latest. In small steps, so that no delivery waits.

-- step
do $$
declare
  at_delivery text := '';
  at_store text := '';
  seen integer;
begin
  loop
    with batch as (
      select delivery_id, store_id from delivery_stores
      where (delivery_id, store_id) > (at_delivery, at_store) order by delivery_id, store_id limit 1000),
    dated as (
      update delivery_stores s
      set delivered_at = coalesce(
        (select min(step->>'at')::timestamptz from jsonb_array_elements(s.history) as step
          where step->>'status' = 'delivered' and not step ? 'is_ignored'),
        case when s.status in ('delivered', 'takedown_requested', 'taken_down') then s.updated_at end)
      from batch
      where s.delivery_id = batch.delivery_id and s.store_id = batch.store_id and s.delivered_at is null
        and (s.status in ('delivered', 'takedown_requested', 'taken_down') or s.history @> '[{"status": "delivered"}]'))
    select count(*), max(delivery_id), (array_agg(store_id order by delivery_id desc, store_id desc))[1]
    into seen, at_delivery, at_store from batch;
    commit;
    exit when seen < 1000;
  end loop;
end $$;
