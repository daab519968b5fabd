-- What partners sent in DDEX messages. A message is known by its sender and the sender's id for it, so that it happens once, and by
-- the time at which it was made, so that an older one does not undo a newer one.

create table ddex_messages (
  organization_id text not null references organizations,
  sender_party_id text not null,
  message_id text not null,
  message_type text not null,
  -- Of the bytes: the same id with other bytes is another message.
  digest bytea not null,
  -- When the sender made it, and when it came.
  made_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  result text,
  release_id text,
  primary key (organization_id, sender_party_id, message_id)
);
create index ddex_messages_of_release on ddex_messages (release_id, made_at) where release_id is not null;

-- What stores sent back about messages of ours, byte for byte. The same bytes twice are one.
create table store_acknowledgements (
  store_id text not null references stores,
  digest bytea not null,
  -- The messages of ours that it is about.
  message_ids text[] not null,
  made_at timestamptz(3),
  received_at timestamptz(3) not null,
  document bytea not null,
  primary key (store_id, digest)
);
create index store_acknowledgements_of_message on store_acknowledgements using gin (message_ids);
