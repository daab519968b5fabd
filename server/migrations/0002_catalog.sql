create table releases (
  id text primary key,
  organization_id text not null references organizations,
  title text not null,
  version text,
  type text check (type in ('single', 'ep', 'album', 'compilation')),
  artists jsonb not null,
  release_date date not null,
  original_release_date date,
  label text not null,
  upc text not null,
  territories text[] not null,
  genre text,
  language text,
  p_line text,
  c_line text,
  explicit boolean not null,
  artwork_asset_id text,
  status text not null check (status in ('draft', 'submitted', 'delivered', 'rejected')),
  -- Lower-case title, version, artists, label and UPC: what `q` looks through.
  search text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index releases_newest on releases (organization_id, created_at desc, id desc);
create index releases_newest_by_status on releases (organization_id, status, created_at desc, id desc);
create index releases_search on releases using gin (search gin_trgm_ops);
