import { flag, text } from "../option.ts";
import { writeBody } from "../output-file.ts";
import { command, listVerb, noun, verb } from "../row.ts";

const EXAMPLE = "pst_01k8z3v9qxe7p9a4m2c6t5w8rn";

export const payeeStatementNoun = noun("payee-statement", "statements of what your payees earned", {
  as: "organization",
  examples: ["payee-statement list", `payee-statement export ${EXAMPLE} february.pdf --pdf`],
  verbs: [
    listVerb("list", "list payee statements, newest first", {
      options: {
        payee_id: text("--payee <payee_id>", "only of this payee"),
        statement_id: text("--statement <statement_id>", "only of this statement of yours"),
        period: text("--period <YYYY-MM>", "only this month"),
        currency: text("--currency <code>", "only in this currency"),
      },
      columns: ["id", "payee_name", "period_start", "currency", "share_amount", "tax_amount", "net_amount", "paid_by"],
      examples: ["payee-statement list --period 2026-02", "payee-statement list --json"],
      call: ({ payeeStatements }, query) => payeeStatements.list(query),
    }),
    verb("show <payee_statement_id>", "show a payee statement", {
      examples: [`payee-statement show ${EXAMPLE}`],
      call: ({ payeeStatements }, { payee_statement_id }) => payeeStatements.get(payee_statement_id),
    }),
    command("export <payee_statement_id> [file]", "write its line items as CSV, or the statement as a PDF", {
      arguments: { file: { meaning: "without it, they are printed" } },
      options: { pdf: flag("--pdf", "the document for the payee, on A4") },
      examples: [
        `payee-statement export ${EXAMPLE} february.csv`,
        `payee-statement export ${EXAMPLE} february.pdf --pdf`,
      ],
      run: async ({ connect, output }, { payee_statement_id, file, pdf }) => {
        const { payeeStatements } = connect().client;
        const answer = pdf ? payeeStatements.pdf(payee_statement_id) : payeeStatements.lineItemsCsv(payee_statement_id);
        await writeBody(output, await answer, file);
      },
    }),
  ],
});
