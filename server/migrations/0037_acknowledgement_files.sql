-- What stores write back is read from their folders, whatever it is called and whenever it comes.

-- The files of a store that were read. `version` changes when the store writes a file anew under the same name.
create table acknowledgement_files (
  store_id text not null references stores,
  name text not null,
  version text not null,
  seen_at timestamptz(3) not null,
  primary key (store_id, name)
);

-- When each store's folder is read the next time.
create table acknowledgement_readings (
  store_id text primary key references stores,
  next_at timestamptz(3) not null
);

-- Null: kept by an earlier version, or it came without a file.
alter table store_acknowledgements add column name text;
