-- What went out to stores. Each message has an id of its own, and the key makes sure that no id ever has two contents. A takedown is
-- built from the message that the store took last, so messages are kept whole.

create table store_messages (
  message_id text primary key,
  organization_id text not null references organizations,
  delivery_id text not null,
  store_id text not null,
  attempt integer not null,
  kind text not null check (kind in ('new', 'update', 'takedown')),
  -- As text, so that a message that is sent again has the same bytes.
  message json not null,
  -- What the store gets, where that is not the message as JSON.
  document text,
  created_at timestamptz(3) not null,
  -- When the store said that it has the release as this message describes it.
  taken_at timestamptz(3),
  foreign key (delivery_id, store_id) references delivery_stores
);
create index store_messages_of_delivery on store_messages (delivery_id, store_id, attempt);

comment on column delivery_stores.message is
  'Written by versions before 0022 while they send; store_messages has it now. Those versions reach simulated and manual stores only.';
