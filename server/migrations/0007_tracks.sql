create table tracks (
  id text primary key,
  organization_id text not null references organizations,
  release_id text not null references releases on delete cascade,
  title text not null,
  version text,
  -- Null: the release's.
  artists jsonb,
  contributors jsonb,
  isrc text,
  disc_number integer not null,
  track_number integer not null,
  -- Null: the release's, whatever they become.
  territory text[],
  explicit boolean not null,
  language text,
  lyrics text,
  audio_asset_id text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint tracks_number unique (release_id, disc_number, track_number),
  foreign key (organization_id, audio_asset_id) references assets (organization_id, id)
);
create index tracks_newest on tracks (organization_id, created_at desc, id desc);
create index tracks_newest_of_release on tracks (organization_id, release_id, created_at desc, id desc);
-- Asked by whoever deletes an asset.
create index tracks_audio on tracks (organization_id, audio_asset_id);

-- How far the designations of a prefix and year (`QZ-ABC-26`) were put into the pool; `next` is the first that was not.
create table isrc_stems (
  stem text primary key,
  next integer not null check (next between 1 and 100000)
);

-- Those ready to be handed out. Whoever takes one deletes it.
create table isrc_pool (
  stem text,
  isrc text,
  primary key (stem, isrc)
);

-- Every one that a client has ever named: it is not handed out, though it may lie in the pool or ahead of it.
create table named_isrcs (
  isrc text primary key
);
