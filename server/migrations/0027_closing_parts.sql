-- A close gathers a store's rows in parts that run at the same time. Each part has statements of its own.

alter table closing_statements add column part smallint not null default 0;

alter table closing_stores add column part smallint not null default 0;
alter table closing_stores drop constraint closing_stores_pkey, add primary key (period, store_id, part);
