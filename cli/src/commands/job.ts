import type { Job } from "@segue/sdk";
import { Command, Option } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import { examples, handsOf, type ListOptions, pagesOf, rowsWanted, withPages } from "../command.ts";

const columns = ["id", "name", "status", "attempts", "run_at", "last_error"];

export function jobCommand(variables: Variables): Command {
  const job = examples(new Command("job").description("background work that is not done"), [
    "job list --status parked",
    "job retry job_01k8z3v9qxe7p9a4m2c6t5w8rn",
  ]);
  return job.addCommand(list(variables)).addCommand(retry(variables));
}

function list(variables: Variables): Command {
  const status = new Option("--status <status>", "only these").choices(["waiting", "ready", "running", "parked"]);
  const command = withPages(new Command("list").description("list jobs, newest first").addOption(status));
  examples(command, ["job list --status parked", "job list --all --json"]);
  return command.action(async (options: ListOptions & Partial<Pick<Job, "status">>) => {
    const { client, output } = handsOf(variables, command, "operator");
    const { status } = options;
    const page = await pagesOf(rowsWanted(options), (page) => client.operator.jobs.list({ status, ...page }));
    output.list(page, columns);
  });
}

function retry(variables: Variables): Command {
  const command = new Command("retry").description("try a parked job again").argument("<job_id>");
  examples(command, ["job retry job_01k8z3v9qxe7p9a4m2c6t5w8rn"]);
  return command.action(async (job_id: string) => {
    const { client, output } = handsOf(variables, command, "operator");
    output.resource(await client.operator.jobs.retry(job_id));
  });
}
