import { Type } from "typebox";
import { Id, Nullable, OneOf, Timestamp } from "../platform/schema.ts";
import { Amount, Currency } from "../ledger/amount.ts";

export const payoutStatuses = ["pending", "on_hold", "processing", "paid", "failed", "cancelled"] as const;

const Hold = Type.Object(
  {
    reason: Type.String({ examples: ["The identity of the payee is being verified."] }),
    required_actions: Type.Array(Type.String(), { examples: [["Send proof of address."]] }),
  },
  { title: "PayoutHold" },
);

export const Payout = Type.Object(
  {
    id: Id("pay"),
    amount: Amount({ examples: ["1091.85"] }),
    currency: Currency,
    status: OneOf(payoutStatuses),
    hold: Nullable(Hold),
    failure_reason: Nullable(Type.String({ examples: ["The bank refused the transfer."] })),
    created_at: Timestamp,
    updated_at: Timestamp,
    paid_at: Nullable(Timestamp),
  },
  { title: "Payout" },
);
