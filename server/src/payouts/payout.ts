import { type Static, Type } from "typebox";
import type { EventType } from "../events/event.ts";
import { Amount, amountIssues, Currency, GivenAmount, GivenCurrency } from "../ledger/amount.ts";
import { ApiError } from "../platform/errors.ts";
import { Id, Nullable, OneOf, onlyFieldsOf, Text, Timestamp } from "../platform/schema.ts";
import type { Transitions } from "../platform/state-machine.ts";
import { minorDigits, shownAmount } from "../standards/currency.ts";
import { compare, type Decimal, decimal, formatDecimal, roundDown } from "../standards/decimal.ts";

export const payoutStatuses = ["pending", "on_hold", "processing", "paid", "failed", "cancelled"] as const;
export type PayoutStatus = (typeof payoutStatuses)[number];

const event = "payout.status.changed";

export const payoutTransitions = {
  hold: { from: ["pending"], to: "on_hold", event },
  release: { from: ["on_hold"], to: "pending", event },
  process: { from: ["pending"], to: "processing", event },
  pay: { from: ["pending", "processing"], to: "paid", event },
  // A paid one fails when the bank sends the money back.
  fail: { from: ["pending", "on_hold", "processing", "paid"], to: "failed", event },
  cancel: { from: ["pending"], to: "cancelled", event },
} as const satisfies Transitions<PayoutStatus, EventType>;

/** The move that leads to a status; the sandbox names the status. */
const moves = {
  on_hold: "hold",
  pending: "release",
  processing: "process",
  paid: "pay",
  failed: "fail",
} as const satisfies Partial<Record<PayoutStatus, keyof typeof payoutTransitions>>;

const holdCode = OneOf(["identity_verification", "compliance_review", "other"], {
  default: "other",
  examples: ["identity_verification"],
});
const requiredActions = Type.Array(Text({ maxLength: 500 }), {
  maxItems: 20,
  description: "Actions that the partner must take before the payout continues.",
  examples: [["Send proof of address."]],
});
const holdReason = Text({ maxLength: 500, examples: ["The identity of the payee is being verified."] });
const failureReason = Text({ maxLength: 500, examples: ["The bank refused the transfer."] });

const Hold = Type.Object(
  { code: holdCode, reason: holdReason, required_actions: requiredActions, since: Timestamp },
  { title: "PayoutHold", description: "Why the payout waits, and what to do. Null unless it is `on_hold`." },
);

const reference = Text({
  maxLength: 200,
  description: "The bank's reference for the transfer.",
  examples: ["SEPA 2026-03-0042"],
});

const payout = {
  id: Id("pay"),
  payee_id: Nullable(Id("pye", { description: "Null for a payout of the organization's own balance." })),
  payee_name: Nullable(
    Type.String({
      description: "As it was when the payout was requested. Null without the scope `payees:read`, and in events.",
      examples: ["Vera Lux"],
    }),
  ),
  amount: Amount({ examples: ["1091.85"] }),
  currency: Currency,
  status: OneOf(payoutStatuses),
  hold: Nullable(Hold),
  failure_reason: Nullable(failureReason),
  reference: Nullable(reference),
  created_at: Timestamp,
  updated_at: Timestamp,
  paid_at: Nullable({
    ...Timestamp,
    description: "It is kept when the bank returns the money and the payout becomes `failed`.",
  }),
};

export const Payout = Type.Object(payout, { title: "Payout" });
export type Payout = Static<typeof Payout>;

/** For the operator. */
export const AnyPayout = Type.Object({ ...payout, organization_id: Id("org") }, { title: "AnyPayout" });
export type AnyPayout = Static<typeof AnyPayout>;

const payoutFields = onlyFieldsOf(AnyPayout);

export function shownPayout(row: AnyPayout): AnyPayout {
  return { ...payoutFields(row), amount: shownAmount(row.amount, row.currency) };
}

/** A payout as its partner reads it. */
export const partnersPayout = onlyFieldsOf(Payout);

/** A payout as events tell of it. */
export function eventPayout(row: AnyPayout): Payout {
  return { ...partnersPayout(row), payee_name: null };
}

export const NewPayout = Type.Object(
  {
    payee_id: Type.Optional(
      Id("pye", {
        maxLength: 100,
        description:
          "A payee that the operator pays: the payout takes from its balance, by its minimum. Needs the scope `payees:read`, too. Without " +
          "it: from the organization's own balance.",
      }),
    ),
    currency: GivenCurrency,
    amount: Type.Optional(
      GivenAmount({
        description: "In whole minor units. Without it: everything available, rounded down to minor units.",
        is_signed: false,
        examples: ["250.00"],
      }),
    ),
  },
  { title: "NewPayout", additionalProperties: false, rule: amountIssues },
);
export type NewPayout = Static<typeof NewPayout>;

export const NewHold = Type.Object(
  { code: Type.Optional(holdCode), reason: holdReason, required_actions: requiredActions },
  { title: "NewPayoutHold", additionalProperties: false },
);

export const Payment = Type.Object(
  { reference: Type.Optional(reference) },
  { title: "PayoutPayment", additionalProperties: false },
);

const payoutIds = Type.Array(Id("pay", { maxLength: 100 }), { minItems: 1, maxItems: 500, uniqueItems: true });

export const ProcessedPayouts = Type.Object(
  { payout_ids: payoutIds },
  { title: "PayoutsToProcess", additionalProperties: false },
);

export const PaidPayouts = Type.Object(
  { payout_ids: payoutIds, reference: Type.Optional(reference) },
  { title: "PayoutsToPay", additionalProperties: false },
);

/** In the order of the request. */
export const MovedPayouts = Type.Object({ data: Type.Array(AnyPayout) }, { title: "MovedPayouts" });
export type MovedPayouts = Static<typeof MovedPayouts>;

export const PayoutFailure = Type.Object(
  { reason: failureReason },
  { title: "PayoutFailure", additionalProperties: false },
);

export const SimulatedMove = Type.Object(
  {
    status: OneOf(Object.keys(moves) as (keyof typeof moves)[], { examples: ["on_hold"] }),
    reason: Type.Optional(Text({ maxLength: 500, description: "For `on_hold` and `failed`." })),
    required_actions: Type.Optional({ ...requiredActions, description: "For `on_hold`." }),
  },
  { title: "SimulatedPayoutMove", additionalProperties: false },
);
export type SimulatedMove = Static<typeof SimulatedMove>;

/** A move, and the facts that it needs besides the payout. */
export type PayoutMove =
  | { trigger: "hold"; code?: NonNullable<Payout["hold"]>["code"]; reason: string; required_actions: string[] }
  | { trigger: "pay"; reference?: string }
  | { trigger: "fail"; reason: string }
  | { trigger: "release" | "process" | "cancel" };

const SIMULATED = "Simulated in the sandbox.";

export function simulatedMove({ status, reason = SIMULATED, required_actions = [] }: SimulatedMove): PayoutMove {
  const trigger = moves[status];
  if (trigger === "hold") return { trigger, reason, required_actions };
  return trigger === "fail" ? { trigger, reason } : { trigger };
}

/** The payout after a move that its status allows. */
export function movedPayout<Row extends Payout>(row: Row, move: PayoutMove, now: string): Row {
  const moved = { ...row, status: payoutTransitions[move.trigger].to, hold: null, updated_at: now };
  if (move.trigger === "pay") return { ...moved, reference: move.reference ?? null, paid_at: now };
  if (move.trigger === "fail") return { ...moved, failure_reason: move.reason };
  if (move.trigger !== "hold") return moved;
  const { code = "other", reason, required_actions } = move;
  return { ...moved, hold: { code, reason, required_actions, since: now } };
}

/** How much is paid out, or 409 with the reason why nothing is. */
export function payoutAmount(
  currency: string,
  { available, asked, minimum }: { available: string; asked?: string | undefined; minimum: string },
): Decimal {
  const digits = minorDigits(currency);
  const most = roundDown(decimal(available), digits);
  const amount = asked === undefined ? most : decimal(asked);
  const shown = (value: Decimal) => `${formatDecimal(value, digits)} ${currency}`;
  if (most.units <= 0n) throw refused(`Nothing is available in ${currency}.`);
  if (compare(amount, most) > 0) throw refused(`Only ${shown(most)} is available.`);
  if (compare(amount, decimal(minimum)) < 0)
    throw refused(`The minimum payout is ${shown(decimal(minimum))}; this one would be ${shown(amount)}.`);
  return amount;
}

function refused(message: string): ApiError {
  return new ApiError("invalid_state", message);
}
