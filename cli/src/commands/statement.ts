import { text } from "../option.ts";
import { writeBody } from "../output-file.ts";
import { command, listVerb, noun, verb } from "../row.ts";

const EXAMPLE = "stm_01k8z3v9qxe7p9a4m2c6t5w8rn";

export const statementNoun = noun("statement", "statements of what you earned", {
  as: "organization",
  examples: ["statement list", `statement export ${EXAMPLE} february.csv`],
  verbs: [
    listVerb("list", "list statements, newest first", {
      options: {
        period: text("--period <YYYY-MM>", "only this month"),
        currency: text("--currency <code>", "only in this currency"),
      },
      columns: ["id", "period_start", "currency", "gross_amount", "fee_amount", "tax_amount", "net_amount"],
      examples: ["statement list", "statement list --period 2026-02 --json"],
      call: ({ statements }, query) => statements.list(query),
    }),
    verb("show <statement_id>", "show a statement", {
      examples: [`statement show ${EXAMPLE}`],
      call: ({ statements }, { statement_id }) => statements.get(statement_id),
    }),
    command("export <statement_id> [file]", "write a statement's line items as CSV", {
      arguments: { file: { meaning: "without it, they are printed" } },
      examples: [`statement export ${EXAMPLE} february.csv`, `statement export ${EXAMPLE} | head`],
      run: async ({ connect, output }, { statement_id, file }) =>
        writeBody(output, await connect().client.statements.lineItemsCsv(statement_id), file),
    }),
  ],
});
