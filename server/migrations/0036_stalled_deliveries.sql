-- outside a transaction
-- What is stalled, by store: few rows among many, which the operator looks for.

-- step
create index concurrently delivery_stores_stalled on delivery_stores (store_id, delivery_id) where status = 'stalled';
