-- The documents of one delivery differ in their header, and mostly say the same after it. What several of them say is kept once, as the
-- contents of messages are. Such a message has only its own beginning in `document`; `document_id` names the rest.

alter table store_messages add column document_id text;
