-- The parties whose codes the price tiers of a delivery's terms are, by code, as they were when the terms were judged. A
-- message that is made later names them, even if the store has given up the tier since.
alter table delivery_stores add column tier_namespaces jsonb;
