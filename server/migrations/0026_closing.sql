-- A close gathers line items store by store, then writes statements organization by organization: what it has planned and done.

create table closing_statements (
  statement_id text primary key,
  number bigint generated always as identity unique,
  period text not null references periods,
  organization_id text not null references organizations,
  currency text not null,
  is_written boolean not null default false,
  unique (period, organization_id, currency)
);
create index closing_statements_open on closing_statements (period, organization_id) where not is_written;

create table closing_stores (
  period text not null references periods,
  store_id text not null references stores,
  -- How many line items came of it.
  items bigint not null,
  primary key (period, store_id)
);
