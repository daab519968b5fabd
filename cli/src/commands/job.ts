import { jobStatuses } from "@segue/sdk";
import { choice } from "../option.ts";
import { listVerb, noun, verb } from "../row.ts";

const EXAMPLE = "job_01k8z3v9qxe7p9a4m2c6t5w8rn";

export const jobNoun = noun("job", "background work that is not done", {
  as: "operator",
  examples: ["job list --status parked", `job retry ${EXAMPLE}`],
  verbs: [
    listVerb("list", "list jobs, newest first", {
      options: { status: choice("--status <status>", "only these", jobStatuses) },
      columns: ["id", "name", "status", "attempts", "run_at", "last_error"],
      examples: ["job list --status parked", "job list --all --json"],
      call: ({ operator }, query) => operator.jobs.list(query),
    }),
    verb("retry <job_id>", "try a parked job again", {
      examples: [`job retry ${EXAMPLE}`],
      call: ({ operator }, { job_id }) => operator.jobs.retry(job_id),
    }),
  ],
});
