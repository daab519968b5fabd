import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, normalize, resolve } from "node:path";
import { counted } from "../counted.ts";
import { endedBySignal } from "../interruption.ts";
import { given, type Invocation } from "../invocation.ts";
import { flag, listed, text } from "../option.ts";
import { alignedRows, cell, printable } from "../output.ts";
import { createProgress, type Progress, sizeText } from "../progress.ts";
import { command } from "../row.ts";
import { UsageError } from "../settings.ts";
import { findMediaFile, knownTypeOf, type MediaFile, unfitAudio } from "../upload/media-file.ts";
import { csvColumns, planCsv } from "./csv.ts";
import { messagesIn } from "./ern-folder.ts";
import { type Folder, type FolderOptions, planFolder } from "./folder.ts";
import { LEADS_OUT, leadsOut } from "./leads-out.ts";
import { withLyrics } from "./lyrics.ts";
import { migrateAll, movingLines } from "./migrate.ts";
import { withDates } from "./old-date.ts";
import { discAndTrack, type Plan, type PlannedRelease, planProblems } from "./plan.ts";
import { type FailedFile, type Imported, runImport } from "./run.ts";
import { openImportState } from "./state.ts";
import { type JudgedImport, judgeAll, verdictLines, verdictText } from "./verdict.ts";

const MAX_DEPTH = 5;
const KEPT = "Everything created so far is kept: run the same command again to continue.";

const options = {
  is_dry_run: flag("--dry-run", "show what would be created, and create nothing"),
  release_date: text("--release-date <date>", "for releases whose date is past: from when stores offer them again"),
  previous_distributor: text("--migrate <distributor>", "the releases move here from this distributor"),
  date: text("--date <date>", "release date of a folder's releases, YYYY-MM-DD"),
  artist: text("--artist <name>", "artist of a folder's releases; without it, name each folder `Artist - Title`"),
  title: text("--title <title>", "title, for a folder that is one release"),
  label: text("--label <label>", "label of a folder's releases"),
  genre: text("--genre <genre>", "genre of a folder's releases"),
  language: text("--language <tag>", "language of a folder's releases, such as en"),
  territories: listed("--territories <codes>", "comma-separated territories of a folder's releases"),
};
type Options = Partial<FolderOptions> & { is_dry_run?: true; release_date?: string; previous_distributor?: string };

export const importCommand = command(
  "import <source>",
  "create draft releases with tracks and files from a folder, a CSV or ERN messages; run it again to continue after an interruption",
  {
    arguments: {
      source: { meaning: "a folder of WAV or FLAC files or of ERN messages, or a .csv with a row for each track" },
    },
    options,
    notes: () => {
      const columns = alignedRows(Object.entries(csvColumns).map(([name, meaning]) => [`  ${name}`, meaning]));
      return `Columns of a CSV, in any order:\n${columns.join("\n")}`;
    },
    examples: [
      'import "Vera Lux - Midnight in Paris" --date 2027-03-01',
      "import catalog.csv --dry-run",
      "import catalog.csv --sandbox",
      "import old-catalog.csv --release-date 2027-03-01",
      "import deliveries/ --dry-run",
      'import old-catalog.csv --release-date 2027-03-01 --migrate "Harbour Digital"',
    ],
    async run(invocation, { source, ...options }) {
      const { output, typed } = invocation;
      const found = openSource(source);
      if ("paths" in found) return importMessages(invocation, found, options);
      const plan = await withDates(withLyrics(planOf(found, options)), {
        ...options,
        today: new Date().toISOString().slice(0, 10),
      });
      const files = checkPlan(plan);
      if (options.is_dry_run) return output.report(plan, planLines(plan, files));
      const { client, state } = await begin(invocation, source);
      const progress = createProgress(bytesOf(files), output.is_json);
      for (const { where, issue } of plan.notes) progress.say(`Note: ${where} ${issue}`);
      const outcome = await stoppable(() => runImport({ client, state, plan, files, progress }), progress);
      const data = await judgeAll(client, outcome.data);
      const from = options.previous_distributor;
      const moving = from === undefined ? [] : await migrateAll(client, data, from);
      const lines = outcomeLines({ ...outcome, data }, typed);
      const report = { ...outcome, data, ...(from !== undefined && { migrations: moving }) };
      output.report(report, from === undefined ? lines : [...lines, ...movingLines(moving, from)]);
      if (outcome.failed.length > 0 || moving.some(({ migration_id }) => migration_id === null)) process.exitCode = 1;
    },
  },
);

async function begin({ connect, output, typed }: Invocation, source: string) {
  const { url, client } = connect();
  const organization = await client.organization.get();
  const state = openImportState(statePathOf(source), `${url} ${organization.id}`);
  return { client, output, typed, organization, state };
}

function stoppable<T>(work: () => Promise<T>, { say }: Progress): Promise<T> {
  return endedBySignal(`Stopped. ${KEPT}`, work, say).catch((error: unknown) => {
    say(KEPT);
    throw error;
  });
}

type MessageFolder = { root: string; paths: string[] };
type Source = { csv: string } | { folder: Folder } | MessageFolder;

function openSource(source: string): Source {
  const found = statSync(source, { throwIfNoEntry: false });
  if (!found) throw new UsageError(`${source} does not exist.`);
  const path = normalize(source).replace(/(?<=.)\/$/, "");
  if (!found.isDirectory()) return { csv: path };
  const outside: string[] = [];
  const folder = readFolder(path, basename(resolve(source)), { root: path, depth: MAX_DEPTH, outside });
  const paths = messagesIn(folder);
  // A message that names a link to audio is refused alone. Other links may hide messages, so they are reported like messages.
  if (paths.length > 0) return { root: path, paths: [...paths, ...outside.filter((link) => !knownTypeOf(link))] };
  if (outside.length === 0) return { folder };
  throw new UsageError(
    "Nothing was imported:",
    outside.map((field) => ({ field, issue: LEADS_OUT })),
  );
}

async function importMessages(
  invocation: Invocation,
  found: MessageFolder,
  { is_dry_run, previous_distributor: from, ...others }: Options,
): Promise<void> {
  refuseUnused(
    others,
    "a folder of ERN messages: they say it themselves. To go by the names of files, move the .xml away",
  );
  // It needs the rules of the service, which other commands need not wait for.
  const { importErn, showErnPlan } = await import("./ern.ts");
  if (is_dry_run) return showErnPlan(found, invocation.output);
  return importErn(found, async () => ({ ...(await begin(invocation, found.root)), stoppable, from }));
}

function planOf(
  source: Exclude<Source, MessageFolder>,
  { is_dry_run: _, release_date: _date, previous_distributor: _from, date, ...others }: Options,
): Plan {
  if ("csv" in source) {
    refuseUnused({ date, ...others }, "a CSV: it has columns for its releases");
    return planCsv({ text: readText(source.csv), path: source.csv, folder: dirname(source.csv) });
  }
  if (date === undefined) throw new UsageError("A folder has no release date: give --date YYYY-MM-DD.");
  return planFolder(source.folder, { date, ...others });
}

function refuseUnused(options: object, why: string): void {
  const [unused] = Object.keys(given(options));
  if (unused !== undefined)
    throw new UsageError(`--${unused.replace("_", "-")} is only for folders of audio, not for ${why}.`);
}

function readText(path: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${path} is not text in UTF-8: save it as "CSV UTF-8".`);
  }
}

type Walk = { root: string; depth: number; outside: string[] };

/** Hidden files are skipped: they belong to the system, or are our own state. Links out of the root are not followed. */
function readFolder(path: string, name: string, { root, depth, outside }: Walk): Folder {
  const named = readdirSync(path).filter((entry) => !entry.startsWith("."));
  const isOutside = (entry: string) => leadsOut(root, join(path, entry));
  for (const entry of named.filter(isOutside)) outside.push(join(path, entry));
  const entries = named.filter((entry) => !isOutside(entry));
  const isFolder = (entry: string) => statSync(join(path, entry), { throwIfNoEntry: false })?.isDirectory() === true;
  const folders = depth === 0 ? [] : entries.filter(isFolder).sort();
  const files = entries.filter((entry) => !isFolder(entry)).sort();
  const within = (entry: string) => readFolder(join(path, entry), entry, { root, depth: depth - 1, outside });
  return { path, name, files, folders: folders.map(within) };
}

/** Throws all problems at once, before anything is created. Otherwise returns the files by path. */
function checkPlan(plan: Plan): Map<string, MediaFile> {
  const files = new Map<string, MediaFile>();
  const problems = [...plan.problems, ...planProblems(plan.releases)];
  const check = (path: string, type: MediaFile["type"], where: string) => {
    const found = findMediaFile(path);
    const unfit = type === "audio" ? unfitAudio(path) : undefined;
    const other = "type" in found && found.type !== type ? `is ${found.type}, not ${type}` : unfit;
    const file = "type" in found && other !== undefined ? { issue: other } : found;
    if ("issue" in file) problems.push({ where, issue: where === path ? file.issue : `${path} ${file.issue}` });
    else files.set(path, file);
  };
  for (const { where, artwork_path, tracks } of plan.releases) {
    if (artwork_path !== undefined) check(artwork_path, "artwork", where);
    for (const track of tracks) if (track.audio_path !== "") check(track.audio_path, "audio", track.where);
  }
  if (problems.length > 0)
    throw new UsageError(
      "Nothing was imported:",
      problems.map(({ where, issue }) => ({ field: where, issue })),
    );
  return files;
}

function statePathOf(source: string): string {
  const path = resolve(source);
  const isFolder = statSync(path).isDirectory();
  return isFolder ? join(path, ".segue-import.json") : join(dirname(path), `.${basename(path)}.segue-import.json`);
}

function bytesOf(files: ReadonlyMap<string, MediaFile>): number {
  return [...files.values()].reduce((total, { size_bytes }) => total + size_bytes, 0);
}

function planLines(plan: Plan, files: ReadonlyMap<string, MediaFile>): string[] {
  const tracks = plan.releases.reduce((count, release) => count + release.tracks.length, 0);
  return [
    ...plan.releases.flatMap(releaseLines),
    ...plan.notes.map(({ where, issue }) => printable(`Note: ${where} ${issue}`)),
    `${counted(plan.releases.length, "release")}, ${counted(tracks, "track")}, ${counted(files.size, "file")} (${sizeText(bytesOf(files))}). Nothing was created.`,
  ];
}

function releaseLines({ body, artwork_path, tracks }: PlannedRelease): string[] {
  const artists = body.artists.map(({ name }) => name).join(", ");
  const rows = tracks.map((track) => [`  ${discAndTrack(track)}`, track.body.title, track.audio_path].map(cell));
  return [
    printable(`${artists} - ${body.title}, ${body.release_date}`),
    printable(`  artwork: ${artwork_path ?? "none"}`),
    ...alignedRows(rows),
    "",
  ];
}

function outcomeLines(
  { data, failed }: { data: JudgedImport<Imported>[]; failed: FailedFile[] },
  typed: (command: string) => string,
): string[] {
  const columns = ["release_id", "title", "upc", "tracks", "artwork_asset_id"] as const;
  const rows = data.map((row) => [...columns.map((name) => cell(row[name])), verdictText(row)]);
  const failures = failed.map(({ path, code, message }) => printable(`${path}: ${code}: ${message}`));
  const unusable = failures.length === 0 ? [] : ["", "Not usable; repair these files and import again:", ...failures];
  return [...alignedRows([[...columns, "preflight"], ...rows]), ...unusable, ...verdictLines(data, typed)];
}
