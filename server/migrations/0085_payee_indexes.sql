-- outside a transaction
-- The lists of payees' money. The version before runs on this.

-- step
create index concurrently ledger_transactions_newest_of_payee on ledger_transactions (payee_id, created_at desc, id desc)
  where payee_amount is not null;

-- step
create index concurrently ledger_transactions_newest_of_payee_by_currency on ledger_transactions
  (payee_id, currency, created_at desc, id desc) where payee_amount is not null;

-- step
create index concurrently payouts_of_payee on payouts (payee_id, created_at desc, id desc) where payee_id is not null;

-- step
create index concurrently adjustments_of_payee on adjustments (payee_id) where payee_id is not null;

-- step
create index concurrently conversions_of_payee on conversions (payee_id) where payee_id is not null;
