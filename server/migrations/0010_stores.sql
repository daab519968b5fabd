-- Digital stores. They are the environment's: every organization sees the same ones.

create table stores (
  store_id text primary key check (store_id ~ '^store_[a-z0-9_]{1,50}$'),
  name text not null,
  -- `WORLD` alone, or codes.
  territories text[] not null,
  capabilities jsonb not null,
  requirements jsonb not null,
  -- How the store is reached: its kind and settings.
  connector jsonb not null,
  -- Each by its name, sealed: nobody reads them here.
  connector_secrets jsonb not null,
  status text not null check (status in ('active', 'paused')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index stores_newest on stores (created_at desc, store_id desc);
