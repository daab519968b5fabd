-- Payees, contracts and payee statements: what an organization gives on to artists, producers and labels. The version before runs on
-- this as long as no contract is active and no organization has terms of fees: it shares nothing and knows one fee rate.

create table payees (
  id text primary key,
  organization_id text not null references organizations,
  name text not null,
  email text,
  external_id text,
  paid_by text not null check (paid_by in ('operator', 'organization')),
  minimum_payouts jsonb not null default '{}',
  tax_country text,
  tax_form text check (tax_form in ('w9', 'w8ben', 'w8ben_e', 'other')),
  tax_received_on date,
  tax_expires_on date,
  withholding_rate numeric not null default 0,
  -- Null: usage everywhere is taxed.
  withholding_territories text[],
  status text not null check (status in ('active', 'archived')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index payees_by_external_id on payees (organization_id, external_id) where external_id is not null;
create index payees_newest on payees (organization_id, created_at desc, id desc);
create index payees_newest_by_status on payees (organization_id, status, created_at desc, id desc);
create index payees_newest_of_all on payees (created_at desc, id desc);

-- Where money goes: of a payee, or of an organization itself. They are read again only when payouts are exported.
create table payment_details (
  -- The payee's id, or the organization's.
  owner_id text primary key,
  organization_id text not null references organizations,
  method text not null check (method in ('bank', 'paypal', 'other')),
  last4 text not null,
  sealed text not null,
  changed_at timestamptz(3) not null
);

alter table members add column payee_ids text[];

create table contracts (
  id text primary key,
  organization_id text not null references organizations,
  name text not null,
  level text not null check (level in ('track', 'release', 'label', 'all')),
  label text,
  -- Months of use, inclusive, as YYYY-MM. Null: no limit on that side.
  starts_on text,
  ends_on text,
  terms jsonb not null,
  status text not null check (status in ('draft', 'active', 'ended')),
  version integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check ((level = 'label') = (label is not null))
);
create index contracts_newest on contracts (organization_id, created_at desc, id desc);
create index contracts_newest_by_status on contracts (organization_id, status, created_at desc, id desc);
create index contracts_of_label on contracts (organization_id, label) where label is not null;

-- The tracks or releases of a contract, in the order in which they were given.
create table contract_targets (
  contract_id text not null references contracts on delete cascade,
  organization_id text not null,
  target_id text not null,
  place integer not null,
  primary key (contract_id, target_id)
);
create index contract_targets_by_target on contract_targets (organization_id, target_id);

create table contract_shares (
  contract_id text not null references contracts on delete cascade,
  organization_id text not null,
  payee_id text not null references payees,
  share numeric not null,
  place integer not null,
  primary key (contract_id, payee_id)
);
create index contract_shares_of_payee on contract_shares (payee_id, contract_id);
create index contract_shares_of_organization on contract_shares (organization_id);

-- Each version of a contract that is no draft, also the present one: payee statements are made by one and show it for ever.
create table contract_versions (
  contract_id text not null references contracts on delete cascade,
  organization_id text not null,
  version integer not null,
  name text not null,
  applies_to jsonb not null,
  starts_on text,
  ends_on text,
  terms jsonb not null,
  shares jsonb not null,
  created_at timestamptz(3) not null,
  primary key (contract_id, version)
);

create table contract_costs (
  id text primary key,
  organization_id text not null references organizations,
  contract_id text not null references contracts on delete cascade,
  kind text not null check (kind in ('advance', 'cost')),
  amount numeric not null check (amount > 0),
  currency text not null,
  description text not null,
  recouped_amount numeric not null default 0 check (recouped_amount >= 0 and recouped_amount <= amount),
  status text not null check (status in ('open', 'recouped', 'cancelled')),
  created_at timestamptz(3) not null
);
create index contract_costs_newest on contract_costs (contract_id, created_at desc, id desc);

-- What a statement gave to a contract.
create table contract_statements (
  statement_id text not null references statements,
  contract_id text not null references contracts,
  organization_id text not null references organizations,
  version integer not null,
  payable_amount numeric not null,
  recouped_amount numeric not null,
  line_item_count bigint not null,
  last_usage_period text not null,
  primary key (statement_id, contract_id)
);
create index contract_statements_of_contract on contract_statements (contract_id);

-- Which contract held a track's usage of a month when the statement was written. Line items of payee statements follow from it.
create table contract_tracks (
  statement_id text not null,
  track_id text not null,
  release_id text not null,
  usage_period text not null,
  contract_id text not null,
  primary key (statement_id, track_id, release_id, usage_period)
);

create table payee_statements (
  id text primary key,
  organization_id text not null references organizations,
  payee_id text not null references payees,
  payee_name text not null,
  statement_id text not null references statements,
  period text not null,
  currency text not null,
  share_amount numeric not null,
  taxable_amount numeric not null,
  tax_rate numeric not null,
  tax_amount numeric not null,
  net_amount numeric not null,
  paid_by text not null,
  line_item_count bigint not null,
  -- The payee's balance in this currency before it.
  balance_before numeric not null,
  -- As it was, for the document.
  organization_name text not null,
  created_at timestamptz(3) not null,
  unique (statement_id, payee_id)
);
create index payee_statements_newest on payee_statements (organization_id, created_at desc, id desc);
create index payee_statements_newest_of_payee on payee_statements (payee_id, created_at desc, id desc);

create table payee_statement_shares (
  payee_statement_id text not null references payee_statements,
  contract_id text not null references contracts,
  share numeric not null,
  share_amount numeric not null,
  primary key (payee_statement_id, contract_id)
);

-- The payments that organizations made to payees whom they pay themselves.
create table payee_payments (
  id text primary key,
  organization_id text not null references organizations,
  payee_id text not null references payees,
  currency text not null,
  amount numeric not null check (amount > 0),
  paid_on date not null,
  reference text,
  created_at timestamptz(3) not null
);
create index payee_payments_of_payee on payee_payments (payee_id, currency);

create table payee_balances (
  payee_id text not null references payees,
  organization_id text not null references organizations,
  currency text not null,
  -- `payees` or `owed`: one of both, since who pays a payee changes only while all balances are zero.
  available numeric not null,
  in_transit numeric not null,
  created_at timestamptz(3) not null,
  primary key (payee_id, currency)
);
create index payee_balances_of_organization on payee_balances (organization_id, currency);

alter table ledger_transactions
  add column payee_id text references payees,
  -- The amount that it adds to the payee's balance; null where it moves money behind it.
  add column payee_amount numeric,
  drop constraint ledger_transactions_type_check;
alter table ledger_transactions add constraint ledger_transactions_type_check
  check (type in ('statement', 'payout', 'payout_paid', 'payout_returned', 'payment', 'adjustment', 'conversion')) not valid;
alter table ledger_entries drop constraint ledger_entries_account_check;
alter table ledger_entries add constraint ledger_entries_account_check
  check (account in ('available', 'in_transit', 'stores', 'fees', 'taxes', 'bank', 'adjustments', 'exchange',
    'payees', 'payees_in_transit', 'owed', 'owing')) not valid;

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
      when t.payee_amount is distinct from e.of_payee then 'does not say what it adds to the balance of its payee'
      when e.is_of_payee and t.payee_id is null then 'names no payee'
      when p.organization_id <> t.organization_id then 'names a payee of another organization'
      when b.in_transit < 0 or p.in_transit < 0 then 'takes more out of transit than is in it'
    end into fault
  from ledger_transactions t
  cross join lateral (
    select coalesce(sum(amount), 0) as total, sum(amount) filter (where account = 'available') as available,
      sum(amount) filter (where account in ('payees', 'owed')) as of_payee,
      bool_or(account in ('payees', 'payees_in_transit', 'owed')) as is_of_payee
    from ledger_entries where transaction_id = t.id) as e
  left join balances b on b.organization_id = t.organization_id and b.currency = t.currency
  left join payee_balances p on p.payee_id = t.payee_id and p.currency = t.currency
  where t.id = posted_id;
  if fault is not null then
    raise exception 'ledger transaction % %', posted_id, fault;
  end if;
  return null;
end $$;

alter table adjustments
  -- Null: of the organization's own balance.
  add column payee_id text references payees,
  -- Who paid the payee at that time: an operator's payee gets it from the organization's balance.
  add column paid_by text check (paid_by in ('operator', 'organization'));
alter table conversions add column payee_id text references payees;
alter table payouts
  -- Null: the organization's own.
  add column payee_id text references payees,
  add column payee_name text,
  -- The payment details that it was requested with, sealed. Null: there were none.
  add column details text;
alter table organizations
  -- The first that holds a line gives its fee rate, else `fee_rate`.
  add column fee_terms jsonb not null default '[]',
  add column requires_tax_form boolean not null default false;
alter table statements
  -- As they were used. Null: there were none.
  add column fee_terms jsonb,
  add column fee_rates jsonb;
