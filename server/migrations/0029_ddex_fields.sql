-- What DDEX messages say besides. Columns with a constant default are added without rewriting the table, and the check is not
-- compared with the rows that exist: all of them have the default.

alter table releases
  add column start_at timestamptz(3),
  add column ean text,
  add column catalog_number text;

alter table tracks
  add column withheld boolean not null default false,
  add column ai text not null default 'none';

alter table tracks add constraint tracks_ai_check check (ai in ('none', 'partial', 'full')) not valid;
