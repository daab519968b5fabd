-- outside a transaction
-- The releases of an organization that come out next.

-- step
create index concurrently releases_by_date on releases (organization_id, release_date, id) where status in ('submitted', 'delivered');
