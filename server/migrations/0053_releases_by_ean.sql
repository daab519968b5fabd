-- outside a transaction
-- A store may report a release by its EAN, and its organization is not known then.

-- step
create index concurrently releases_by_ean on releases (ean) where ean is not null;
