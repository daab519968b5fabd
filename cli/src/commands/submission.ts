import { type Release, type Segue, type Submission, type SubmissionUnderReview, submissionStatuses } from "@segue/sdk";
import { askYes } from "../ask.ts";
import { given, type KeyHolder, type ListPage } from "../invocation.ts";
import { choice, flag, required, text } from "../option.ts";
import { alignedRows, cell, note, type Output } from "../output.ts";
import { command, listVerb, noun, verb } from "../row.ts";
import { UsageError } from "../settings.ts";
import { creditLine } from "./credit.ts";
import { issueLines, trackLines } from "./release-text.ts";

const EXAMPLE = "sub_01k8z3v9qxe7p9a4m2c6t5w8rn";

const is_own = flag("--own", "of your organization, with its key");

export const submissionNoun = noun(
  "submission",
  "submissions and their review: of all organizations as the operator, or with --own of yours",
  {
    as: "operator",
    examples: [
      "submission list --status pending_review",
      `submission approve ${EXAMPLE}`,
      "submission list --own",
      `submission withdraw ${EXAMPLE}`,
    ],
    verbs: [
      listVerb("list", "list submissions, newest first", {
        options: {
          review_status: {
            ...choice("--status <review_status>", "only these", submissionStatuses),
            conflicts: ["own", "release"],
          },
          is_own,
          release_id: text("--release <release_id>", "only of this release of yours"),
        },
        as: holderOf,
        columns: (input) =>
          holderOf(input) === "organization"
            ? ["submission_id", "release_id", "review_status", "submitted_at", "reviewed_at", "reason"]
            : ["submission_id", "release_id", "organization_id", "review_status", "submitted_at", "reason"],
        examples: ["submission list --status pending_review", "submission list --own", "submission list --all --json"],
        call: ({ operator, submissions }, { is_own, release_id, ...query }): Promise<ListPage<Submission>> => {
          const { review_status: _, ...page } = query;
          const isOwn = holderOf({ is_own, release_id }) === "organization";
          return isOwn ? submissions.list(given({ release_id, ...page })) : operator.submissions.list(query);
        },
      }),
      verb("show <submission_id>", "show a submission as its reviewer must see it; with --own, one of yours", {
        options: { is_own },
        as: holderOf,
        examples: [
          `submission show ${EXAMPLE}`,
          `submission show ${EXAMPLE} --own`,
          `submission show ${EXAMPLE} --json`,
        ],
        call: ({ operator, submissions }, { submission_id, is_own }): Promise<Submission | SubmissionUnderReview> =>
          (is_own ? submissions : operator.submissions).get(submission_id),
        lines: (submission) => ("content_version" in submission ? reviewLines(submission) : ownLines(submission)),
      }),
      verb("withdraw <submission_id>", "withdraw a submission of yours while no store has the release", {
        as: "organization",
        examples: [`submission withdraw ${EXAMPLE}`],
        call: ({ submissions }, { submission_id }) => submissions.withdraw(submission_id),
        lines: ownLines,
      }),
      command("approve <submission_id>", "show a submission and approve exactly what was shown", {
        options: {
          content_version: text(
            "--content-version <version>",
            "approve without showing it again; from `submission show`",
          ),
        },
        examples: [
          `submission approve ${EXAMPLE}`,
          `submission approve ${EXAMPLE} --content-version 5f1d7a84db00d2fce00b31a7fc73224f`,
        ],
        async run({ connect, output }, { submission_id, content_version: known }) {
          const { client } = connect();
          const content_version = known ?? (await showAndAsk(client, output, submission_id));
          output.resource(await client.operator.submissions.approve(submission_id, { content_version }));
        },
      }),
      verb("reject <submission_id>", "reject a submission", {
        options: {
          reason: required(text("--reason <text>", "the corrections that the partner must make; the partner sees it")),
        },
        examples: [`submission reject ${EXAMPLE} --reason "The artwork shows a price."`],
        call: ({ operator }, { submission_id, ...rejection }) => operator.submissions.reject(submission_id, rejection),
      }),
    ],
  },
);

/** The version of the content that was shown. A person is asked; a script that calls this has decided already. */
async function showAndAsk(client: Segue, output: Output, submission_id: string): Promise<string> {
  const submission = await client.operator.submissions.get(submission_id);
  // On the standard error, so that a script reads the answer alone.
  if (!output.is_json || process.stdin.isTTY) for (const line of [...reviewLines(submission), ""]) note(line);
  if (process.stdin.isTTY && !(await askYes("Approve this? [y/N] "))) throw new UsageError("Nothing was approved.");
  return submission.content_version;
}

type Wish = { is_own?: true | undefined; release_id?: string | undefined };

function holderOf({ is_own, release_id }: Wish): KeyHolder {
  return is_own || release_id !== undefined ? "organization" : "operator";
}

function ownLines({ issues, ...facts }: Submission): string[] {
  const rows = Object.entries(facts).map(([name, value]) => [name, cell(value)]);
  return [...alignedRows(rows), ...(issues.length === 0 ? [] : ["", ...issueLines(issues)])];
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
