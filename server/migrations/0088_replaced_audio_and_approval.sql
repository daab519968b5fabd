-- Audio that is replaced after it was delivered, and deliveries that an approval makes.

-- The length that stores took of a track whose audio was replaced since: stores may no longer match a recording that became longer or shorter.
create table delivered_lengths (
  track_id text primary key references tracks on delete cascade,
  organization_id text not null references organizations,
  duration_ms double precision not null
);

-- The delivery that a submit asked for: stores and territories.
alter table submissions add column deliver jsonb;

-- The deliveries that approvals made: one of each submission at most.
create table approved_deliveries (
  submission_id text primary key references submissions on delete cascade,
  delivery_id text not null unique references deliveries
);
