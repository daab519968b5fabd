-- The stores of one delivery mostly get the same territories, up to 249 codes. What most of them get is kept once, with the delivery. A
-- store's own list is null then; a store that gets something else has its own. Rows of before have their own and stay as they are.

alter table deliveries add column reach text[];

alter table delivery_stores alter column territory_codes drop not null;
