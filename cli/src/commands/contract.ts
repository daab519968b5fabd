import { contractStatuses, type NewContract } from "@segue/sdk";
import { choice, required, text } from "../option.ts";
import { listVerb, noun, verb } from "../row.ts";
import { readJsonFile } from "./json-file.ts";

const EXAMPLE = "con_01k8z3v9qxe7p9a4m2c6t5w8rn";
const PREVIEW = `contract preview ${EXAMPLE} --amount 100.00 --currency EUR`;

export const contractNoun = noun("contract", "contracts: who gets a part of what you earn", {
  as: "organization",
  examples: ["contract create deal.json", `contract activate ${EXAMPLE}`, PREVIEW],
  verbs: [
    verb("create <file>", "add a contract, as a draft, from a JSON file; `-` reads the standard input", {
      examples: ["contract create deal.json", "contract create - --quiet < deal.json"],
      call: async ({ contracts }, { file }) => contracts.create(await readJsonFile<NewContract>(file)),
    }),
    listVerb("list", "list contracts, newest first", {
      options: {
        payee_id: text("--payee <payee_id>", "only those that give this payee a share"),
        track_id: text("--track <track_id>", "only those that could hold this track"),
        release_id: text("--release <release_id>", "only those that could hold this release"),
        status: choice("--status <status>", "only these", contractStatuses),
      },
      columns: ["id", "name", "status", "starts_on", "ends_on", "version"],
      examples: ["contract list --status active", "contract list --track trk_01k8z3v9qxe7p9a4m2c6t5w8rn --json"],
      call: ({ contracts }, query) => contracts.list(query),
    }),
    verb("show <contract_id>", "show a contract, its shares, and what is still to be recouped", {
      rows: { field: "shares", columns: ["payee_id", "share"] },
      empty: "It gives no share yet.",
      examples: [`contract show ${EXAMPLE}`],
      call: ({ contracts }, { contract_id }) => contracts.get(contract_id),
    }),
    verb("activate <contract_id>", "let a draft hold earnings, from the next close on", {
      examples: [`contract activate ${EXAMPLE}`],
      call: ({ contracts }, { contract_id }) => contracts.activate(contract_id),
    }),
    verb("end <contract_id> <ends_on>", "end a contract; later reports of its months are still shared by it", {
      arguments: { ends_on: { meaning: "the last month of use that it holds, such as 2026-12" } },
      examples: [`contract end ${EXAMPLE} 2026-12`],
      call: ({ contracts }, { contract_id, ...end }) => contracts.end(contract_id, end),
    }),
    verb("preview <contract_id>", "show what a net amount would become now; nothing is kept", {
      options: {
        amount: required(text("--amount <amount>", "what is left of earnings after fee and tax")),
        currency: required(text("--currency <code>", "currency, such as EUR")),
        store_id: text("--store <store_id>", "earned at this store"),
        territory: text("--territory <code>", "earned there, such as DE"),
        usage_period: text("--usage-period <YYYY-MM>", "the month of use"),
      },
      rows: { field: "shares", columns: ["payee_id", "amount"] },
      empty: "It gives no share yet.",
      examples: [PREVIEW, `${PREVIEW} --store store_harbour --json`],
      call: ({ contracts }, { contract_id, ...earned }) => contracts.preview(contract_id, earned),
    }),
  ],
});
