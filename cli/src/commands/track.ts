import { aiShares } from "@segue/sdk";
import { choice, flag, listed, parsed, readCount, readYesNo, required, text } from "../option.ts";
import { durationText } from "../progress.ts";
import { command, listVerb, noun, verb } from "../row.ts";
import { uploadFile } from "../upload/upload.ts";
import { appendCredit, creditLine } from "./credit.ts";

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
  withheld: parsed("--withheld <yes|no>", "whether stores offer it with the release only", readYesNo),
  ai: choice("--ai <share>", "how much of it artificial intelligence made", aiShares),
};

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
      call: ({ tracks }, track) => tracks.create(track),
      asText: creditLine,
    }),
    verb("update <track_id>", "change a track", {
      options: { title, ...metadata },
      examples: [`track update ${EXAMPLE} --title "Rue Lepic" --explicit no`],
      call: ({ tracks }, { track_id, ...changes }) => tracks.update(track_id, changes),
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
