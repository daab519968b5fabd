-- A movement was checked once for itself and once more for each of its entries, by four questions each time. A close books
-- thousands. Now an entry that is written together with its movement leaves the check to it, and the check is one question.

create or replace function check_ledger_transaction() returns trigger language plpgsql as $$
declare
  posted_id text;
  fault text;
begin
  if tg_table_name = 'ledger_entries' then
    -- At the commit all entries are there, and the movement's own check sees them. Only an entry that is added later is left.
    if exists (select 1 from ledger_transactions where id = new.transaction_id and xmin = pg_current_xact_id()::xid) then
      return null;
    end if;
    posted_id := new.transaction_id;
  else
    posted_id := new.id;
  end if;
  select case
      when e.total <> 0 then 'does not sum to zero'
      when t.amount is distinct from e.available then 'does not say what it adds to available'
      when b.in_transit < 0 then 'takes more out of transit than is in it'
    end into fault
  from ledger_transactions t
  cross join lateral (
    select coalesce(sum(amount), 0) as total, sum(amount) filter (where account = 'available') as available
    from ledger_entries where transaction_id = t.id) as e
  left join balances b on b.organization_id = t.organization_id and b.currency = t.currency
  where t.id = posted_id;
  if fault is not null then
    raise exception 'ledger transaction % %', posted_id, fault;
  end if;
  return null;
end $$;
