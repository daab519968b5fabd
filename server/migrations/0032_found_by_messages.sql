-- outside a transaction
-- A DDEX message names a release by its code and its files by their names.

-- step
create index concurrently releases_of_upc on releases (organization_id, upc);
-- step
create index concurrently releases_of_ean on releases (organization_id, ean) where ean is not null;
-- step
create index concurrently assets_of_name on assets (organization_id, filename, created_at desc);
