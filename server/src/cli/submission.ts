import type { Submission } from "@segue/sdk";
import { Command, Option } from "commander";
import type { Variables } from "../config.ts";
import { examples, handsOf, type ListOptions, pagesOf, rowsWanted, withPages } from "./command.ts";

const EXAMPLE_ID = "sub_01k8z3v9qxe7p9a4m2c6t5w8rn";
const columns = ["submission_id", "release_id", "organization_id", "review_status", "submitted_at", "reason"];
const statuses = ["pending_review", "approved", "rejected", "withdrawn"];

export function submissionCommand(variables: Variables): Command {
  const description = "submissions of all organizations and their review, as the operator";
  const submission = examples(new Command("submission").description(description), [
    "submission list --status pending_review",
    `submission approve ${EXAMPLE_ID}`,
  ]);
  return submission.addCommand(list(variables)).addCommand(approve(variables)).addCommand(reject(variables));
}

function list(variables: Variables): Command {
  const command = withPages(new Command("list").description("list submissions, newest first")).addOption(
    new Option("--status <review_status>", "only these").choices(statuses),
  );
  examples(command, ["submission list --status pending_review", "submission list --all --json"]);
  return command.action(async (options: ListOptions & { status?: Submission["review_status"] }) => {
    const { client, output } = handsOf(variables, command, "operator");
    const load = (page: object) => client.operator.submissions.list({ review_status: options.status, ...page });
    output.list(await pagesOf(rowsWanted(options), load), columns);
  });
}

function approve(variables: Variables): Command {
  const command = new Command("approve").description("approve a submission").argument("<submission_id>");
  examples(command, [`submission approve ${EXAMPLE_ID}`]);
  return command.action(async (submission_id: string) => {
    const { client, output } = handsOf(variables, command, "operator");
    output.resource(await client.operator.submissions.approve(submission_id));
  });
}

function reject(variables: Variables): Command {
  const command = new Command("reject").description("reject a submission").argument("<submission_id>");
  command.requiredOption("--reason <text>", "what the partner must correct; the partner sees it");
  examples(command, [`submission reject ${EXAMPLE_ID} --reason "The artwork shows a price."`]);
  return command.action(async (submission_id: string, { reason }: { reason: string }) => {
    const { client, output } = handsOf(variables, command, "operator");
    output.resource(await client.operator.submissions.reject(submission_id, { reason }));
  });
}
