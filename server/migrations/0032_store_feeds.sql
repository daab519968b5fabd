-- Stores that fetch their messages: their credentials and their feeds. And for every store: when a message went out, and what
-- the store answered to it.

create table store_credentials (
  id text primary key,
  store_id text not null references stores,
  name text,
  hash bytea not null unique,
  last4 text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  revoked_at timestamptz(3)
);
create index store_credentials_newest on store_credentials (store_id, created_at desc, id desc) where revoked_at is null;

alter table store_messages
  -- When it went out, the last time. Of a store that fetches: when the store fetched it.
  add column sent_at timestamptz(3),
  add column answered_at timestamptz(3),
  add column answer jsonb;

-- The last number of each feed. Its row is locked until the entry commits, so entries become visible in the order of their numbers.
create table store_feeds (
  store_id text primary key references stores,
  last_number bigint not null
);

create table feed_entries (
  store_id text not null references stores,
  number bigint not null,
  message_id text not null references store_messages,
  release_id text not null,
  -- When the store fetched the message from this entry. A message that is sent again has another entry.
  fetched_at timestamptz(3),
  -- A later entry of the same release took its place.
  is_replaced boolean not null default false,
  primary key (store_id, number)
);
create unique index feed_entries_of_release on feed_entries (store_id, release_id) where not is_replaced;
create index feed_entries_listed on feed_entries (store_id, number) where not is_replaced;
create index feed_entries_of_message on feed_entries (message_id, number);
