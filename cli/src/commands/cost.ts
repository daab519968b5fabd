import { costKinds } from "@segue/sdk";
import { choice, required, text } from "../option.ts";
import { listVerb, noun, verb } from "../row.ts";

const CONTRACT = "con_01k8z3v9qxe7p9a4m2c6t5w8rn";
const ADVANCE = `cost add ${CONTRACT} --kind advance --amount 500.00 --currency EUR --description "Advance at signing"`;

export const costNoun = noun("cost", "advances and costs, which a contract pays back before payees get a share", {
  as: "organization",
  examples: [ADVANCE, `cost list ${CONTRACT}`],
  verbs: [
    verb("add <contract_id>", "record what was paid elsewhere; it moves no money", {
      options: {
        kind: required(choice("--kind <kind>", "an advance to a payee, or another cost", costKinds)),
        amount: required(text("--amount <amount>", "how much")),
        currency: required(text("--currency <code>", "currency, such as EUR; earnings in this one alone pay it back")),
        description: required(text("--description <text>", "for what it was paid")),
      },
      examples: [ADVANCE],
      call: ({ contracts }, { contract_id, ...cost }) => contracts.costs.create(contract_id, cost),
    }),
    listVerb("list <contract_id>", "list the costs of a contract, newest first", {
      columns: ["id", "kind", "amount", "currency", "recouped_amount", "outstanding_amount", "status"],
      examples: [`cost list ${CONTRACT}`],
      call: ({ contracts }, { contract_id, ...page }) => contracts.costs.list(contract_id, page),
    }),
    verb("cancel <contract_id> <cost_id>", "give up what is outstanding; what was recouped stays", {
      examples: [`cost cancel ${CONTRACT} cst_01k8z3v9qxe7p9a4m2c6t5w8rn`],
      call: ({ contracts }, { contract_id, cost_id }) => contracts.costs.cancel(contract_id, cost_id),
    }),
  ],
});
