-- Whether a store gets ERN messages. What such a message must say is asked for before a delivery, whatever the store requires.

alter table stores add column gets_ern boolean not null default false;
update stores set gets_ern = true where connector->>'kind' like 'ern\_%' or connector->>'format' like 'ern%';
