-- outside a transaction
-- The files that messages to stores name. A file stays while such a message is on its way: the release may have another by then.

-- step
create table if not exists sent_assets (
  organization_id text not null,
  asset_id text not null,
  -- No foreign key: a release that was delivered is never deleted.
  release_id text not null,
  primary key (organization_id, asset_id, release_id),
  foreign key (organization_id, asset_id) references assets (organization_id, id) on delete cascade
);

-- Of what is on its way now.
-- step
insert into sent_assets (organization_id, asset_id, release_id)
select a.organization_id, a.id, d.release_id
from delivery_stores s
join deliveries d on d.id = s.delivery_id
join store_messages m on m.delivery_id = s.delivery_id and m.store_id = s.store_id and m.attempt = s.attempts and m.kind <> 'takedown'
cross join lateral json_array_elements(case when m.content_id is null then m.message -> 'files'
  else (select content::json -> 'files' from message_contents c where c.id = m.content_id) end) as file
join assets a on a.organization_id = s.organization_id and a.id = file ->> 'asset_id'
where s.status in ('sending', 'stalled', 'ingesting')
for key share of a
on conflict do nothing;
