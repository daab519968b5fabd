import { payoutHoldCodes, payoutStatuses, type Segue } from "@segue/sdk";
import { choice, flag, parsed, required, text } from "../option.ts";
import { writeBody } from "../output-file.ts";
import { command, listVerb, noun, verb } from "../row.ts";
import { UsageError } from "../settings.ts";

const columns = ["payee_id", "amount", "currency", "status", "created_at", "paid_at", "reference"];
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
        payee_id: text("--payee <payee_id>", "of this payee, from its balance"),
      },
      examples: ["payout request --currency EUR", "payout request --currency EUR --amount 250.00 --json"],
      call: ({ payouts }, payout) => payouts.create(payout),
    }),
    listVerb("list", "list payouts, newest first", {
      as: ({ is_operator }) => (is_operator ? "operator" : "organization"),
      options: {
        status: choice("--status <status>", "only these", payoutStatuses),
        payee_id: text("--payee <payee_id>", "only of this payee"),
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
    verb("process [payout_id]", "mark a payout as on its way to the bank, as the operator", {
      as: "operator",
      arguments: { payout_id: { meaning: "without it, use --all-pending" } },
      options: { is_all: flag("--all-pending", "all that are pending now, 500 together") },
      examples: [`payout process ${EXAMPLE}`, "payout process --all-pending"],
      call: ({ operator }, { payout_id, is_all }): Promise<object> => {
        if ((payout_id === undefined) === (is_all === undefined))
          throw new UsageError("Give the id of one payout, or --all-pending.");
        return payout_id === undefined ? processPending(operator.payouts) : operator.payouts.process(payout_id);
      },
    }),
    command("export <file>", "write the payouts to pay as CSV, with the numbers of accounts, as the operator", {
      as: "operator",
      arguments: { file: { meaning: "it holds bank accounts: keep it safe, and delete it when all is paid" } },
      options: {
        status: choice("--status <status>", "only these; default: both", ["pending", "processing"] as const),
        currency: text("--currency <code>", "only in this currency"),
      },
      examples: ["payout export payouts.csv --status pending --currency EUR"],
      run: async ({ connect, output }, { file, ...query }) =>
        writeBody(output, await connect().client.operator.payouts.export(query), file),
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

const MOVED_TOGETHER = 500;

/** Those that are pending when it begins. If one of 500 has moved in between, none of these is processed, and the service names it. */
async function processPending(payouts: Segue["operator"]["payouts"]): Promise<{ processed: number }> {
  const ids: string[] = [];
  for await (const { id } of payouts.list({ status: "pending", limit: 100 })) ids.push(id);
  // The oldest first.
  ids.reverse();
  for (let done = 0; done < ids.length; done += MOVED_TOGETHER)
    await payouts.processMany({ payout_ids: ids.slice(done, done + MOVED_TOGETHER) });
  return { processed: ids.length };
}

export function appendText(text: string, before: string[] = []): string[] {
  return [...before, text];
}
