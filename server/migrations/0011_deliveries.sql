-- Releases on their way to stores, and where each of them stands at each store.

create table deliveries (
  id text primary key,
  organization_id text not null references organizations,
  release_id text not null references releases,
  status text not null check (status in ('in_progress', 'delivered', 'rejected', 'action_required', 'taken_down', 'cancelled')),
  territory_codes text[] not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  completed_at timestamptz(3)
);
create index deliveries_newest on deliveries (organization_id, created_at desc, id desc);
create index deliveries_newest_by_status on deliveries (organization_id, status, created_at desc, id desc);
create index deliveries_newest_of_release on deliveries (release_id, created_at desc, id desc);
-- The operator's lists.
create index deliveries_newest_of_all on deliveries (created_at desc, id desc);
create index deliveries_newest_of_all_by_status on deliveries (status, created_at desc, id desc);

create table delivery_stores (
  delivery_id text not null references deliveries,
  store_id text not null references stores,
  organization_id text not null references organizations,
  -- Its place in the request.
  place integer not null,
  status text not null check (status in ('queued', 'sending', 'ingesting', 'stalled', 'delivered', 'rejected', 'action_required',
    'takedown_requested', 'taken_down', 'cancelled')),
  territory_codes text[] not null,
  rejection_code text,
  rejection_reason text,
  -- The first submission, and every resubmission and update; with delivery and store it names a message.
  attempts integer not null,
  -- Of the transport, since the last that worked.
  failures integer not null,
  stalled_reason text,
  stalled_since timestamptz(3),
  takedown_reason text,
  -- What is sent, from the first try until the store has it: a repeated send is the same message.
  message json,
  -- The fingerprint that the store has.
  upc text not null,
  label text not null,
  release_date date not null,
  history jsonb not null,
  updated_at timestamptz(3) not null,
  primary key (delivery_id, store_id)
) with (fillfactor = 70);
create unique index delivery_stores_fingerprint on delivery_stores (organization_id, store_id, upc, label, release_date)
  where status not in ('taken_down', 'cancelled');
create index delivery_stores_of_store on delivery_stores (store_id, delivery_id);
-- What waits while its store is paused.
create index delivery_stores_at_work on delivery_stores (store_id, delivery_id)
  where status in ('queued', 'sending', 'stalled', 'ingesting', 'takedown_requested');
