-- Where partners hear of events, and each event's way there.

create table webhooks (
  id text primary key,
  organization_id text not null references organizations,
  url text not null,
  event_type text[] not null,
  description text,
  status text not null check (status in ('verified', 'unverified', 'disabled')),
  -- Sealed.
  secret text not null,
  previous_secret text,
  previous_until timestamptz(3),
  -- Since when nothing has arrived there. What goes to such an endpoint goes by a lane of its own.
  failing_since timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- A row stays, so that what was delivered to it keeps its meaning.
  deleted_at timestamptz(3),
  check ((previous_secret is null) = (previous_until is null))
);
create index webhooks_newest on webhooks (organization_id, created_at desc, id desc) where deleted_at is null;

alter table events
  -- Whoever reads events one after another goes by this and never past a transaction that is still open: what commits
  -- later than what was read then always comes after it.
  add transaction_id xid8 not null default pg_current_xact_id();
create index events_in_order on events (organization_id, transaction_id, id);
create index events_by_type on events (organization_id, event_type, created_at desc, id desc);

-- One event on its way to one endpoint. `webhook_id` is no foreign key: an endpoint's row is never removed, and a check
-- would lock the same row for every event of an organization.
create table dispatches (
  event_id text not null references events on delete cascade,
  webhook_id text not null,
  organization_id text not null,
  status text not null check (status in ('pending', 'delivered', 'undelivered')),
  -- A redelivery begins a new round; an attempt of an earlier one decides nothing any more, unless it succeeds.
  round integer not null default 1,
  tries integer not null default 0,
  -- Of all rounds.
  attempts integer not null default 0,
  next_attempt_at timestamptz(3),
  -- The event's.
  created_at timestamptz(3) not null,
  primary key (event_id, webhook_id),
  check ((status = 'pending') = (next_attempt_at is not null))
) with (fillfactor = 80);
create index dispatches_open on dispatches (webhook_id, created_at, event_id) where status <> 'delivered';
-- An event's status follows from its dispatches: partners look for what is not delivered.
create index dispatches_open_newest on dispatches (organization_id, status, created_at desc, event_id desc)
  where status <> 'delivered';

create table attempts (
  id text not null,
  event_id text not null,
  webhook_id text not null,
  round integer not null,
  status_code integer,
  duration_ms integer not null,
  response_body text not null,
  error text,
  created_at timestamptz(3) not null,
  primary key (event_id, id),
  foreign key (event_id, webhook_id) references dispatches on delete cascade
);

-- The id that an outside-calling write gives its resource is the time-sortable part of one.
alter table idempotency_keys alter column claim_id type text using claim_id::text;
