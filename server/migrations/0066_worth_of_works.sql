-- outside a transaction
-- The largest amount of a work in one currency: the operator assigns unmatched works by money, the most first. No rate of exchange is
-- known. Works that are matched get it when they are unmatched.

-- step
alter table sales_works add column if not exists worth numeric not null default 0;

-- step
create index concurrently sales_works_unmatched_by_worth on sales_works (report, worth, (isrc || ' ' || upc)) where reason is not null;

-- The index above finds the unmatched works of a report, too.
-- step
drop index concurrently if exists sales_works_unmatched;

-- step
-- repeat
update sales_works w set worth = found.worth
from (
  select report, isrc, upc, (select max(amount::numeric) from jsonb_each_text(amounts) as given (currency, amount)) as worth
  from sales_works
  where reason is not null and worth = 0
    and exists (select 1 from jsonb_each_text(amounts) as given (currency, amount) where amount::numeric > 0)
  limit 5000 for update skip locked) found
where w.report = found.report and w.isrc = found.isrc and w.upc = found.upc;
