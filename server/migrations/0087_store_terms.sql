-- A store's own words and terms: its genres and roles by the words of partners, its price tiers, the release profile of
-- its messages in ERN 3, and how releases move to it from another distributor.
alter table stores
  add column genres jsonb not null default '{}',
  add column roles jsonb not null default '{}',
  add column price_tiers jsonb not null default '[]',
  add column release_profile text,
  add column migration text not null default 'overlap'
    check (migration in ('overlap', 'replace', 'takedown_first', 'automatic'));

-- The terms of a delivery at a store: pre-order, preview and price tiers. Null: none.
alter table delivery_stores add column terms jsonb;
