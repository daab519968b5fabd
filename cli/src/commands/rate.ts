import { readFileSync } from "node:fs";
import { text } from "../option.ts";
import { listVerb, noun, verb } from "../row.ts";

export const rateNoun = noun("rate", "exchange rates of months, as the operator", {
  as: "operator",
  examples: ["rate set 2026-02 USD EUR 0.9214", "rate missing 2026-02"],
  verbs: [
    verb(
      "set <YYYY-MM> <from> <to> <rate>",
      "set what one of a currency is worth in another, for closes of this month",
      {
        examples: ["rate set 2026-02 USD EUR 0.9214"],
        call: ({ operator }, { "YYYY-MM": period, from, to, rate }) =>
          operator.exchangeRates.create({ period, from, to, rate }),
      },
    ),
    verb("import <file>", "import rates: CSV with period, from, to and rate, or a file of the European Central Bank", {
      examples: ["rate import rates.csv"],
      call: ({ operator }, { file }) => operator.exchangeRates.import(readFileSync(file)),
    }),
    verb("missing <YYYY-MM>", "list the rates that a close of this month would lack now", {
      columns: ["from", "to", "amount", "organizations", "reports"],
      empty: "No rate is missing.",
      examples: ["rate missing 2026-02"],
      call: ({ operator }, { "YYYY-MM": period }) => operator.exchangeRates.missing({ period }),
    }),
    listVerb("list", "list rates, newest first", {
      options: {
        period: text("--period <month>", "only of this month"),
        from: text("--from <code>", "only from this currency"),
        to: text("--to <code>", "only to this currency"),
      },
      columns: ["id", "period", "from", "to", "rate", "source", "created_at"],
      examples: ["rate list --period 2026-02"],
      call: ({ operator }, query) => operator.exchangeRates.list(query),
    }),
    verb("delete <rate_id>", "delete a rate; statements keep the rates they were made with", {
      examples: ["rate delete rat_01k8z3v9qxe7p9a4m2c6t5w8rn"],
      call: ({ operator }, { rate_id }) => operator.exchangeRates.delete(rate_id),
      done: ({ rate_id }) => `${rate_id} is deleted.`,
    }),
  ],
});
