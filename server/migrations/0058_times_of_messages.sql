-- The time of the last message to a store with folders. Times name the folders of messages and batches, so no two messages of a store share
-- one, also if they are written at the same moment by different processes.
create table store_message_times (
  store_id text primary key references stores,
  last_at timestamptz(3) not null
);
