// `segue sandbox`: production has none of these, such as a store that answers at once.

import { assetTypes, type NewSandboxStatement, payoutStatuses, SegueError, storeAnswers } from "@segue/sdk";
import { choice, parsed, required, text } from "../option.ts";
import { noun, verb } from "../row.ts";
import { deliveryRows } from "./delivery.ts";
import { readJsonList } from "./json-option.ts";
import { appendText } from "./payout.ts";

const DELIVERY = "dlv_01k8z3v9qxe7p9a4m2c6t5w8rn";
const PAYOUT = "pay_01k8z3v9qxe7p9a4m2c6t5w8rn";
const ROW =
  '[{"isrc":"QZ-ABC-26-00001","store_id":"store_auralis","territory":"DE","play_count":100000,"unit_rate":"0.0035","currency":"EUR"}]';
const made = ["ready", "processing", "failed"] as const;
// An earlier status cannot be asked for.
const moves = payoutStatuses.filter((status) => status !== "cancelled");

export const sandboxNoun = noun("sandbox", "the sandbox's own: files, answers of stores and money without waiting", {
  as: "organization",
  examples: ["sandbox asset audio", `sandbox simulate ${DELIVERY} --store store_auralis --status delivered`],
  verbs: [
    verb("asset <type>", "make an asset that conforms, without an upload", {
      arguments: { type: { meaning: "which", choices: assetTypes } },
      options: { status: choice("--status <status>", "ready unless named; processing stays so", made) },
      examples: ["sandbox asset audio -q", "sandbox asset artwork --status failed"],
      call: ({ sandbox }, { type, status }) =>
        inSandbox(sandbox.assets.create({ type: type as (typeof assetTypes)[number], status })),
    }),
    verb("statement", "make statements of your own tracks, as if stores had reported and the month were closed", {
      options: {
        period: required(text("--period <YYYY-MM>", "any month up to the present")),
        rows: required(
          parsed(
            "--rows <json>",
            "the sales, as a JSON list; @file reads them from a file",
            readJsonList<NewSandboxStatement["rows"][number]>,
          ),
        ),
      },
      columns: ["id", "period_start", "currency", "gross_amount", "fee_amount", "tax_amount", "net_amount"],
      examples: [`sandbox statement --period 2026-01 --rows '${ROW}'`],
      call: ({ sandbox }, statement) => inSandbox(sandbox.statements.create(statement)),
    }),
    verb("simulate <delivery_id>", "let a store answer at once", {
      rows: deliveryRows,
      options: {
        store_id: required(text("--store <store_id>", "which store answers")),
        status: required(choice("--status <status>", "its answer", storeAnswers)),
        rejection_code: text("--code <rejection_code>", "why, as a code"),
        rejection_reason: text("--reason <rejection_reason>", "why, in words"),
      },
      examples: [
        `sandbox simulate ${DELIVERY} --store store_slowpoke --status delivered`,
        `sandbox simulate ${DELIVERY} --store store_auralis --status rejected --code art_too_small`,
      ],
      call: ({ sandbox }, { delivery_id, ...answer }) => inSandbox(sandbox.deliveries.simulate(delivery_id, answer)),
    }),
    verb("payout <payout_id>", "move a payout as the operator would", {
      options: {
        status: required(choice("--status <status>", "its next status", moves)),
        reason: text("--reason <text>", "why, for on_hold and failed"),
        required_actions: parsed(
          "--action <text>",
          "what the partner must do, for on_hold; may be repeated",
          appendText,
        ),
      },
      examples: [
        `sandbox payout ${PAYOUT} --status paid`,
        `sandbox payout ${PAYOUT} --status failed --reason "Closed."`,
      ],
      call: ({ sandbox }, { payout_id, ...move }) => inSandbox(sandbox.payouts.simulate(payout_id, move)),
    }),
  ],
});

/** Production does not have these paths. */
export async function inSandbox<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof SegueError && error.message === "There is nothing at this path.")) throw error;
    const message = "Only the sandbox can do this, and the key is of production. Use a sandbox key (sk_test_…).";
    throw new SegueError({ ...error, message });
  }
}
