-- Fields of tracks and releases that stores ask for. Columns with a constant default are added without rewriting the tables, and
-- the checks are not compared with the rows that exist: all of them have the defaults.

-- The `advisory` of a track is no column. It is `explicit` if that column is true, else `clean` if `is_clean` is true, else `none`. So
-- tracks of before have the right one at once, and so has a track that a node of an earlier version changes meanwhile.
alter table tracks
  -- Null: the release's.
  add column p_line text,
  add column is_clean boolean not null default false,
  add column is_instrumental boolean not null default false,
  add column is_cover boolean not null default false,
  add column recording_year integer,
  add column recording_country text,
  add column iswc text,
  add column publishers jsonb,
  add column work text,
  add column movement_number integer,
  add column movement_title text,
  add column translations jsonb,
  add column lyrics_synced text,
  -- Null: only `ai` is known.
  add column ai_parts jsonb,
  add column instant_gratification boolean not null default false;

alter table releases
  add column subgenre text,
  add column translations jsonb,
  add column artwork_ai text not null default 'none';

alter table releases add constraint releases_artwork_ai_check check (artwork_ai in ('none', 'partial', 'full')) not valid;
