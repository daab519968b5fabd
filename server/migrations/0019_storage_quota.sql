-- The bytes of an asset that nobody could look into are kept, so that it can be tried again. Rows that are there obey the stricter
-- rule of before, so they need not be read for this one.
alter table assets drop constraint assets_check2,
  add constraint assets_bytes check (
    (status not in ('processing', 'ready') or blob_key is not null) and (status <> 'awaiting_upload' or blob_key is null)
  ) not valid;

-- How much an organization may keep; null: as much as its tier.
alter table organizations add storage_quota_bytes bigint check (storage_quota_bytes >= 0);

-- What its files take, kept or promised, and how many uploads are awaited. The trigger counts, whoever writes: also a node of the
-- version before, while nodes are replaced. Its row is what creations of assets wait for, so that two at once never exceed.
create table organization_storage (
  organization_id text primary key references organizations,
  used_bytes bigint not null,
  awaiting_uploads integer not null
) with (fillfactor = 50);

create function count_asset_storage() returns trigger language plpgsql as $$
declare
  owner text := coalesce(new.organization_id, old.organization_id);
  bytes bigint := 0;
  uploads integer := 0;
begin
  if tg_op <> 'DELETE' then
    if new.status = 'awaiting_upload' or new.blob_key is not null then bytes := new.size_bytes; end if;
    if new.status = 'awaiting_upload' then uploads := 1; end if;
  end if;
  if tg_op <> 'INSERT' then
    if old.status = 'awaiting_upload' or old.blob_key is not null then bytes := bytes - old.size_bytes; end if;
    if old.status = 'awaiting_upload' then uploads := uploads - 1; end if;
  end if;
  if bytes <> 0 or uploads <> 0 then
    insert into organization_storage as kept (organization_id, used_bytes, awaiting_uploads) values (owner, bytes, uploads)
    on conflict (organization_id) do update
    set used_bytes = kept.used_bytes + excluded.used_bytes, awaiting_uploads = kept.awaiting_uploads + excluded.awaiting_uploads;
  end if;
  return null;
end $$;

create trigger assets_storage after insert or update of status, blob_key or delete on assets
  for each row execute function count_asset_storage();

-- What was there before the trigger is counted by 0021, while others write.
