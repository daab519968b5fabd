-- outside a transaction
-- The codes that stores were really sent: sales are matched by what the message that a store took said, not by what the catalogue says
-- today. Messages mostly repeat the codes of the one before, and the stores of one delivery get the same ones. So the codes of a
-- release that one message has are a set, which is kept once, and each store that took such a message has one row.

-- step
create table if not exists sent_codes (
  -- An ISRC as tracks have it, or a UPC or EAN in the 13 digits of an EAN.
  code text not null,
  -- Made of the release and of all codes of the set.
  set_id uuid not null,
  organization_id text not null,
  release_id text not null,
  -- '' where the code is that of the release. No foreign key: what was sent stays true after its track is deleted.
  track_id text not null,
  primary key (code, set_id, track_id)
);

-- step
create table if not exists sent_sets (
  set_id uuid not null,
  store_id text not null references stores,
  first_at timestamptz(3) not null,
  primary key (set_id, store_id)
);

-- Of messages that stores have taken, a few hundred at a time.
-- step
do $$
declare
  last_id text := '';
  seen integer;
begin
  loop
    with batch as materialized (
      select m.message_id, m.store_id, m.delivery_id, m.kind, m.content_id, m.message, m.taken_at from store_messages m
      where m.message_id > last_id order by m.message_id limit 500),
    taken as materialized (
      select b.*, coalesce(b.content_id, b.message_id) as key, d.organization_id, d.release_id
      from batch b join deliveries d on d.id = b.delivery_id
      where b.taken_at is not null and b.kind <> 'takedown'),
    said as materialized (
      select c.id as key, part.release, part.tracks from message_contents c
      cross join lateral json_to_record(c.content::json) as part (release json, tracks json)
      where c.id in (select content_id from taken)
      union all
      select t.key, part.release, part.tracks from taken t
      cross join lateral json_to_record(t.message) as part (release json, tracks json)
      where t.content_id is null),
    codes as materialized (
      select key, '' as track_id, right('0' || given.code, 13) as code from said
      cross join lateral (values (release ->> 'upc'), (release ->> 'ean')) as given (code) where given.code is not null
      union
      select key, track.id, track.isrc from said
      cross join lateral json_to_recordset(tracks) as track (id text, isrc text) where track.isrc is not null),
    sets as materialized (
      select codes.key, o.organization_id, o.release_id,
        md5(o.release_id || string_agg(track_id || ' ' || code, ',' order by track_id collate "C", code collate "C"))::uuid as set_id
      from codes join (select distinct key, organization_id, release_id from taken) o on o.key = codes.key
      group by codes.key, o.organization_id, o.release_id),
    kept as (
      insert into sent_codes (code, set_id, organization_id, release_id, track_id)
      select code, set_id, organization_id, release_id, track_id from codes join sets on sets.key = codes.key
      on conflict do nothing),
    at_stores as (
      insert into sent_sets (set_id, store_id, first_at)
      select set_id, store_id, min(taken_at) from taken join sets on sets.key = taken.key group by set_id, store_id
      on conflict (set_id, store_id) do update set first_at = least(sent_sets.first_at, excluded.first_at))
    select count(*), max(message_id) into seen, last_id from batch;
    commit;
    exit when seen < 500;
  end loop;
end $$;

-- Of stores that have a release and whose message was not kept: an earlier version sent it, or a person reported it before it was sent.
-- What was approved last is taken, else what the catalogue says.
-- step
do $$
declare
  last_id text := '';
  seen integer;
begin
  loop
    with batch as materialized (
      select d.id, d.organization_id, d.release_id from deliveries d where d.id > last_id order by d.id limit 500),
    had as materialized (
      select b.organization_id, b.release_id, s.store_id, min(s.delivered_at) as first_at
      from batch b join delivery_stores s on s.delivery_id = b.id
      where s.delivered_at is not null and not exists (
        select 1 from store_messages m where m.delivery_id = b.id and m.store_id = s.store_id and m.taken_at is not null)
      group by b.organization_id, b.release_id, s.store_id),
    said as materialized (
      select o.organization_id, o.release_id, coalesce(a.release, json_build_object('upc', r.upc, 'ean', r.ean)) as release,
        coalesce(a.tracks, (
          select json_agg(json_build_object('id', t.id, 'isrc', t.isrc)) from tracks t where t.release_id = o.release_id), '[]') as tracks
      from (select distinct organization_id, release_id from had) o
      join releases r on r.id = o.release_id
      left join approved_contents a on a.release_id = o.release_id and (
        select review_status from submissions s where s.release_id = o.release_id order by submitted_at desc, id desc limit 1) <> 'approved'),
    codes as materialized (
      select organization_id, release_id, '' as track_id, right('0' || given.code, 13) as code from said
      cross join lateral (values (release ->> 'upc'), (release ->> 'ean')) as given (code) where given.code is not null
      union
      select organization_id, release_id, track.id, track.isrc from said
      cross join lateral json_to_recordset(tracks) as track (id text, isrc text) where track.isrc is not null),
    sets as materialized (
      select release_id,
        md5(release_id || string_agg(track_id || ' ' || code, ',' order by track_id collate "C", code collate "C"))::uuid as set_id
      from codes group by release_id),
    kept as (
      insert into sent_codes (code, set_id, organization_id, release_id, track_id)
      select code, set_id, organization_id, codes.release_id, track_id from codes join sets on sets.release_id = codes.release_id
      on conflict do nothing),
    at_stores as (
      insert into sent_sets (set_id, store_id, first_at)
      select set_id, store_id, first_at from had join sets on sets.release_id = had.release_id
      on conflict (set_id, store_id) do update set first_at = least(sent_sets.first_at, excluded.first_at))
    select count(*), max(id) into seen, last_id from batch;
    commit;
    exit when seen < 500;
  end loop;
end $$;

-- step
analyze sent_codes, sent_sets;
