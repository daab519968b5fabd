-- outside a transaction
-- What changed at or after a moment, the oldest change first: `updated_since`. Payouts have theirs from the beginning.

-- step
create index concurrently releases_changed on releases (organization_id, updated_at, id);
-- step
create index concurrently tracks_changed on tracks (organization_id, updated_at, id);
-- step
create index concurrently deliveries_changed on deliveries (organization_id, updated_at, id);
