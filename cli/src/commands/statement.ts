import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Command } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import { examples, handsOf, type ListOptions, pagesOf, rowsWanted, withPages } from "../command.ts";

const EXAMPLE_ID = "stm_01k8z3v9qxe7p9a4m2c6t5w8rn";
const columns = ["id", "period_start", "currency", "gross_amount", "fee_amount", "tax_amount", "net_amount"];

export function statementCommand(variables: Variables): Command {
  const statement = new Command("statement").description("statements of what you earned");
  examples(statement, ["statement list", `statement export ${EXAMPLE_ID} february.csv`]);
  return statement.addCommand(list(variables)).addCommand(show(variables)).addCommand(exportItems(variables));
}

function list(variables: Variables): Command {
  const command = withPages(new Command("list").description("list statements, newest first"))
    .option("--period <YYYY-MM>", "only this month")
    .option("--currency <code>", "only in this currency");
  examples(command, ["statement list", "statement list --period 2026-02 --json"]);
  return command.action(async (options: ListOptions & { period?: string; currency?: string }) => {
    const { client, output } = handsOf(variables, command, "organization");
    const { period, currency } = options;
    const page = await pagesOf(rowsWanted(options), (page) => client.statements.list({ period, currency, ...page }));
    output.list(page, columns);
  });
}

function show(variables: Variables): Command {
  const command = new Command("show").description("show a statement").argument("<statement_id>");
  examples(command, [`statement show ${EXAMPLE_ID}`]);
  return command.action(async (statement_id: string) => {
    const { client, output } = handsOf(variables, command, "organization");
    output.resource(await client.statements.get(statement_id));
  });
}

function exportItems(variables: Variables): Command {
  const command = new Command("export")
    .description("write a statement's line items as CSV")
    .argument("<statement_id>")
    .argument("[file]", "without it, they are printed");
  examples(command, [`statement export ${EXAMPLE_ID} february.csv`, `statement export ${EXAMPLE_ID} | head`]);
  return command.action(async (statement_id: string, file?: string) => {
    const { client, output } = handsOf(variables, command, "organization");
    const { body } = await client.statements.lineItemsCsv(statement_id);
    const target = file === undefined ? process.stdout : createWriteStream(file);
    await pipeline(Readable.from(body ?? []), target, { end: file !== undefined });
    if (file !== undefined) output.done(`Wrote ${file}.`);
  });
}
