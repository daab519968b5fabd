import type { NewPayoutHold, Payout, Segue } from "@segue/sdk";
import { Command, Option } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import { examples, handsOf, type ListOptions, pagesOf, rowsWanted, withPages } from "../command.ts";

const columns = ["id", "amount", "currency", "status", "created_at", "paid_at", "reference"];
const operatorColumns = ["id", "organization_id", ...columns.slice(1)];
const statuses = ["pending", "on_hold", "processing", "paid", "failed", "cancelled"];
const holdCodes = ["identity_verification", "compliance_review", "other"];
const EXAMPLE = "pay_01k8z3v9qxe7p9a4m2c6t5w8rn";

export function payoutCommand(variables: Variables): Command {
  const payout = examples(new Command("payout").description("payouts: money on its way to partners"), [
    "payout request --currency EUR",
    "payout list --operator --status pending",
    `payout pay ${EXAMPLE} --reference "SEPA 2026-03-0042"`,
  ]);
  payout.addCommand(request(variables)).addCommand(list(variables)).addCommand(show(variables));
  payout.addCommand(cancel(variables)).addCommand(hold(variables));
  for (const [name, move] of Object.entries(moves)) payout.addCommand(act(variables, name, move));
  return payout;
}

function request(variables: Variables): Command {
  const command = new Command("request").description("request a payout");
  command
    .requiredOption("--currency <code>", "currency, such as EUR")
    .option("--amount <amount>", "how much; default: the whole available balance");
  examples(command, ["payout request --currency EUR", "payout request --currency EUR --amount 250.00 --json"]);
  return command.action(async ({ currency, amount }: { currency: string; amount?: string }) => {
    const { client, output } = handsOf(variables, command, "organization");
    output.resource(await client.payouts.create({ currency, amount }));
  });
}

function list(variables: Variables): Command {
  const command = withPages(new Command("list").description("list payouts, newest first"));
  command
    .addOption(new Option("--status <status>", "only these").choices(statuses))
    .option("--operator", "of all organizations, as the operator");
  examples(command, ["payout list --status on_hold", "payout list --operator --status pending --all"]);
  return command.action(async (options: ListOptions & { status?: Payout["status"]; operator?: true }) => {
    const { client, output } = handsOf(variables, command, options.operator ? "operator" : "organization");
    const { status } = options;
    const payouts = options.operator ? client.operator.payouts : client.payouts;
    const page = await pagesOf<Payout>(rowsWanted(options), (page) => payouts.list({ status, ...page }));
    output.list(page, options.operator ? operatorColumns : columns);
  });
}

function show(variables: Variables): Command {
  const command = new Command("show").description("show a payout, and what it waits for").argument("<payout_id>");
  examples(command, [`payout show ${EXAMPLE}`]);
  return command.action(async (payout_id: string) => {
    const { client, output } = handsOf(variables, command, "organization");
    output.resource(await client.payouts.get(payout_id));
  });
}

function cancel(variables: Variables): Command {
  const command = new Command("cancel").description("cancel a payout that is pending").argument("<payout_id>");
  examples(command, [`payout cancel ${EXAMPLE}`]);
  return command.action(async (payout_id: string) => {
    const { client, output } = handsOf(variables, command, "organization");
    output.resource(await client.payouts.cancel(payout_id));
  });
}

function hold(variables: Variables): Command {
  const command = new Command("hold").description("put a payout on hold, as the operator").argument("<payout_id>");
  command
    .requiredOption("--reason <text>", "why; the partner sees it")
    .option("--action <text>", "what the partner has to do; may be given several times", collect)
    .addOption(new Option("--code <code>", "kind of hold").choices(holdCodes));
  examples(command, [
    `payout hold ${EXAMPLE} --code identity_verification --reason "We verify who is paid." --action "Send proof of address."`,
  ]);
  type Options = { reason: string; action?: string[]; code?: NewPayoutHold["code"] };
  return command.action(async (payout_id: string, { reason, action = [], code }: Options) => {
    const { client, output } = handsOf(variables, command, "operator");
    output.resource(await client.operator.payouts.hold(payout_id, { code, reason, required_actions: action }));
  });
}

function collect(text: string, before: string[] = []): string[] {
  return [...before, text];
}

type Asked = { reference?: string; reason?: string };
type Move = {
  description: string;
  option?: { flags: string; description: string; is_required: boolean };
  act(client: Segue, payout_id: string, asked: Asked): Promise<Payout>;
};
const moves: Readonly<Record<string, Move>> = {
  release: {
    description: "release a payout from its hold, as the operator",
    act: ({ operator }, payout_id) => operator.payouts.release(payout_id),
  },
  process: {
    description: "mark a payout as on its way to the bank, as the operator",
    act: ({ operator }, payout_id) => operator.payouts.process(payout_id),
  },
  pay: {
    description: "mark a payout as paid, as the operator",
    option: { flags: "--reference <text>", description: "the bank's reference for the transfer", is_required: false },
    act: ({ operator }, payout_id, { reference }) => operator.payouts.pay(payout_id, { reference }),
  },
  fail: {
    description: "mark a payout as failed, or as returned by the bank, as the operator",
    option: { flags: "--reason <text>", description: "why; the partner sees it", is_required: true },
    act: ({ operator }, payout_id, { reason = "" }) => operator.payouts.fail(payout_id, { reason }),
  },
};

function act(variables: Variables, name: string, { description, option, act }: Move): Command {
  const command = new Command(name).description(description).argument("<payout_id>");
  const flag = option && new Option(option.flags, option.description).makeOptionMandatory(option.is_required);
  if (flag) command.addOption(flag);
  examples(command, [`payout ${name} ${EXAMPLE}${flag ? ` ${flag.long} "…"` : ""}`]);
  return command.action(async (payout_id: string, asked: Asked) => {
    const { client, output } = handsOf(variables, command, "operator");
    output.resource(await act(client, payout_id, asked));
  });
}
