-- outside a transaction
-- A DDEX message names a release by its code and its files by their names.

-- step
create index concurrently releases_of_upc on releases (organization_id, upc);
-- step
create index concurrently releases_of_ean on releases (organization_id, ean) where ean is not null;
-- step
-- By a digest of the name: names that earlier versions took may be too long for an index.
create index concurrently assets_of_name on assets (organization_id, md5(filename));
