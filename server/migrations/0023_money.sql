-- What stores report, what partners earn by it, and what they are paid.

-- The ledger, double-entry: every movement of money is a transaction whose entries sum to zero. Both tables only grow.
create table ledger_transactions (
  id text primary key,
  organization_id text not null references organizations,
  currency text not null,
  type text not null check (type in ('statement', 'payout', 'payout_paid', 'payout_returned', 'adjustment')),
  -- The statement, payout or adjustment. No movement happens twice.
  source_id text not null,
  -- What it adds to `available`, which partners see; null where it moves money behind it.
  amount numeric,
  description text not null,
  created_at timestamptz(3) not null,
  unique (type, source_id)
);
create index ledger_transactions_newest on ledger_transactions (organization_id, created_at desc, id desc) where amount is not null;
create index ledger_transactions_newest_by_currency on ledger_transactions (organization_id, currency, created_at desc, id desc)
  where amount is not null;

create table ledger_entries (
  transaction_id text not null references ledger_transactions,
  account text not null check (account in ('available', 'in_transit', 'stores', 'fees', 'taxes', 'bank', 'adjustments')),
  amount numeric not null,
  primary key (transaction_id, account)
);

-- What stands on the accounts that partners see, kept with each movement, so that a payout can be checked and booked at once.
-- `in_transit` is never negative: the check at the commit says so. A check of the column would also refuse the upsert that adds
-- a negative amount to it, because PostgreSQL looks at the row that it would insert first.
create table balances (
  id text generated always as (organization_id || '_' || currency) stored unique,
  organization_id text not null references organizations,
  currency text not null,
  available numeric not null,
  in_transit numeric not null,
  -- Of the first movement.
  created_at timestamptz(3) not null,
  primary key (organization_id, currency)
);
create index balances_newest on balances (created_at desc, id desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger ledger_transactions_append_only before update or delete on ledger_transactions
  for each row execute function refuse_change();
create trigger ledger_entries_append_only before update or delete on ledger_entries
  for each row execute function refuse_change();
create trigger ledger_transactions_whole before truncate on ledger_transactions execute function refuse_change();
create trigger ledger_entries_whole before truncate on ledger_entries execute function refuse_change();

-- Asked at the commit, when all entries of a transaction are there; of entries too, so that none is added later.
create function check_ledger_transaction() returns trigger language plpgsql as $$
declare
  posted ledger_transactions;
  posted_id text;
begin
  if tg_table_name = 'ledger_entries' then posted_id := new.transaction_id; else posted_id := new.id; end if;
  select * into posted from ledger_transactions where id = posted_id;
  if (select coalesce(sum(amount), 0) from ledger_entries where transaction_id = posted_id) <> 0 then
    raise exception 'ledger transaction % does not sum to zero', posted_id;
  end if;
  if posted.amount is distinct from (select amount from ledger_entries where transaction_id = posted_id and account = 'available') then
    raise exception 'ledger transaction % does not say what it adds to available', posted_id;
  end if;
  if (select in_transit < 0 from balances where organization_id = posted.organization_id and currency = posted.currency) then
    raise exception 'ledger transaction % takes more out of transit than is in it', posted_id;
  end if;
  return null;
end $$;
create constraint trigger ledger_transactions_sum after insert on ledger_transactions deferrable initially deferred
  for each row execute function check_ledger_transaction();
create constraint trigger ledger_entries_sum after insert on ledger_entries deferrable initially deferred
  for each row execute function check_ledger_transaction();

create table adjustments (
  id text primary key,
  organization_id text not null references organizations,
  currency text not null,
  amount numeric not null,
  reason text not null,
  created_at timestamptz(3) not null
);

create table payouts (
  id text primary key,
  organization_id text not null references organizations,
  amount numeric not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('pending', 'on_hold', 'processing', 'paid', 'failed', 'cancelled')),
  hold jsonb,
  failure_reason text,
  reference text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  paid_at timestamptz(3),
  check ((status = 'on_hold') = (hold is not null))
);
create index payouts_newest on payouts (organization_id, created_at desc, id desc);
create index payouts_changed on payouts (organization_id, updated_at, id);
-- The operator's lists.
create index payouts_newest_of_all on payouts (created_at desc, id desc);
create index payouts_newest_of_all_by_status on payouts (status, created_at desc, id desc);

alter table organizations
  add column withholding_territories text[],
  add column minimum_payouts jsonb not null default '{}',
  add column ddex_party_id text;

-- When a store first took the release: what it reports afterwards may be about it, whatever becomes of the delivery. A history
-- is cut after 200 steps. The trigger sets it, so that a node of the version before does, too, while nodes are replaced.
alter table delivery_stores add column delivered_at timestamptz(3);
create function keep_delivered_at() returns trigger language plpgsql as $$
begin
  new.delivered_at := coalesce(new.delivered_at, new.updated_at);
  return new;
end $$;
create trigger delivery_stores_delivered before insert or update of status on delivery_stores
  for each row when (new.status = 'delivered') execute function keep_delivered_at();

-- Sales reports. `number` stands for the id in the rows: there are millions of them.
create table sales_reports (
  id text primary key,
  number bigint generated always as identity unique,
  store_id text not null references stores,
  -- YYYY-MM
  period text not null,
  status text not null check (status in ('importing', 'imported')),
  -- While it is read: by which connection, and how far.
  importer text,
  rows bigint not null,
  -- [{currency, amount}] over all rows, and over those that are not matched.
  totals jsonb not null,
  unmatched bigint not null default 0,
  unmatched_totals jsonb not null default '[]',
  warnings jsonb not null,
  -- Of the unpacked bytes; null for a reversal.
  digest bytea,
  dsr_sender text,
  dsr_message_id text,
  dsr_file_number text,
  reverses text unique references sales_reports,
  reversed_by text references sales_reports,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index sales_reports_digest on sales_reports (digest) where reversed_by is null and status = 'imported';
create unique index sales_reports_message on sales_reports (dsr_sender, dsr_message_id, dsr_file_number)
  where reversed_by is null and status = 'imported';
create index sales_reports_newest on sales_reports (created_at desc, id desc);
create index sales_reports_of_period on sales_reports (store_id, period);
create index sales_reports_importing on sales_reports (updated_at) where status = 'importing';

-- One line of a report each, as it was reported: never changed. Whose it is, is told by `sales_works`.
create table sales_rows (
  report bigint not null,
  line bigint not null,
  play_count bigint not null,
  unit_rate numeric not null,
  isrc text,
  upc text,
  territory text not null,
  currency text not null,
  usage_period text not null
);
-- A report's rows lie together, in the order of their lines. A B-tree would double the time of an import.
create index sales_rows_place on sales_rows using brin (report, line) with (pages_per_range = 32);

-- What a report's rows are about: each ISRC (with the UPC that it was reported with), or each UPC of albums sold whole. Matched once
-- for all its rows, so that a report of millions of rows costs as many matches as it has recordings.
create table sales_works (
  report bigint not null,
  -- '' stands for none, so that both are part of the key.
  isrc text not null,
  upc text not null,
  rows bigint not null,
  -- Currency to the exact sum of its rows, as text.
  amounts jsonb not null,
  -- Null while it is matched.
  reason text check (reason in ('unknown', 'ambiguous')),
  organization_id text,
  release_id text,
  -- One; of an album all, in their order: the first gets the remainder.
  track_ids text[],
  -- By the operator: it stays where the operator put it.
  is_assigned boolean not null default false,
  -- The period of the close that has taken it.
  closed_in text,
  primary key (report, isrc, upc),
  check ((reason is null) = (organization_id is not null)),
  check ((reason is null) = (track_ids is not null)),
  check (reason is null or closed_in is null)
);
create index sales_works_unmatched on sales_works (report) where reason is not null;
create index sales_works_closed on sales_works (closed_in, report) where closed_in is not null;

create table periods (
  -- YYYY-MM
  period text primary key,
  status text not null check (status in ('closing', 'closed')),
  started_at timestamptz(3) not null,
  closed_at timestamptz(3)
);

create table statements (
  id text primary key,
  organization_id text not null references organizations,
  period text not null,
  currency text not null,
  gross_amount numeric not null,
  fee_amount numeric not null,
  tax_amount numeric not null,
  net_amount numeric not null check (net_amount = gross_amount - fee_amount - tax_amount),
  -- As used.
  fee_rate numeric not null,
  withholding_rate numeric not null,
  line_item_count bigint not null,
  -- Made in the sandbox, for the caller alone.
  is_sandbox boolean not null default false,
  created_at timestamptz(3) not null
);
-- A close writes one for each organization and currency, once.
create unique index statements_of_close on statements (organization_id, period, currency) where not is_sandbox;
create index statements_newest on statements (organization_id, created_at desc, id desc);
create index statements_newest_of_period on statements (period, created_at desc, id desc);
create index statements_newest_of_all on statements (created_at desc, id desc);

-- Millions are written at once, with their statement: no foreign key asks for it row by row.
create table line_items (
  statement_id text not null,
  -- From 1; the end of the item's id.
  number bigint not null,
  isrc text not null,
  track_id text not null,
  release_id text not null,
  store_id text not null,
  territory text not null,
  play_count numeric not null,
  unit_rate numeric not null,
  earnings numeric not null,
  usage_period text not null,
  primary key (statement_id, number)
);

create table royalties (
  id text primary key,
  organization_id text not null references organizations,
  statement_id text not null references statements,
  period text not null,
  release_id text not null,
  store_id text not null,
  gross_amount numeric not null,
  fee_amount numeric not null,
  tax_amount numeric not null,
  net_amount numeric not null check (net_amount = gross_amount - fee_amount - tax_amount),
  currency text not null,
  created_at timestamptz(3) not null,
  unique (statement_id, release_id, store_id)
);
create index royalties_newest on royalties (organization_id, created_at desc, id desc);
create index royalties_newest_of_release on royalties (organization_id, release_id, created_at desc, id desc);
create index royalties_newest_of_store on royalties (organization_id, store_id, created_at desc, id desc);
create index royalties_newest_of_period on royalties (organization_id, period, created_at desc, id desc);

-- Sums of line items by usage month and each thing that earnings are grouped by, kept with each statement.
create table earnings (
  organization_id text not null references organizations,
  currency text not null,
  grouped_by text not null check (grouped_by in ('month', 'store', 'territory', 'track', 'release')),
  month text not null,
  key text not null,
  play_count numeric not null,
  earnings numeric not null,
  primary key (organization_id, grouped_by, currency, month, key)
);

-- numeric's round() goes away from zero in the middle; money goes to the even digit.
create function round_half_even(value numeric, digits integer) returns numeric language sql immutable parallel safe return
  case when abs(value - trunc(value, digits)) * 2 = power(10::numeric, -digits) and mod(trunc(value * power(10::numeric, digits)), 2) = 0
    then trunc(value, digits) else round(value, digits) end;
