import { Command, Option } from "commander";
import type { Variables } from "../config.ts";
import type { Client, Json } from "./client.ts";
import { examples, given, handsOf, type ListOptions, readList, rowsWanted, segment, withPages } from "./command.ts";
import { type Credit, readCredit } from "./credit.ts";
import { alignedRows, cell } from "./output.ts";
import { durationText } from "./progress.ts";

const RELEASES = "/v1/releases";
const EXAMPLE_ID = "rel_01k8z3v9qxe7p9a4m2c6t5w8rn";
const columns = ["id", "title", "artists", "release_date", "label", "upc", "status"];

export function releaseCommand(variables: Variables): Command {
  const release = examples(new Command("release").description("releases, from draft to submission"), [
    'release create --title "Midnight in Paris" --artist "Vera Lux" --date 2027-03-01',
    `release preflight ${EXAMPLE_ID}`,
    `release submit ${EXAMPLE_ID}`,
  ]);
  release.addCommand(create(variables)).addCommand(list(variables)).addCommand(show(variables));
  return release.addCommand(preflight(variables)).addCommand(submit(variables));
}

type CreateOptions = {
  title: string;
  edition?: string;
  artist: Credit[];
  date: string;
  originalDate?: string;
  type?: string;
  label?: string;
  upc?: string;
  territories?: string[];
  genre?: string;
  language?: string;
  pLine?: string;
  cLine?: string;
  explicit?: true;
};

function create(variables: Variables): Command {
  const command = withMetadata(new Command("create").description("create a draft"));
  examples(command, [
    'release create --title "Midnight in Paris" --artist "Vera Lux" --artist "Ola Berg:featured" --date 2027-03-01',
    'release create --title "Night Bus" --edition "Deluxe Edition" --artist "Vera Lux" --date 2027-03-01 --territories DE,FR',
  ]);
  return command.action(async (options: CreateOptions) => {
    const { client, output } = handsOf(variables, command, "organization");
    const { title, type, label, upc, territories, genre, language, explicit } = options;
    const body = given({
      ...{ title, type, label, upc, territories, genre, language, explicit },
      version: options.edition,
      artists: options.artist,
      release_date: options.date,
      original_release_date: options.originalDate,
      p_line: options.pLine,
      c_line: options.cLine,
    });
    output.resource(shown(await client.call(`POST ${RELEASES}`, body), output.is_json));
  });
}

function withMetadata(command: Command): Command {
  const types = ["single", "ep", "album", "compilation"];
  return (
    command
      .requiredOption("--title <title>", "as shown in stores")
      // `--version` is the program's own.
      .option("--edition <version>", 'its version, such as "Deluxe Edition"')
      .requiredOption("--artist <name[:role]>", "main unless a role is named; may be given several times", readCredits)
      .requiredOption("--date <date>", "release date, YYYY-MM-DD")
      .option("--original-date <date>", "of its first release")
      .addOption(new Option("--type <type>", "taken from the tracks unless named").choices(types))
      .option("--label <label>", "the organization's unless named")
      .option("--upc <upc>", "12 digits; assigned unless named")
      .option("--territories <codes>", "with commas; WORLD unless named", readList)
      .option("--genre <genre>", "its genre")
      .option("--language <tag>", "of its titles, such as en or pt-BR")
      .option("--p-line <line>", "who owns the recordings, with the year")
      .option("--c-line <line>", "who owns the artwork and texts, with the year")
      .option("--explicit", "has explicit content")
  );
}

function readCredits(text: string, before: Credit[] = []): Credit[] {
  return [...before, readCredit(text)];
}

function list(variables: Variables): Command {
  const statuses = ["draft", "submitted", "delivered", "rejected"];
  const command = withPages(new Command("list").description("list releases, newest first"))
    .addOption(new Option("--status <status>", "only these").choices(statuses))
    .option("--search <text>", "a part of title, version, artist, label or UPC");
  examples(command, ["release list --status draft", "release list --search paris --all --json"]);
  return command.action(async (options: ListOptions & { status?: string; search?: string }) => {
    const { client, output } = handsOf(variables, command, "organization");
    const query = { limit: rowsWanted(options), status: options.status, q: options.search };
    const page = await client.list(RELEASES, query);
    output.list({ ...page, data: page.data.map((release) => shown(release, output.is_json)) }, columns);
  });
}

function show(variables: Variables): Command {
  const command = new Command("show").description("show a release with its tracks").argument("<release_id>");
  examples(command, [`release show ${EXAMPLE_ID}`]);
  return command.action(async (release_id: string) => {
    const { client, output } = handsOf(variables, command, "organization");
    const release = await client.call(`GET ${RELEASES}/${segment(release_id)}`);
    const tracks = await tracksOf(client, release.id);
    if (output.is_json) return output.resource({ ...release, tracks });
    output.resource(shown(release, false));
    output.report(tracks, tracks.length === 0 ? ["", "No tracks."] : ["", ...trackLines(tracks)]);
  });
}

/** In the order of the release, which is not that of the service's list. */
async function tracksOf(client: Client, release_id: string): Promise<Json[]> {
  const { data } = await client.list("/v1/tracks", { release_id, limit: Number.MAX_SAFE_INTEGER });
  return data.sort((a, b) => a.disc_number - b.disc_number || a.track_number - b.track_number);
}

function trackLines(tracks: readonly Json[]): string[] {
  const rows = tracks.map((track) => [
    `${track.disc_number}-${track.track_number}`,
    track.id,
    track.version ? `${track.title} (${track.version})` : track.title,
    track.isrc,
    track.duration_ms === null ? null : durationText(track.duration_ms),
    track.audio_asset_id,
  ]);
  return alignedRows([
    ["track", "id", "title", "isrc", "duration", "audio_asset_id"],
    ...rows.map((row) => row.map(cell)),
  ]);
}

function preflight(variables: Variables): Command {
  const command = new Command("preflight").description(
    "check a release before it is submitted; exit code 1 if blocked",
  );
  command.argument("<release_id>").option("--store <store_id>", "by this store's requirements");
  examples(command, [`release preflight ${EXAMPLE_ID}`, `release preflight ${EXAMPLE_ID} --store store_auralis`]);
  return command.action(async (release_id: string, { store }: { store?: string }) => {
    const { client, output } = handsOf(variables, command, "organization");
    const query = store === undefined ? "" : `?${new URLSearchParams({ store_id: store }).toString()}`;
    const found = await client.call(`GET ${RELEASES}/${segment(release_id)}/preflight${query}`);
    const end = found.ready ? "Ready to be submitted." : "Not ready: the blockers must go first.";
    output.report(found, [...issueLines(found.issues), ...storeLines(found.stores ?? []), end]);
    if (!found.ready) process.exitCode = 1;
  });
}

/** Only the stores that would refuse it: the others need nothing. */
function storeLines(stores: readonly Json[]): string[] {
  const rows = stores.filter(({ ready }) => !ready).map(({ store_id, blockers }) => [store_id, blockers.join(", ")]);
  const heading = `Stores that would refuse it (${rows.length} of ${stores.length}):`;
  return rows.length === 0 ? [] : [heading, ...alignedRows(rows).map((line) => `  ${line}`), ""];
}

const groups = { blocker: "Blockers", warning: "Warnings", info: "Notes" };

function issueLines(issues: readonly Json[]): string[] {
  return Object.entries(groups).flatMap(([severity, heading]) => {
    const rows = issues.filter((issue) => issue.severity === severity).map(issueCells);
    return rows.length === 0 ? [] : [`${heading}:`, ...alignedRows(rows).map((line) => `  ${line}`), ""];
  });
}

function issueCells({ field, issue, suggestion, store_id, code }: Json): string[] {
  const told = suggestion ? `${issue} (try: ${suggestion})` : issue;
  return [field || "release", `${code}${store_id ? ` at ${store_id}` : ""}`, told].map(cell);
}

function submit(variables: Variables): Command {
  const command = new Command("submit").description("submit a release for distribution").argument("<release_id>");
  examples(command, [`release submit ${EXAMPLE_ID}`]);
  return command.action(async (release_id: string) => {
    const { client, output } = handsOf(variables, command, "organization");
    const submission = await client.call(`POST ${RELEASES}/${segment(release_id)}/submit`);
    if (output.is_json) return output.resource(submission);
    const { issues, ...facts } = submission;
    output.resource(facts);
    output.report(issues, issues.length === 0 ? [] : ["", ...issueLines(issues)]);
  });
}

/** For people, artists are one line. */
function shown(release: Json, is_json: boolean): Json {
  if (is_json) return release;
  const artists = release.artists.map(({ name, role }: Credit) => (role === "main" ? name : `${name} (${role})`));
  return { ...release, artists: artists.join(", ") };
}
