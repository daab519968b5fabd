import { aiShares, releaseStatuses, releaseTypes, type Segue, type Track } from "@segue/sdk";
import { pagesOf } from "../invocation.ts";
import { choice, listed, parsed, readList, readYesNo, removable, required, text } from "../option.ts";
import { listVerb, noun, verb } from "../row.ts";
import { UsageError } from "../settings.ts";
import { appendCredit, creditLine } from "./credit.ts";
import { issueLines, storeLines, trackLines } from "./release-text.ts";

const EXAMPLE = "rel_01k8z3v9qxe7p9a4m2c6t5w8rn";

const title = text("--title <title>", "as shown in stores");
const artists = parsed("--artist <name[:role]>", "default role: main; may be given several times", appendCredit);
const release_date = text("--date <date>", "release date, YYYY-MM-DD");
const metadata = {
  // `--version` is the program's own.
  version: text("--edition <version>", 'its version, such as "Deluxe Edition"'),
  original_release_date: text("--original-date <date>", "date of its first release"),
  start_at: text("--start-at <time>", "when stores may offer it, such as 2027-03-01T05:00:00Z"),
  type: choice("--type <type>", "default: taken from the tracks", releaseTypes),
  label: text("--label <label>", "default: the organization's"),
  upc: text("--upc <upc>", "12 digits; default: assigned"),
  ean: text("--ean <ean>", "13 digits, if stores are to know it by an EAN"),
  catalog_number: text("--catalog-number <number>", "the label's own number"),
  territories: listed("--territories <codes>", "with commas; WORLD unless named"),
  genre: text("--genre <genre>", "its genre"),
  subgenre: removable("--subgenre <subgenre>", "a part of the genre; `none` removes it"),
  language: text("--language <tag>", "language of its titles, such as en or pt-BR"),
  p_line: text("--p-line <line>", "who owns the recordings, with the year"),
  c_line: text("--c-line <line>", "who owns the artwork and texts, with the year"),
  explicit: parsed("--explicit [yes|no]", "whether it has explicit content", readYesNo),
  artwork_ai: choice("--artwork-ai <share>", "how much of the artwork artificial intelligence made", aiShares),
};

export const releaseNoun = noun("release", "releases, from draft to submission", {
  as: "organization",
  examples: [
    'release create --title "Midnight in Paris" --artist "Vera Lux" --date 2027-03-01',
    `release preflight ${EXAMPLE}`,
    `release submit ${EXAMPLE}`,
  ],
  verbs: [
    verb("create", "create a draft", {
      options: {
        title: required(title),
        artists: required(artists),
        release_date: required(release_date),
        ...metadata,
      },
      examples: [
        'release create --title "Midnight in Paris" --artist "Vera Lux" --artist "Ola Berg:featured" --date 2027-03-01',
        'release create --title "Night Bus" --edition "Deluxe Edition" --artist "Vera Lux" --date 2027-03-01 --territories DE,FR',
      ],
      call: ({ releases }, release) => releases.create(release),
      asText: creditLine,
    }),
    listVerb("list", "list releases, newest first", {
      options: {
        status: choice("--status <status>", "only these", releaseStatuses),
        q: text("--search <text>", "a part of title, version, artist, label or UPC"),
      },
      columns: ["id", "title", "artists", "release_date", "label", "upc", "status"],
      examples: ["release list --status draft", "release list --search paris --all --json"],
      call: ({ releases }, query) => releases.list(query),
      asText: creditLine,
    }),
    verb("show <release_id>", "show a release with its tracks", {
      examples: [`release show ${EXAMPLE}`],
      call: async (client, { release_id }) => {
        const release = await client.releases.get(release_id);
        return { ...release, tracks: await tracksOf(client, release.id) };
      },
      show({ output }, { tracks, ...release }) {
        if (output.is_json) return output.resource({ ...release, tracks });
        output.resource(creditLine(release));
        output.report(tracks, tracks.length === 0 ? ["", "No tracks."] : ["", ...trackLines(tracks)]);
      },
    }),
    verb("update <release_id>", "change a release; only the given options change", {
      options: {
        title,
        artists,
        release_date,
        ...metadata,
        artwork_asset_id: text("--artwork <asset_id>", "a ready artwork asset from `segue upload`"),
      },
      examples: [
        `release update ${EXAMPLE} --artwork ast_01k8z3v9qxe7p9a4m2c6t5w8rn`,
        `release update ${EXAMPLE} --date 2027-04-01 --territories DE,AT,CH`,
      ],
      call: ({ releases }, { release_id, ...changes }) => releases.update(release_id, changes),
      asText: creditLine,
    }),
    verb("delete <release_id>", "delete a draft with its tracks", {
      examples: [`release delete ${EXAMPLE}`],
      call: ({ releases }, { release_id }) => releases.delete(release_id),
      done: ({ release_id }) => `Deleted ${release_id}.`,
    }),
    verb("assign-isrcs <release_id>", "assign an ISRC with your prefix to every track without one", {
      examples: [`release assign-isrcs ${EXAMPLE}`],
      call: ({ releases }, { release_id }) => releases.assignIsrcs(release_id),
      lines: ({ data }) => (data.length === 0 ? ["Every track has an ISRC already."] : trackLines(data)),
    }),
    verb("preflight <release_id>", "check a release before it is submitted; exit code 1 if blocked", {
      options: { store_id: text("--store <store_id>", "check only this store's requirements") },
      examples: [`release preflight ${EXAMPLE}`, `release preflight ${EXAMPLE} --store store_auralis`],
      call: ({ releases }, { release_id, ...query }) => releases.preflight(release_id, query),
      lines: ({ issues, stores, ready }) => [
        ...issueLines(issues),
        ...storeLines(stores ?? []),
        ready ? "Ready to be submitted." : "Not ready: fix the blockers first.",
      ],
      hasFailed: ({ ready }) => !ready,
    }),
    verb("submit <release_id>", "submit a release for distribution", {
      options: {
        store_ids: parsed("--deliver <stores>", "deliver it when it is approved: ids with commas, or all", readStores),
        territory_codes: listed("--territories <codes>", "where, with commas; WORLDWIDE unless named"),
      },
      examples: [`release submit ${EXAMPLE}`, `release submit ${EXAMPLE} --deliver all`],
      call: ({ releases }, { release_id, store_ids, territory_codes = ["WORLDWIDE"] }) =>
        releases.submit(release_id, store_ids ? { deliver: { store_ids, territory_codes } } : {}),
      show({ output }, submission) {
        if (output.is_json) return output.resource(submission);
        const { issues, ...facts } = submission;
        output.resource(facts);
        output.report(issues, issues.length === 0 ? [] : ["", ...issueLines(issues)]);
      },
    }),
    verb("withdraw <release_id>", "withdraw a release's submission while no store has it; it is a draft again", {
      examples: [`release withdraw ${EXAMPLE}`],
      call: async ({ submissions }, { release_id }) => {
        // A release has one submission that can be withdrawn: its latest.
        const [latest] = (await submissions.list({ release_id, limit: 1 })).data;
        if (!latest) throw new UsageError(`${release_id} was not submitted yet.`);
        const { issues: _, ...facts } = await submissions.withdraw(latest.submission_id);
        return facts;
      },
    }),
  ],
});

function readStores(text: string): string[] | "all" {
  return text === "all" ? text : readList(text);
}

/** In the order of the release, which is not that of the service's list. */
async function tracksOf(client: Segue, release_id: string): Promise<Track[]> {
  const { data } = await pagesOf(Number.MAX_SAFE_INTEGER, (page) => client.tracks.list({ release_id, ...page }));
  return data.sort((a, b) => a.disc_number - b.disc_number || a.track_number - b.track_number);
}
