-- Who sends bytes now, until when unless more come: one at a time.
alter table assets add upload_writer text, add upload_claimed_until timestamptz(3);

create index assets_newest_by_type on assets (organization_id, type, created_at desc, id desc);
