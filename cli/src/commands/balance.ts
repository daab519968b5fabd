import { type Invocation, pagesOf } from "../invocation.ts";
import { flag, required, text } from "../option.ts";
import { command, listVerb, noun, pageOptions, rowsWanted, verb } from "../row.ts";

const columns = ["currency", "available", "pending"];
const sumColumns = ["month", "currency", "fees", "taxes", "stores", "bank", "adjustments", "exchange"];
const differenceColumns = ["organization_id", "source_id", "currency", "field", "compared_with", "balance", "found"];
// It reads all that was ever reported.
const CHECKED_WITHIN_MS = 3_600_000;
const ORG = "org_01k8z3v9qxe7p9a4m2c6t5w8rn";

export const balanceCommand = command("balance", "balances: amounts that can be paid out, and amounts under way", {
  options: {
    ...pageOptions,
    organization_id: text("--org <org_id>", "balances of this organization, as the operator"),
    is_operator: flag("--operator", "of all organizations, as the operator"),
    is_check: {
      ...flag(
        "--check",
        "check the books, from the rows of reports to the balances, as the operator; exit code 1 if they are wrong",
      ),
      conflicts: ["org", "operator"],
    },
  },
  examples: ["balance", "balance transactions", `balance --org ${ORG}`, "balance --operator --all", "balance --check"],
  verbs: [
    listVerb("transactions", "list what changed your balance, newest first", {
      options: { currency: text("--currency <code>", "only in this currency") },
      columns: ["created_at", "type", "amount", "currency", "description", "source_id"],
      empty: "Nothing was earned yet.",
      examples: ["balance transactions", "balance transactions --currency EUR --all --json"],
      call: ({ balance }, query) => balance.transactions(query),
    }),
  ],
  async run(invocation, { organization_id, is_operator, is_check, ...paging }) {
    const { connect, output } = invocation;
    if (is_check) return checkBooks(invocation);
    if (organization_id === undefined && !is_operator)
      return output.list(await connect().client.balance.get(), columns, "Nothing was earned yet.");
    const { balances } = connect("operator").client.operator;
    const page = await pagesOf(rowsWanted(paging), (page) => balances.list({ organization_id, ...page }));
    output.list(page, ["organization_id", "organization_name", ...columns]);
  },
});

async function checkBooks({ connect, output }: Invocation): Promise<void> {
  const found = await connect("operator").client.operator.ledger.check({ timeoutMs: CHECKED_WITHIN_MS });
  const { sums, ...rest } = found;
  if (output.is_json) output.resource(found);
  else {
    output.list({ data: sums }, sumColumns, "Nothing was booked yet.");
    output.resourceWithRows(rest, "differences", differenceColumns, "The books are right.");
  }
  if (!found.is_right) process.exitCode = 1;
}

const STUDIO = `adjustment create ${ORG} --amount=-12.50 --currency EUR --reason "Studio costs."`;

export const adjustmentNoun = noun("adjustment", "adjustments: money that no store reported", {
  as: "operator",
  examples: [STUDIO],
  verbs: [
    verb("create <org_id>", "add to a balance, or take from it, as the operator", {
      options: {
        currency: required(text("--currency <code>", "currency, such as EUR")),
        amount: required(
          text("--amount <amount>", "how much; a negative amount is taken from the balance, such as -12.50"),
        ),
        reason: required(text("--reason <text>", "why; the partner sees it")),
      },
      examples: [`adjustment create ${ORG} --amount 500.00 --currency EUR --reason "An advance on April."`, STUDIO],
      call: ({ operator }, { org_id, ...adjustment }) => operator.adjustments.create(org_id, adjustment),
    }),
  ],
});
