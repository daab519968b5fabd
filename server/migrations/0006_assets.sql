create table assets (
  id text primary key,
  organization_id text not null references organizations,
  type text not null check (type in ('audio', 'artwork')),
  filename text not null,
  content_type text not null,
  size_bytes bigint not null,
  -- Lower-case hex: the client's word until the bytes are there, then theirs.
  checksum_sha256 text,
  status text not null check (status in ('awaiting_upload', 'processing', 'ready', 'failed')),
  failure jsonb,
  audio jsonb,
  image jsonb,
  -- Where the bytes are, once all of them are. A failed asset has none.
  blob_key text unique,
  thumbnail_key text unique,
  upload_expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- What names an asset names its organization too: nobody can use another's.
  unique (organization_id, id),
  check ((status = 'failed') = (failure is not null)),
  check ((status = 'ready') = (audio is not null or image is not null)),
  check ((status in ('processing', 'ready')) = (blob_key is not null))
);
create index assets_newest on assets (organization_id, created_at desc, id desc);
create index assets_newest_by_status on assets (organization_id, status, created_at desc, id desc);
create index assets_awaiting on assets (upload_expires_at) where status = 'awaiting_upload';

-- What has come of a resumable upload, piece by piece, until all of it is there.
create table asset_parts (
  organization_id text not null,
  asset_id text not null,
  offset_bytes bigint not null,
  size_bytes bigint not null,
  blob_key text not null unique,
  primary key (organization_id, asset_id, offset_bytes),
  foreign key (organization_id, asset_id) references assets (organization_id, id) on delete cascade
);

alter table releases add constraint releases_artwork
  foreign key (organization_id, artwork_asset_id) references assets (organization_id, id);
create index releases_of_artwork on releases (organization_id, artwork_asset_id) where artwork_asset_id is not null;
