import { advisories, aiShares, type Segue } from "@segue/sdk";
import { choice, flag, listed, parsed, readCount, readYesNo, removable, required, text } from "../option.ts";
import { durationText } from "../progress.ts";
import { command, listVerb, noun, verb } from "../row.ts";
import { uploadFile } from "../upload/upload.ts";
import { type AiPartShares, appendAiPart, noAi } from "./ai-part.ts";
import { appendCredit, creditLine } from "./credit.ts";
import { appendPublisher } from "./publisher.ts";

const EXAMPLE = "trk_01k8z3v9qxe7p9a4m2c6t5w8rn";
const CREATED =
  'track create --release rel_01k8z3v9qxe7p9a4m2c6t5w8rn --title "Rue Lepic" --audio ast_01k8z3v9qxe7p9a4m2c6t5w8rn';

const title = text("--title <title>", "as shown in stores");
const metadata = {
  // `--version` is the program's own.
  version: text("--edition <version>", 'its version, such as "Radio Edit"'),
  artists: parsed("--artist <name[:role]>", "default: the release's artists; may be given several times", appendCredit),
  audio_asset_id: text("--audio <asset_id>", "an asset from `segue upload`"),
  isrc: text("--isrc <isrc>", "default: assigned, if the organization has a prefix"),
  disc_number: parsed("--disc <number>", "1 unless named", readCount),
  track_number: parsed("--number <number>", "default: the next number of its disc", readCount),
  territory: listed("--territories <codes>", "comma-separated; default: the release's"),
  language: text("--language <tag>", "language of its lyrics, such as en or pt-BR"),
  explicit: parsed("--explicit <yes|no>", "whether it has explicit content", readYesNo),
  advisory: choice("--advisory <advisory>", "may stand in place of --explicit", advisories),
  p_line: removable("--p-line <line>", "who owns this recording, with the year; `none`: as the release says"),
  is_instrumental: parsed("--instrumental <yes|no>", "whether it has no vocals", readYesNo),
  is_cover: parsed("--cover <yes|no>", "whether another artist recorded the composition first", readYesNo),
  recording_year: parsed("--recording-year <year>", "year in which it was recorded", readCount),
  recording_country: removable("--recording-country <code>", "where it was recorded, such as FR; `none` removes it"),
  iswc: removable("--iswc <iswc>", "code of the composition; `none` removes it"),
  publishers: parsed("--publisher <name[:ipi]>", "of the composition; may be given several times", appendPublisher),
  work: removable("--work <title>", "work that a movement is a part of; `none` removes it"),
  movement_number: parsed("--movement-number <number>", "its place in the work", readCount),
  movement_title: removable("--movement-title <title>", "its own name in the work; `none` removes it"),
  withheld: parsed("--withheld <yes|no>", "whether stores offer it with the release only", readYesNo),
  instant_gratification: parsed("--instant-gratification <yes|no>", "whether a pre-order brings it at once", readYesNo),
  ai: choice("--ai <share>", "how much of it artificial intelligence made", aiShares),
  ai_parts: parsed(
    "--ai-part <part=share>",
    `of ${Object.keys(noAi).join(", ")}; may be given several times`,
    appendAiPart,
  ),
};

/** The service takes all parts or none. Parts that are not named stay as they are. */
function withAllParts<Given extends { ai_parts?: Partial<AiPartShares> | undefined }>(
  given: Given,
  before: AiPartShares | null,
) {
  const { ai_parts, ...fields } = given;
  return { ...fields, ...(ai_parts && { ai_parts: { ...noAi, ...before, ...ai_parts } }) };
}

async function knownParts({ tracks }: Segue, track_id: string): Promise<AiPartShares | null> {
  return (await tracks.get(track_id)).ai_parts;
}

export const trackNoun = noun("track", "tracks of releases", {
  as: "organization",
  examples: [CREATED, "track list", `track update ${EXAMPLE} --number 2`],
  verbs: [
    listVerb("list", "list tracks, newest first", {
      options: { release_id: text("--release <release_id>", "only of this release") },
      columns: ["id", "release_id", "number", "title", "version", "artists", "isrc", "duration"],
      examples: ["track list", "track list --release rel_01k8z3v9qxe7p9a4m2c6t5w8rn --all"],
      call: ({ tracks }, query) => tracks.list(query),
      asText: (track) => ({
        ...creditLine(track),
        number: `${track.disc_number}-${track.track_number}`,
        duration: track.duration_ms === null ? null : durationText(track.duration_ms),
      }),
    }),
    verb("create", "add a track to a release", {
      options: {
        release_id: required(text("--release <release_id>", "which release")),
        title: required(title),
        ...metadata,
      },
      examples: [CREATED],
      call: ({ tracks }, track) => tracks.create(withAllParts(track, null)),
      asText: creditLine,
    }),
    verb("update <track_id>", "change a track", {
      options: { title, ...metadata },
      examples: [
        `track update ${EXAMPLE} --title "Rue Lepic" --explicit no`,
        `track update ${EXAMPLE} --advisory clean --iswc T-034.524.680-1 --ai-part vocals=full`,
      ],
      call: async (client, { track_id, ...changes }) => {
        const before = changes.ai_parts ? await knownParts(client, track_id) : null;
        return client.tracks.update(track_id, withAllParts(changes, before));
      },
      asText: creditLine,
    }),
    command("replace-audio <track_id> <audio>", "replace a wrong master after the release was submitted", {
      arguments: { audio: { meaning: "a file, which is uploaded first, or an asset from `segue upload`" } },
      options: {
        keeps_isrc: required<true>(flag("--keeps-isrc", "it is the same recording; another one is a new track")),
      },
      examples: [`track replace-audio ${EXAMPLE} rue-lepic-master.wav --keeps-isrc`],
      async run(invocation, { track_id, audio, keeps_isrc }) {
        const { client } = invocation.connect();
        const audio_asset_id = isAssetId(audio) ? audio : (await uploadFile(invocation, audio, "audio")).id;
        const track = await client.tracks.replaceAudio(track_id, { audio_asset_id, keeps_isrc });
        const { output } = invocation;
        output.resource(output.is_json ? track : creditLine(track));
      },
    }),
    verb("delete <track_id>", "remove a track from a draft", {
      examples: [`track delete ${EXAMPLE}`],
      call: ({ tracks }, { track_id }) => tracks.delete(track_id),
      done: ({ track_id }) => `Deleted ${track_id}.`,
    }),
  ],
});

function isAssetId(given: string): boolean {
  return /^ast_[0-9a-z]+$/.test(given);
}
