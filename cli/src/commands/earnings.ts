import { choice, text } from "../option.ts";
import { listVerb, verb } from "../row.ts";

const groups = ["month", "store", "territory", "track", "release"] as const;

/** `segue earnings`: gross amounts, as stores reported them. */
export const earningsCommand = verb(
  "earnings",
  "sum up what you earned, by month, store, territory, track or release",
  {
    options: {
      group_by: choice("--by <group>", "month unless named", groups),
      currency: text("--currency <code>", "only in this currency"),
      from: text("--from <YYYY-MM>", "from this month on"),
      to: text("--to <YYYY-MM>", "up to this month"),
    },
    columns: ["key", "currency", "play_count", "earnings"],
    empty: "Nothing was earned yet.",
    examples: ["earnings", "earnings --by store --from 2026-01 --to 2026-06"],
    call: ({ earnings }, query) => earnings.list(query),
  },
);

/** `segue royalties`: the lines of statements, summed by release and store. */
export const royaltiesCommand = listVerb("royalties", "list what a release earned at a store on a statement", {
  options: {
    statement_id: text("--statement <statement_id>", "only on this statement"),
    release_id: text("--release <release_id>", "only of this release"),
    store_id: text("--store <store_id>", "only at this store"),
    period: text("--period <YYYY-MM>", "only this month"),
  },
  columns: [
    "period_start",
    "release_id",
    "store_id",
    "currency",
    "gross_amount",
    "fee_amount",
    "tax_amount",
    "net_amount",
    "statement_id",
  ],
  empty: "Nothing was earned yet.",
  examples: ["royalties --period 2026-02", "royalties --release rel_01k8z3v9qxe7p9a4m2c6t5w8rn --all --json"],
  call: ({ royalties }, query) => royalties.list(query),
});
