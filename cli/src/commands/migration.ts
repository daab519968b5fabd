import { parsed, readCount, required, text } from "../option.ts";
import { listVerb, noun, verb } from "../row.ts";

const EXAMPLE = "mig_01k8z3v9qxe7p9a4m2c6t5w8rn";
const CREATED = 'migration create --release rel_01k8z3v9qxe7p9a4m2c6t5w8rn --from "Harbour Digital"';

export const migrationNoun = noun("migration", "releases that move here from another distributor", {
  as: "organization",
  examples: [CREATED, "migration list", `migration show ${EXAMPLE}`],
  verbs: [
    verb("create", "move a release here: it keeps its codes, and overlaps at each store", {
      options: {
        release_id: required(text("--release <release_id>", "which release")),
        previous_distributor: required(text("--from <name>", "the distributor it comes from")),
        overlap_days: parsed("--overlap-days <days>", "how long both have it at a store; 5 unless named", readCount),
      },
      examples: [CREATED],
      call: ({ migrations }, migration) => migrations.create(migration),
    }),
    listVerb("list", "list migrations, newest first", {
      options: { release_id: text("--release <release_id>", "only of this release") },
      columns: ["id", "release_id", "previous_distributor", "overlap_days", "safe"],
      examples: ["migration list --all"],
      call: ({ migrations }, query) => migrations.list(query),
      asText: (migration) => ({
        ...migration,
        safe: `${migration.stores.filter(({ status }) => status === "safe_to_take_down").length} of ${migration.stores.length}`,
      }),
    }),
    verb("show <migration_id>", "show where a release stands at each store, and when it is safe there", {
      examples: [`migration show ${EXAMPLE}`],
      call: ({ migrations }, { migration_id }) => migrations.get(migration_id),
      rows: { field: "stores", columns: ["store_id", "status", "migration", "delivered_at", "safe_at"] },
      empty: "It is delivered to no store yet.",
    }),
  ],
});
