import type { Release, Segue, Submission, SubmissionUnderReview } from "@segue/sdk";
import { Command, Option } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import { askYes } from "../ask.ts";
import { examples, handsOf, type ListOptions, pagesOf, rowsWanted, withPages } from "../command.ts";
import { alignedRows, cell, note, type Output } from "../output.ts";
import { UsageError } from "../settings.ts";
import { creditLine } from "./credit.ts";
import { issueLines, trackLines } from "./release-text.ts";

const EXAMPLE_ID = "sub_01k8z3v9qxe7p9a4m2c6t5w8rn";
const columns = ["submission_id", "release_id", "organization_id", "review_status", "submitted_at", "reason"];
const statuses = ["pending_review", "approved", "rejected", "withdrawn"];

export function submissionCommand(variables: Variables): Command {
  const description = "submissions of all organizations and their review, as the operator";
  const submission = examples(new Command("submission").description(description), [
    "submission list --status pending_review",
    `submission approve ${EXAMPLE_ID}`,
  ]);
  submission.addCommand(list(variables)).addCommand(show(variables));
  return submission.addCommand(approve(variables)).addCommand(reject(variables));
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

function show(variables: Variables): Command {
  const command = new Command("show").description("show a submission as its reviewer must see it");
  command.argument("<submission_id>");
  examples(command, [`submission show ${EXAMPLE_ID}`, `submission show ${EXAMPLE_ID} --json`]);
  return command.action(async (submission_id: string) => {
    const { client, output } = handsOf(variables, command, "operator");
    const submission = await client.operator.submissions.get(submission_id);
    output.report(submission, reviewLines(submission));
  });
}

function approve(variables: Variables): Command {
  const command = new Command("approve").description("show a submission and approve exactly what was shown");
  command.argument("<submission_id>");
  command.option("--content-version <version>", "approve without showing it again; from `submission show`");
  examples(command, [
    `submission approve ${EXAMPLE_ID}`,
    `submission approve ${EXAMPLE_ID} --content-version 5f1d7a84db00d2fce00b31a7fc73224f`,
  ]);
  return command.action(async (submission_id: string, { contentVersion }: { contentVersion?: string }) => {
    const { client, output } = handsOf(variables, command, "operator");
    const content_version = contentVersion ?? (await showAndAsk(client, output, submission_id));
    output.resource(await client.operator.submissions.approve(submission_id, { content_version }));
  });
}

/** The version of what was shown. A person is asked; a script that calls this has decided already. */
async function showAndAsk(client: Segue, output: Output, submission_id: string): Promise<string> {
  const submission = await client.operator.submissions.get(submission_id);
  // On the standard error, so that a script reads the answer alone.
  if (!output.is_json || process.stdin.isTTY) for (const line of [...reviewLines(submission), ""]) note(line);
  if (process.stdin.isTTY && !(await askYes("Approve this? [y/N] "))) throw new UsageError("Nothing was approved.");
  return submission.content_version;
}

function reviewLines(submission: SubmissionUnderReview): string[] {
  const { release, tracks, has_more_tracks, assets, preflight, content_version } = submission;
  const { title, version, artists, label, upc, release_date, territories, genre } = creditLine(release) as Release;
  const { submission_id, organization_id, review_status } = submission;
  const about = { submission_id, organization_id, review_status, release_id: release.id, title, version, artists };
  const facts = { ...about, label, upc, release_date, territories, genre, content_version };
  const files = assets.map(({ id, type, filename, download_url }) => [id, type, filename, download_url].map(cell));
  return [
    ...alignedRows(Object.entries(facts).map(([name, value]) => [name, cell(value)])),
    "",
    ...(tracks.length === 0 ? ["No tracks."] : trackLines(tracks)),
    ...(has_more_tracks ? ["There are more tracks: read them in the dashboard."] : []),
    "",
    ...alignedRows(files),
    "",
    ...issueLines(preflight.issues),
    preflight.ready ? "Preflight finds no blockers." : "Preflight finds blockers.",
  ];
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
