-- What was approved of a release that has changed since under manual review. It is what stores get until the change is
-- approved; then it goes.

create table approved_contents (
  release_id text primary key references releases on delete cascade,
  organization_id text not null references organizations,
  -- The rows as they are read for a message. As text, so that a message made of them is like any other.
  release json not null,
  tracks json not null
);

-- The files it names: none of them can be deleted meanwhile.
create table approved_assets (
  release_id text not null references approved_contents on delete cascade,
  organization_id text not null,
  asset_id text not null,
  primary key (release_id, asset_id),
  foreign key (organization_id, asset_id) references assets (organization_id, id)
);
-- Asked by whoever deletes an asset.
create index approved_assets_of_asset on approved_assets (organization_id, asset_id);
