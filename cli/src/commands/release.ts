import type { NewRelease, Release, Segue, Track } from "@segue/sdk";
import { Command, Option } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import { examples, handsOf, type ListOptions, pagesOf, rowsWanted, withPages } from "../command.ts";
import { UsageError } from "../settings.ts";
import { creditLine } from "./credit.ts";
import { bodyOf, type ReleaseOptions, withMetadata } from "./release-options.ts";
import { issueLines, storeLines, trackLines } from "./release-text.ts";

const EXAMPLE_ID = "rel_01k8z3v9qxe7p9a4m2c6t5w8rn";
const columns = ["id", "title", "artists", "release_date", "label", "upc", "status"];

export function releaseCommand(variables: Variables): Command {
  const release = examples(new Command("release").description("releases, from draft to submission"), [
    'release create --title "Midnight in Paris" --artist "Vera Lux" --date 2027-03-01',
    `release preflight ${EXAMPLE_ID}`,
    `release submit ${EXAMPLE_ID}`,
  ]);
  release.addCommand(create(variables)).addCommand(list(variables)).addCommand(show(variables));
  release.addCommand(update(variables)).addCommand(remove(variables)).addCommand(assignIsrcs(variables));
  return release.addCommand(preflight(variables)).addCommand(submit(variables)).addCommand(withdraw(variables));
}

function create(variables: Variables): Command {
  const command = withMetadata(new Command("create").description("create a draft"), { is_new: true });
  examples(command, [
    'release create --title "Midnight in Paris" --artist "Vera Lux" --artist "Ola Berg:featured" --date 2027-03-01',
    'release create --title "Night Bus" --edition "Deluxe Edition" --artist "Vera Lux" --date 2027-03-01 --territories DE,FR',
  ]);
  return command.action(async (options: ReleaseOptions) => {
    const { client, output } = handsOf(variables, command, "organization");
    // The options that a release needs are mandatory, and the service has the last word.
    const made = await client.releases.create(bodyOf(options) as NewRelease);
    output.resource(output.is_json ? made : creditLine(made));
  });
}

function update(variables: Variables): Command {
  const command = new Command("update").description("change a release; only the given options change");
  withMetadata(command, { is_new: false })
    .argument("<release_id>")
    .option("--artwork <asset_id>", "a ready artwork asset from `segue upload`");
  examples(command, [
    `release update ${EXAMPLE_ID} --artwork ast_01k8z3v9qxe7p9a4m2c6t5w8rn`,
    `release update ${EXAMPLE_ID} --date 2027-04-01 --territories DE,AT,CH`,
  ]);
  return command.action(async (release_id: string, options: ReleaseOptions) => {
    const { client, output } = handsOf(variables, command, "organization");
    const changed = await client.releases.update(release_id, bodyOf(options));
    output.resource(output.is_json ? changed : creditLine(changed));
  });
}

function remove(variables: Variables): Command {
  const command = new Command("delete").description("delete a draft with its tracks").argument("<release_id>");
  examples(command, [`release delete ${EXAMPLE_ID}`]);
  return command.action(async (release_id: string) => {
    const { client, output } = handsOf(variables, command, "organization");
    await client.releases.delete(release_id);
    output.done(`Deleted ${release_id}.`);
  });
}

function list(variables: Variables): Command {
  const statuses = ["draft", "submitted", "delivered", "rejected"];
  const command = withPages(new Command("list").description("list releases, newest first"))
    .addOption(new Option("--status <status>", "only these").choices(statuses))
    .option("--search <text>", "a part of title, version, artist, label or UPC");
  examples(command, ["release list --status draft", "release list --search paris --all --json"]);
  return command.action(async (options: ListOptions & { status?: Release["status"]; search?: string }) => {
    const { client, output } = handsOf(variables, command, "organization");
    const { status, search: q } = options;
    const page = await pagesOf(rowsWanted(options), (page) => client.releases.list({ status, q, ...page }));
    output.list(output.is_json ? page : { ...page, data: page.data.map(creditLine) }, columns);
  });
}

function show(variables: Variables): Command {
  const command = new Command("show").description("show a release with its tracks").argument("<release_id>");
  examples(command, [`release show ${EXAMPLE_ID}`]);
  return command.action(async (release_id: string) => {
    const { client, output } = handsOf(variables, command, "organization");
    const release = await client.releases.get(release_id);
    const tracks = await tracksOf(client, release.id);
    if (output.is_json) return output.resource({ ...release, tracks });
    output.resource(creditLine(release));
    output.report(tracks, tracks.length === 0 ? ["", "No tracks."] : ["", ...trackLines(tracks)]);
  });
}

/** In the order of the release, which is not that of the service's list. */
async function tracksOf(client: Segue, release_id: string): Promise<Track[]> {
  const { data } = await pagesOf(Number.MAX_SAFE_INTEGER, (page) => client.tracks.list({ release_id, ...page }));
  return data.sort((a, b) => a.disc_number - b.disc_number || a.track_number - b.track_number);
}

function assignIsrcs(variables: Variables): Command {
  const command = new Command("assign-isrcs").description("assign an ISRC with your prefix to every track without one");
  examples(command.argument("<release_id>"), [`release assign-isrcs ${EXAMPLE_ID}`]);
  return command.action(async (release_id: string) => {
    const { client, output } = handsOf(variables, command, "organization");
    const assigned = await client.releases.assignIsrcs(release_id);
    const { data } = assigned;
    output.report(assigned, data.length === 0 ? ["Every track has an ISRC already."] : trackLines(data));
  });
}

function preflight(variables: Variables): Command {
  const command = new Command("preflight").description(
    "check a release before it is submitted; exit code 1 if blocked",
  );
  command.argument("<release_id>").option("--store <store_id>", "check only this store's requirements");
  examples(command, [`release preflight ${EXAMPLE_ID}`, `release preflight ${EXAMPLE_ID} --store store_auralis`]);
  return command.action(async (release_id: string, { store }: { store?: string }) => {
    const { client, output } = handsOf(variables, command, "organization");
    const found = await client.releases.preflight(release_id, { store_id: store });
    const end = found.ready ? "Ready to be submitted." : "Not ready: fix the blockers first.";
    output.report(found, [...issueLines(found.issues), ...storeLines(found.stores ?? []), end]);
    if (!found.ready) process.exitCode = 1;
  });
}

/** A release has one submission that can be withdrawn: its latest. */
function withdraw(variables: Variables): Command {
  const description = "withdraw a release's submission while no store has it; it is a draft again";
  const command = new Command("withdraw").description(description).argument("<release_id>");
  examples(command, [`release withdraw ${EXAMPLE_ID}`]);
  return command.action(async (release_id: string) => {
    const { client, output } = handsOf(variables, command, "organization");
    const { data } = await client.submissions.list({ release_id, limit: 1 });
    const [latest] = data;
    if (!latest) throw new UsageError(`${release_id} was not submitted yet.`);
    const { issues: _, ...facts } = await client.submissions.withdraw(latest.submission_id);
    output.resource(facts);
  });
}

function submit(variables: Variables): Command {
  const command = new Command("submit").description("submit a release for distribution").argument("<release_id>");
  examples(command, [`release submit ${EXAMPLE_ID}`]);
  return command.action(async (release_id: string) => {
    const { client, output } = handsOf(variables, command, "organization");
    const submission = await client.releases.submit(release_id);
    if (output.is_json) return output.resource(submission);
    const { issues, ...facts } = submission;
    output.resource(facts);
    output.report(issues, issues.length === 0 ? [] : ["", ...issueLines(issues)]);
  });
}
