// The columns of a CSV about a recording: what stores ask for besides title and credits.

import { advisories, aiShares } from "@segue/sdk";
import { type AiPartShares, isAiShare, noAi } from "../commands/ai-part.ts";
import { readContributors } from "../commands/contributor.ts";
import { readPublishers } from "../commands/publisher.ts";
import { given } from "../invocation.ts";
import type { PlannedTrack } from "./plan.ts";

const share = `${aiShares.slice(0, -1).join(", ")} or ${aiShares.at(-1)}`;

export const recordingColumns = {
  contributors: "`Ola Berg:Mixing engineer; Ana Ruiz:Composer`, each with its role in your own words",
  track_territories: "codes separated by spaces; default: the release's",
  explicit: "yes or no",
  advisory: `${advisories.slice(0, -1).join(", ")} or ${advisories.at(-1)}; may stand in place of explicit`,
  track_p_line: "who owns this recording, with the year; default: the release's",
  is_instrumental: "yes: it has no vocals; default: no",
  is_cover: "yes: another artist recorded the composition first; default: no",
  recording_year: "year in which it was recorded",
  recording_country: "where it was recorded, such as FR",
  iswc: "code of the composition, such as T-034.524.680-1",
  publishers: "`Owl Songs:00014107338; Moss Music`, each with its IPI name number or without",
  work: "work that a movement is a part of, for classical music",
  movement_number: "its place in the work",
  movement_title: "its own name in the work",
  withheld: "yes: stores offer the track with the release only; default: no",
  instant_gratification: "yes: buyers of a pre-order get the track at once; default: no",
  ai: `how much of the track artificial intelligence made: ${share}; default: none`,
  ai_vocals: `the same of its vocals: ${share}; if one of these columns is filled, the others are none`,
  ai_instruments: "the same of its instruments",
  ai_lyrics: "the same of its lyrics",
  ai_composition: "the same of its composition",
  ai_post_production: "the same of its mixing and mastering",
} as const;

type RecordingColumn = keyof typeof recordingColumns;
type Fields = Partial<Record<RecordingColumn, string>>;
type Refuse = (issue: string) => void;

/** The fields of a track that a row fills. Values that cannot be read are refused here, others by `planProblems` or the service. */
export function readRecordingColumns(fields: Fields, refuse: Refuse): Omit<PlannedTrack["body"], "title"> {
  const { track_p_line: p_line, recording_country, iswc, work, movement_title } = fields;
  const yes = (column: YesColumn) => readYes(column, fields[column], refuse);
  const number = (column: "recording_year" | "movement_number") => readNumber(column, fields[column], refuse);
  return given({
    contributors: readCredited(fields.contributors, refuse),
    territory: fields.track_territories?.split(/[\s,;|]+/),
    explicit: yes("explicit"),
    advisory: readWord("advisory", fields.advisory, { words: advisories, refuse }),
    p_line,
    is_instrumental: yes("is_instrumental"),
    is_cover: yes("is_cover"),
    recording_year: number("recording_year"),
    recording_country: recording_country?.toUpperCase(),
    iswc,
    publishers: fields.publishers === undefined ? undefined : readPublishers(fields.publishers),
    work,
    movement_number: number("movement_number"),
    movement_title,
    withheld: yes("withheld"),
    instant_gratification: yes("instant_gratification"),
    ai: readWord("ai", fields.ai, { words: aiShares, refuse }),
    ai_parts: readParts(fields, refuse),
  });
}

function readCredited(text: string | undefined, refuse: Refuse): PlannedTrack["body"]["contributors"] {
  if (text === undefined) return undefined;
  const read = readContributors(text);
  if (read === undefined)
    refuse(`contributors must each be a name and a role, Ola Berg:Mixing engineer, not "${text}"`);
  return read;
}

type YesColumn = "explicit" | "withheld" | "is_instrumental" | "is_cover" | "instant_gratification";

export function readYes(
  column: YesColumn | "release_explicit",
  text: string | undefined,
  refuse: Refuse,
): boolean | undefined {
  if (text === undefined) return undefined;
  const isYes = /^(yes|true|1)$/i.test(text) || text.toLowerCase() === column;
  if (!isYes && !/^(no|false|0|clean)$/i.test(text)) refuse(`${column} must be yes or no, not "${text}"`);
  return isYes;
}

function readNumber(column: RecordingColumn, text: string | undefined, refuse: Refuse): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,3}$/.test(text)) refuse(`${column} must be a whole number from 1, not "${text}"`);
  return Number(text);
}

function readWord<Word extends string>(
  column: RecordingColumn,
  text: string | undefined,
  { words, refuse }: { words: readonly Word[]; refuse: Refuse },
): Word | undefined {
  if (text === undefined) return undefined;
  const word = words.find((known) => known === text.toLowerCase());
  if (word === undefined)
    refuse(`${column} must be ${words.slice(0, -1).join(", ")} or ${words.at(-1)}, not "${text}"`);
  return word;
}

function readParts(fields: Fields, refuse: Refuse): AiPartShares | undefined {
  const names = Object.keys(noAi) as (keyof AiPartShares)[];
  if (names.every((name) => fields[`ai_${name}`] === undefined)) return undefined;
  const parts = { ...noAi };
  for (const name of names) {
    const text = fields[`ai_${name}`]?.toLowerCase() ?? "none";
    if (isAiShare(text)) parts[name] = text;
    else refuse(`ai_${name} must be ${share}, not "${text}"`);
  }
  return parts;
}
