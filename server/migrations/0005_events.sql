-- What happened, for partners. `body` is the envelope as it is sent: the same bytes for every receiver and every try.

create table events (
  id text primary key,
  organization_id text not null references organizations,
  event_type text not null,
  body text not null,
  created_at timestamptz(3) not null
);
create index events_newest on events (organization_id, created_at desc, id desc);
