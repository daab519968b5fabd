/** Questions of readers, and where the answer begins. */
export const answers: Readonly<Record<string, string>> = {
  "verify a webhook in Python": "webhooks",
  asset_not_ready: "errors/asset_not_ready",
  "retry safely": "idempotency",
  "deliver to Spotify": "deliver-to-stores",
  "pay splits": "pay-your-artists",
  "invite a colleague": "your-team",
  "old catalogue with ISRCs": "moving",
  "test a takedown": "deliveries",
  "cost of 1,000 releases a month": "cost",
  "back up": "operations",
  retry: "idempotency",
  idempotency: "idempotency",
  invite: "your-team",
  migrate: "moving",
};
