-- The outline of a sound: 600 bytes, 255 for full scale.
alter table assets add column peaks bytea;
-- The mean of all pixels, as #rrggbb.
alter table assets add column mean_color text;
-- The file of the thumbnail holds three sizes, one after the other; these are their lengths. Null: it is one picture.
alter table assets add column thumbnail_bytes integer[];
-- False for files that an older version checked: a job makes their previews.
alter table assets add column has_preview boolean not null default false;
alter table assets alter column has_preview set default true;
create index assets_without_preview on assets (id) where status = 'ready' and not has_preview;
