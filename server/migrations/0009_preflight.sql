-- What preflight asks of an organization's other releases.
create index releases_of_upc on releases (organization_id, upc);
create index assets_of_checksum on assets (organization_id, checksum_sha256) where status = 'ready';
create index tracks_of_isrc on tracks (organization_id, isrc) where isrc is not null;
