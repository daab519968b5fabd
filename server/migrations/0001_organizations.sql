-- Who is calling, what they may do, and what this database remembers about the service itself.

create extension if not exists pg_trgm;

create table settings (
  name text primary key,
  value text not null
);

create table organizations (
  id text primary key,
  name text not null,
  tier text not null check (tier in ('starter', 'pro', 'enterprise')),
  label text not null,
  review text not null check (review in ('automatic', 'manual')),
  status text not null check (status in ('active', 'suspended')),
  isrc_prefix text,
  licensed_territories text[] not null,
  fee_rate numeric not null check (fee_rate between 0 and 1),
  withholding_rate numeric not null check (withholding_rate between 0 and 1),
  rate_limit jsonb,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Two organizations with one prefix would hand out the same ISRC.
  constraint organizations_isrc_prefix unique (isrc_prefix)
);
create index organizations_newest on organizations (created_at desc, id desc);

create table api_keys (
  id text primary key,
  organization_id text not null references organizations,
  name text,
  hash bytea not null unique,
  scopes text[] not null,
  last4 text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index api_keys_newest on api_keys (organization_id, created_at desc, id desc) where revoked_at is null;

-- Eleven digits each; the twelfth is computed. `next` is the first number not yet put into the pool.
create table upc_ranges (
  organization_id text not null references organizations,
  first bigint not null,
  last bigint not null,
  next bigint not null,
  primary key (organization_id, first),
  check (0 <= first and first <= last and last <= 99999999999),
  constraint upc_ranges_apart exclude using gist (int8range(first, last, '[]') with &&)
);
create sequence upc_blocks;

-- Every UPC that was ever used, by anyone, and those ready to be handed out (`organization_id` set, not used).
create table upcs (
  upc text primary key,
  organization_id text references organizations,
  is_used boolean not null
);
create index upcs_free on upcs (organization_id, upc) where not is_used;

create table audit_log (
  id text primary key,
  created_at timestamptz(3) not null,
  organization_id text not null,
  actor text not null,
  request_id text not null,
  operation text not null,
  resource_id text,
  fields text[] not null
);
create index audit_log_newest on audit_log (created_at desc, id desc);
create index audit_log_of_organization on audit_log (organization_id, created_at desc, id desc);

create table idempotency_keys (
  organization_id text not null,
  key uuid not null,
  fingerprint bytea not null,
  status integer,
  body text,
  claim_id uuid,
  claim_token uuid,
  lease_until timestamptz(3),
  created_at timestamptz(3) not null,
  primary key (organization_id, key)
);
create index idempotency_keys_oldest on idempotency_keys (created_at);
