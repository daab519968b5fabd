-- The sandbox's Auralis said that it sells before the release date, which changed nothing until deliveries had terms. It takes no
-- pre-orders: it confirms releases as they come. One that the operator has changed stays as the operator made it.

update stores set capabilities = capabilities || '{"preorder": false}'
where store_id = 'store_auralis' and connector ->> 'kind' = 'simulated' and updated_at = created_at;
