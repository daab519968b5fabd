-- Releases that move here from another distributor. Both distributors have them at a store for some days, so that the store keeps plays and
-- playlists; then it is safe to take the former ones down.

create table release_migrations (
  id text primary key,
  organization_id text not null references organizations,
  -- One at a time: where it stands follows from the release's deliveries.
  release_id text not null unique references releases on delete cascade,
  previous_distributor text not null,
  overlap_days integer not null,
  -- When a store may have become safe: the job looks then.
  look_at timestamptz(3) not null,
  created_at timestamptz(3) not null
);
create index release_migrations_newest on release_migrations (organization_id, created_at desc, id desc);
create index release_migrations_due on release_migrations (look_at);

-- The stores that partners were told about, once for each time that a store took the release.
create table safe_stores (
  migration_id text not null references release_migrations on delete cascade,
  store_id text not null references stores,
  delivered_at timestamptz(3) not null,
  emitted_at timestamptz(3) not null,
  primary key (migration_id, store_id, delivered_at)
);
