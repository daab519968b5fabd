// The metadata of a release as options, for creating one and for changing one.

import type { NewRelease, ReleaseChanges } from "@segue/sdk";
import { type Command, InvalidArgumentError, Option } from "commander";
import { readList } from "../command.ts";
import { appendCredit, type Credit } from "./credit.ts";

export type ReleaseOptions = {
  title?: string;
  edition?: string;
  artist?: Credit[];
  date?: string;
  originalDate?: string;
  startAt?: string;
  ean?: string;
  catalogNumber?: string;
  type?: NewRelease["type"];
  label?: string;
  upc?: string;
  territories?: string[];
  genre?: string;
  language?: string;
  pLine?: string;
  cLine?: string;
  explicit?: boolean;
  artwork?: string;
};

/** Options that a new release needs are `required` there. */
export function withMetadata(command: Command, { is_new }: { is_new: boolean }): Command {
  const add = (flags: string, description: string, read?: typeof appendCredit) => {
    const option = new Option(flags, description).makeOptionMandatory(is_new);
    command.addOption(read ? option.argParser(read) : option);
  };
  add("--title <title>", "as shown in stores");
  add("--artist <name[:role]>", "default role: main; may be given several times", appendCredit);
  add("--date <date>", "release date, YYYY-MM-DD");
  return (
    command
      // `--version` is the program's own.
      .option("--edition <version>", 'its version, such as "Deluxe Edition"')
      .option("--original-date <date>", "date of its first release")
      .option("--start-at <time>", "when stores may offer it, such as 2027-03-01T05:00:00Z")
      .addOption(new Option("--type <type>", "default: taken from the tracks").choices(types))
      .option("--label <label>", "default: the organization's")
      .option("--upc <upc>", "12 digits; default: assigned")
      .option("--ean <ean>", "13 digits, if stores are to know it by an EAN")
      .option("--catalog-number <number>", "the label's own number")
      .option("--territories <codes>", "with commas; WORLD unless named", readList)
      .option("--genre <genre>", "its genre")
      .option("--language <tag>", "language of its titles, such as en or pt-BR")
      .option("--p-line <line>", "who owns the recordings, with the year")
      .option("--c-line <line>", "who owns the artwork and texts, with the year")
      .option("--explicit [yes|no]", "whether it has explicit content", readYesNo)
  );
}

const types = ["single", "ep", "album", "compilation"];

export function bodyOf(options: ReleaseOptions): ReleaseChanges {
  const { title, type, label, upc, territories, genre, language, explicit } = options;
  return {
    title,
    type,
    label,
    upc,
    territories,
    genre,
    language,
    explicit,
    version: options.edition,
    artists: options.artist,
    release_date: options.date,
    original_release_date: options.originalDate,
    start_at: options.startAt,
    ean: options.ean,
    catalog_number: options.catalogNumber,
    p_line: options.pLine,
    c_line: options.cLine,
    artwork_asset_id: options.artwork,
  };
}

export function readYesNo(text: string): boolean {
  if (text === "yes") return true;
  if (text === "no") return false;
  throw new InvalidArgumentError("It must be yes or no.");
}
