-- The messages of one delivery say the same of the release, and differ in a few values. What several of them say is kept once. Such
-- a message has only its own values in `message`. `content_id` names its content: by the id of the first message that was kept with it.

create table message_contents (
  id text primary key,
  -- JSON as text, so that a message that is sent again has the same bytes.
  content text not null
);

-- No foreign key: messages are kept in the statement that keeps their content, and a content goes with its last message.
alter table store_messages add column content_id text;

-- A message is updated once or twice, when the store has it and when it answers: with room on its page no index is written then. The messages
-- of one delivery lie on one page and are updated together, so they need as much room as they take.
alter table store_messages set (fillfactor = 50);

-- A row is written again with each step of its store. Long lists of territories are kept beside it, so that they are written once.
alter table delivery_stores set (toast_tuple_target = 512);
