-- outside a transaction
-- Releases in the orders that a client can ask for, of every status and of one. A title is compared without its case; "É" comes
-- after all other "E". The order of bytes is the same on every machine, so an upgrade of the system does not spoil the index.

-- step
create index concurrently releases_sorted_by_date on releases (organization_id, release_date, id);
-- step
create index concurrently releases_sorted_by_date_of_status on releases (organization_id, status, release_date, id);
-- step
create index concurrently releases_sorted_by_title on releases (organization_id, (left(lower(normalize(title, NFKD)), 100)) collate "C", id);
-- step
create index concurrently releases_sorted_by_title_of_status on releases (organization_id, status, (left(lower(normalize(title, NFKD)), 100)) collate "C", id);
