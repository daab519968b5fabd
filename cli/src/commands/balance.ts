import { Command, Option } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import { examples, handsOf, type ListOptions, pagesOf, rowsWanted, withPages } from "../command.ts";

const columns = ["currency", "available", "pending"];
const sumColumns = ["month", "currency", "fees", "taxes", "stores", "bank", "adjustments"];
const differenceColumns = ["organization_id", "source_id", "currency", "field", "compared_with", "balance", "found"];
// It reads all that was ever reported.
const CHECKED_WITHIN_MS = 3_600_000;
const ORG = "org_01k8z3v9qxe7p9a4m2c6t5w8rn";

export function balanceCommand(variables: Variables): Command {
  const command = withPages(
    new Command("balance").description("balances: what can be paid out, and what is under way"),
  );
  command
    .option("--org <org_id>", "balances of this organization, as the operator")
    .option("--operator", "of all organizations, as the operator")
    .addOption(
      new Option(
        "--check",
        "check the books, from the rows of reports to the balances, as the operator; exit code 1 if they are wrong",
      ).conflicts(["org", "operator"]),
    );
  examples(command, ["balance", `balance --org ${ORG}`, "balance --operator --all", "balance --check"]);
  type Options = ListOptions & { org?: string; operator?: true; check?: true };
  return command.action(async ({ org, operator, check, ...options }: Options) => {
    if (check) return checkBooks();
    const isOperator = org !== undefined || operator === true;
    const { client, output } = handsOf(variables, command, isOperator ? "operator" : "organization");
    if (!isOperator) {
      const { data } = await client.balance.get();
      return output.list({ data }, columns, "Nothing was earned yet.");
    }
    const load = (page: object) => client.operator.balances.list({ organization_id: org, ...page });
    const page = await pagesOf(rowsWanted(options), load);
    output.list(page, ["organization_id", "organization_name", ...columns]);
  });

  async function checkBooks(): Promise<void> {
    const { client, output } = handsOf(variables, command, "operator");
    const found = await client.operator.ledger.check({ timeoutMs: CHECKED_WITHIN_MS });
    const { sums, ...rest } = found;
    if (output.is_json) output.resource(found);
    else {
      output.list({ data: sums }, sumColumns, "Nothing was booked yet.");
      output.resourceWithRows(rest, "differences", differenceColumns, "The books are right.");
    }
    if (!found.is_right) process.exitCode = 1;
  }
}

export function adjustmentCommand(variables: Variables): Command {
  const adjustment = new Command("adjustment").description("adjustments: money that no store reported");
  return examples(adjustment, [
    `adjustment create ${ORG} --amount=-12.50 --currency EUR --reason "Studio costs."`,
  ]).addCommand(create(variables));
}

function create(variables: Variables): Command {
  const command = new Command("create").description("add to a balance, or take from it, as the operator");
  command
    .argument("<org_id>")
    .requiredOption("--currency <code>", "currency, such as EUR")
    .requiredOption("--amount <amount>", "how much; a negative amount is taken from the balance, such as -12.50")
    .requiredOption("--reason <text>", "why; the partner sees it");
  examples(command, [
    `adjustment create ${ORG} --amount 500.00 --currency EUR --reason "An advance on April."`,
    `adjustment create ${ORG} --amount=-12.50 --currency EUR --reason "Studio costs."`,
  ]);
  return command.action(async (org_id: string, body: { currency: string; amount: string; reason: string }) => {
    const { client, output } = handsOf(variables, command, "operator");
    output.resource(await client.operator.adjustments.create(org_id, body));
  });
}
