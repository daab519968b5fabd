-- outside a transaction

-- Old statements take their names from the present catalogue: from now on they keep those. In the order of their ids, so that a
-- batch goes on where the last one ended.
-- repeat
insert into statement_tracks (statement_id, track_id, release_id, title, artist, upc, label)
select i.statement_id, i.track_id, i.release_id, t.title,
  (select string_agg(artist->>'name', ', ' order by place)
   from jsonb_array_elements(coalesce(t.artists, r.artists)) with ordinality as named (artist, place)
   where artist->>'role' = 'main'),
  r.upc, r.label
from (
  select distinct statement_id, track_id, release_id from line_items
  where statement_id in (
    select id from statements
    where id > coalesce((select max(statement_id) from statement_tracks), '') and line_item_count > 0
    order by id limit 20)) as i
left join tracks t on t.id = i.track_id
left join releases r on r.id = i.release_id
on conflict do nothing;

-- repeat
update closing_stores c
set reports = array(
  select r.number from sales_reports r
  where r.store_id = c.store_id and exists (select 1 from sales_works w where w.closed_in = c.period and w.report = r.number)
  order by r.number)
where (period, store_id, part) in (select period, store_id, part from closing_stores where reports is null limit 100);

-- What the tax of every territory explains was taken from all of it. Of the others it is not known any more.
-- repeat
update royalties set taxable_amount = gross_amount - fee_amount
where id in (
  select r.id from royalties r join statements s on s.id = r.statement_id
  where r.taxable_amount is null
    and r.tax_amount = round_half_even((r.gross_amount - r.fee_amount) * s.withholding_rate, scale(r.tax_amount))
  limit 5000);

-- step
update statements s set withholding_territories = o.withholding_territories
from organizations o
where o.id = s.organization_id and o.withholding_territories is not null and s.withholding_territories is null
  and s.id in (select statement_id from royalties where taxable_amount is null);
