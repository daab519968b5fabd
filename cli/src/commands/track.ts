import { aiShares, type NewTrack, type TrackChanges } from "@segue/sdk";
import { Command, Option } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import { examples, handsOf, readCount, readList } from "../command.ts";
import { appendCredit, type Credit, creditLine } from "./credit.ts";
import { readYesNo } from "./release-options.ts";

const EXAMPLE_ID = "trk_01k8z3v9qxe7p9a4m2c6t5w8rn";
const RELEASE_ID = "rel_01k8z3v9qxe7p9a4m2c6t5w8rn";

export function trackCommand(variables: Variables): Command {
  const track = examples(new Command("track").description("tracks of releases; `segue release show` lists them"), [
    `track create --release ${RELEASE_ID} --title "Rue Lepic" --audio ast_01k8z3v9qxe7p9a4m2c6t5w8rn`,
    `track update ${EXAMPLE_ID} --number 2`,
  ]);
  return track.addCommand(create(variables)).addCommand(update(variables)).addCommand(remove(variables));
}

type Options = {
  release?: string;
  title?: string;
  edition?: string;
  artist?: Credit[];
  audio?: string;
  isrc?: string;
  disc?: number;
  number?: number;
  territories?: string[];
  language?: string;
  explicit?: boolean;
  withheld?: boolean;
  ai?: NewTrack["ai"];
};

function withMetadata(command: Command): Command {
  return command
    .option("--edition <version>", 'its version, such as "Radio Edit"')
    .option("--artist <name[:role]>", "default: the release's artists; may be given several times", appendCredit)
    .option("--audio <asset_id>", "an asset from `segue upload`")
    .option("--isrc <isrc>", "default: assigned, if the organization has a prefix")
    .option("--disc <number>", "1 unless named", readCount)
    .option("--number <number>", "default: the next number of its disc", readCount)
    .option("--territories <codes>", "comma-separated; default: the release's", readList)
    .option("--language <tag>", "language of its lyrics, such as en or pt-BR")
    .option("--explicit <yes|no>", "whether it has explicit content", readYesNo)
    .option("--withheld <yes|no>", "whether stores offer it with the release only", readYesNo)
    .addOption(new Option("--ai <share>", "how much of it artificial intelligence made").choices(aiShares));
}

function bodyOf(options: Options): TrackChanges {
  return {
    title: options.title,
    version: options.edition,
    artists: options.artist,
    audio_asset_id: options.audio,
    isrc: options.isrc,
    disc_number: options.disc,
    track_number: options.number,
    territory: options.territories,
    language: options.language,
    explicit: options.explicit,
    withheld: options.withheld,
    ai: options.ai,
  };
}

function create(variables: Variables): Command {
  const command = new Command("create").description("add a track to a release");
  command
    .requiredOption("--release <release_id>", "which release")
    .requiredOption("--title <title>", "as shown in stores");
  withMetadata(command);
  examples(command, [
    `track create --release ${RELEASE_ID} --title "Rue Lepic" --audio ast_01k8z3v9qxe7p9a4m2c6t5w8rn`,
  ]);
  return command.action(async ({ release, title, ...options }: Options & { release: string; title: string }) => {
    const { client, output } = handsOf(variables, command, "organization");
    const made = await client.tracks.create({ ...(bodyOf(options) as NewTrack), release_id: release, title });
    output.resource(output.is_json ? made : creditLine(made));
  });
}

function update(variables: Variables): Command {
  const command = new Command("update").description("change a track").argument("<track_id>");
  command.option("--title <title>", "as shown in stores");
  withMetadata(command);
  examples(command, [`track update ${EXAMPLE_ID} --title "Rue Lepic" --explicit no`]);
  return command.action(async (track_id: string, options: Options) => {
    const { client, output } = handsOf(variables, command, "organization");
    const changed = await client.tracks.update(track_id, bodyOf(options));
    output.resource(output.is_json ? changed : creditLine(changed));
  });
}

function remove(variables: Variables): Command {
  const command = new Command("delete").description("remove a track from a draft").argument("<track_id>");
  examples(command, [`track delete ${EXAMPLE_ID}`]);
  return command.action(async (track_id: string) => {
    const { client, output } = handsOf(variables, command, "organization");
    await client.tracks.delete(track_id);
    output.done(`Deleted ${track_id}.`);
  });
}
