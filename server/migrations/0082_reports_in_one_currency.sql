-- Sales reports as stores send them, and statements in one currency. The version before runs on this as long as no report is imported
-- by a format and no organization has a payout currency: it knows neither amounts of rows nor rates of exchange.

-- How a file is read. Those that come with Segue are rows of this table, too.
create table report_formats (
  format_id text primary key,
  name text not null,
  -- The sender that it belongs to.
  store_id text references stores,
  file jsonb not null,
  rows jsonb not null,
  columns jsonb not null,
  parse jsonb not null,
  -- `refuse`, or the store that rows with an unknown name are of.
  unknown_store text not null,
  -- A store's name in the file to its id.
  store_names jsonb not null,
  is_built_in boolean not null,
  source text,
  year integer,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index report_formats_newest on report_formats (created_at desc, format_id desc);

-- By which reports call a store. `key` is the name in small letters, without blanks around it.
create table store_report_names (
  key text primary key,
  store_id text not null references stores,
  name text not null,
  -- In the order in which the operator gave them.
  place integer not null
);
create index store_report_names_of_store on store_report_names (store_id, place);

alter table sales_reports
  -- Null: the plain columns, or DSR.
  add column format_id text references report_formats,
  -- Those of a zip: [{name, rows, lines}]. The lines of its rows are counted through all of them.
  add column files jsonb not null default '[]',
  -- [{store_id, rows, totals}]; empty where all rows are the sender's.
  add column stores jsonb not null default '[]',
  -- Its own: [{from, to, rate}]
  add column rates jsonb not null default '[]',
  -- {amount, currency, on}
  add column received jsonb;
create index sales_reports_by_month on sales_reports (period, store_id);
create index sales_reports_by_format on sales_reports (format_id) where format_id is not null;

-- Of the unpacked bytes of every file that is imported and not reversed: none is imported twice, alone or in a zip.
create table sales_report_digests (
  digest bytea primary key,
  report bigint not null
);
create index sales_report_digests_of_report on sales_report_digests (report);
insert into sales_report_digests
select digest, number from sales_reports where digest is not null and reversed_by is null and status = 'imported';

alter table sales_rows
  alter column unit_rate set default 0,
  -- Null: count × rate. Otherwise the rate is 0.
  add column amount numeric,
  -- The store that the row names; null: the report's.
  add column store_id text;

alter table organizations add column payout_currency text;

create table exchange_rates (
  id text primary key,
  -- YYYY-MM
  period text not null,
  from_currency text not null,
  to_currency text not null,
  rate numeric not null check (rate > 0),
  source text not null check (source in ('manual', 'import')),
  created_at timestamptz(3) not null,
  unique (period, from_currency, to_currency),
  check (from_currency <> to_currency)
);
create index exchange_rates_newest on exchange_rates (created_at desc, id desc);

-- The rates by which a close states the rows of a report. Settled when the close begins; a reversal has those of what it takes back.
create table stated_rates (
  period text not null,
  report bigint not null,
  from_currency text not null,
  to_currency text not null,
  rate numeric not null,
  source text not null check (source in ('report', 'period')),
  primary key (period, report, from_currency, to_currency)
);

alter table sales_works
  -- The currency in which a close states it; null: each amount in its own.
  add column stated_in text,
  -- The period whose rates it is stated by. Of a reversal: that of the close which took what it takes back.
  add column rated_in text;

alter table line_items
  -- The store that sent the report, where the row names another.
  add column sender text,
  -- Null where nothing was converted.
  add column reported_currency text,
  add column reported_earnings numeric,
  add column exchange_rate numeric,
  -- True: stores reported the amount, and the rate is its quotient.
  add column is_quotient boolean;

-- [{from, rate, source}]
alter table statements add column exchange_rates jsonb not null default '[]';
alter table closing_statements add column exchange_rates jsonb not null default '[]';

create table conversions (
  id text primary key,
  organization_id text not null references organizations,
  from_currency text not null,
  from_amount numeric not null,
  to_currency text not null,
  to_amount numeric not null,
  rate numeric not null check (rate > 0),
  reason text not null,
  created_at timestamptz(3) not null,
  check (from_currency <> to_currency)
);
create index conversions_newest on conversions (organization_id, created_at desc, id desc);

alter table ledger_transactions drop constraint ledger_transactions_type_check;
alter table ledger_transactions add constraint ledger_transactions_type_check
  check (type in ('statement', 'payout', 'payout_paid', 'payout_returned', 'adjustment', 'conversion')) not valid;
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check
  check (account in ('available', 'in_transit', 'stores', 'fees', 'taxes', 'bank', 'adjustments', 'exchange')) not valid;
