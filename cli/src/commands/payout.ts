import { payoutHoldCodes, payoutStatuses } from "@segue/sdk";
import { choice, flag, parsed, required, text } from "../option.ts";
import { listVerb, noun, verb } from "../row.ts";

const columns = ["amount", "currency", "status", "created_at", "paid_at", "reference"];
const EXAMPLE = "pay_01k8z3v9qxe7p9a4m2c6t5w8rn";
const reason = required(text("--reason <text>", "why; the partner sees it"));

export const payoutNoun = noun("payout", "payouts: money on its way to partners", {
  as: "organization",
  examples: [
    "payout request --currency EUR",
    "payout list --operator --status pending",
    `payout pay ${EXAMPLE} --reference "SEPA 2026-03-0042"`,
  ],
  verbs: [
    verb("request", "request a payout", {
      options: {
        currency: required(text("--currency <code>", "currency, such as EUR")),
        amount: text("--amount <amount>", "how much; default: the whole available balance"),
      },
      examples: ["payout request --currency EUR", "payout request --currency EUR --amount 250.00 --json"],
      call: ({ payouts }, payout) => payouts.create(payout),
    }),
    listVerb("list", "list payouts, newest first", {
      as: ({ is_operator }) => (is_operator ? "operator" : "organization"),
      options: {
        status: choice("--status <status>", "only these", payoutStatuses),
        is_operator: flag("--operator", "of all organizations, as the operator"),
      },
      columns: ({ is_operator }) => (is_operator ? ["id", "organization_id", ...columns] : ["id", ...columns]),
      examples: ["payout list --status on_hold", "payout list --operator --status pending --all"],
      call: ({ payouts, operator }, { is_operator, ...query }) =>
        is_operator ? operator.payouts.list(query) : payouts.list(query),
    }),
    verb("show <payout_id>", "show a payout, and what it waits for", {
      examples: [`payout show ${EXAMPLE}`],
      call: ({ payouts }, { payout_id }) => payouts.get(payout_id),
    }),
    verb("cancel <payout_id>", "cancel a payout that is pending", {
      examples: [`payout cancel ${EXAMPLE}`],
      call: ({ payouts }, { payout_id }) => payouts.cancel(payout_id),
    }),
    verb("hold <payout_id>", "put a payout on hold, as the operator", {
      as: "operator",
      options: {
        reason,
        required_actions: parsed(
          "--action <text>",
          "a step that the partner has to take; may be given several times",
          appendText,
        ),
        code: choice("--code <code>", "kind of hold", payoutHoldCodes),
      },
      examples: [
        `payout hold ${EXAMPLE} --code identity_verification --reason "We verify who is paid." --action "Send proof of address."`,
      ],
      call: ({ operator }, { payout_id, required_actions = [], ...hold }) =>
        operator.payouts.hold(payout_id, { ...hold, required_actions }),
    }),
    verb("release <payout_id>", "release a payout from its hold, as the operator", {
      as: "operator",
      examples: [`payout release ${EXAMPLE}`],
      call: ({ operator }, { payout_id }) => operator.payouts.release(payout_id),
    }),
    verb("process <payout_id>", "mark a payout as on its way to the bank, as the operator", {
      as: "operator",
      examples: [`payout process ${EXAMPLE}`],
      call: ({ operator }, { payout_id }) => operator.payouts.process(payout_id),
    }),
    verb("pay <payout_id>", "mark a payout as paid, as the operator", {
      as: "operator",
      options: { reference: text("--reference <text>", "the bank's reference for the transfer") },
      examples: [`payout pay ${EXAMPLE} --reference "…"`],
      call: ({ operator }, { payout_id, ...transfer }) => operator.payouts.pay(payout_id, transfer),
    }),
    verb("fail <payout_id>", "mark a payout as failed, or as returned by the bank, as the operator", {
      as: "operator",
      options: { reason },
      examples: [`payout fail ${EXAMPLE} --reason "…"`],
      call: ({ operator }, { payout_id, ...why }) => operator.payouts.fail(payout_id, why),
    }),
  ],
});

export function appendText(text: string, before: string[] = []): string[] {
  return [...before, text];
}
