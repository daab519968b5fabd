-- What preflight asks of an organization's other releases. The organization stands last: before the first statistics are
-- gathered, an index that begins with it looks good for any question of that organization.
create index releases_of_upc on releases (upc, organization_id);
create index assets_of_checksum on assets (checksum_sha256, organization_id);
create index tracks_of_isrc on tracks (isrc, organization_id) where isrc is not null;
