import { type Static, Type } from "typebox";
import { territoryIssues } from "../organizations/organization.ts";
import { type Issue, problem } from "../platform/errors.ts";
import { Id, Nullable, Text, Timestamp } from "../platform/schema.ts";
import { type AiParts, aiOfParts } from "../releases/ai.ts";
import { Artists, Isni } from "../releases/artist.ts";
import { Language } from "../releases/translation.ts";
import { parseIsrc } from "../standards/identifier.ts";
import { WORLD, withWorldAs } from "../standards/territory.ts";
import { alwaysOfRecording, optionalOfRecording } from "./recording.ts";

export const MAX_BULK = 200;
/** More than any real release has: what reads a release with its tracks can count on it. */
export const MAX_TRACKS = 1_000;
export const MAX_TRACK_NUMBER = 10_000;
export const MAX_ARTISTS = 50;
export const MAX_CONTRIBUTORS = 200;
const MAX_DISC_NUMBER = 100;

/** The statuses of a release in which its tracks may come, go and change their audio. */
export const openStatuses: readonly string[] = ["draft", "rejected"];

const Contributor = Type.Object(
  {
    name: Text({ maxLength: 500, examples: ["Ola Berg"] }),
    role: Text({ maxLength: 100, description: "In your own words.", examples: ["Mixing engineer"] }),
    isni: Type.Optional(Nullable(Isni)),
  },
  { title: "Contributor", additionalProperties: false },
);

const Isrc = Type.String({
  rule: (text: string): Issue[] =>
    parseIsrc(text)
      ? []
      : [problem("", "must be an ISRC: CC-XXX-YY-NNNNN, with or without hyphens", "invalid_isrc_format")],
  examples: ["QZ-ABC-26-00001"],
});

const territories = { minItems: 1, maxItems: 250, uniqueItems: true, examples: [["DE", "FR"]] };
const aboutTerritory =
  "ISO 3166-1 alpha-2 codes inside the release's `territories`. Without it, the track follows the release's territories.";

/** One code may be written as such. */
const TerritoryGiven = Type.Unsafe<string | string[] | null>({
  ...territories,
  type: ["string", "array", "null"],
  items: { type: "string" },
  rule: (given: string | unknown[]): Issue[] =>
    typeof given === "string"
      ? territoryIssues([given]).map((issue) => ({ ...issue, field: "" }))
      : territoryIssues(given),
  description: `${aboutTerritory} One code may stand without an array.`,
});

const Withheld = Type.Boolean({
  default: false,
  description: "It is on the release, and stores do not offer it by itself.",
});

const Title = Text({ maxLength: 500, description: "As shown in stores.", examples: ["Rue Lepic"] });
const DiscNumber = Type.Integer({ minimum: 1, maximum: MAX_DISC_NUMBER, examples: [1] });
const TrackNumber = Type.Integer({ minimum: 1, maximum: MAX_TRACK_NUMBER, examples: [1] });
const ReleaseId = Id("rel", { maxLength: 100 });

const optional = {
  version: Nullable(Text({ maxLength: 500, examples: ["Radio Edit"] })),
  artists: Nullable(
    Type.Array(Artists.items, { ...Artists, maxItems: MAX_ARTISTS, description: "Without them, the release's." }),
  ),
  contributors: Nullable(
    Type.Array(Contributor, {
      maxItems: MAX_CONTRIBUTORS,
      description: "Other people to credit: composers, lyricists, producers.",
    }),
  ),
  isrc: Nullable(Isrc),
  language: Nullable(Language),
  ...optionalOfRecording,
  audio_asset_id: Nullable(
    Id("ast", { maxLength: 100, description: "An audio asset; it must be `ready` when the release is submitted." }),
  ),
};

export const Track = Type.Object(
  {
    id: Id("trk"),
    release_id: ReleaseId,
    title: Title,
    ...optional,
    disc_number: DiscNumber,
    track_number: TrackNumber,
    territory: Type.Array(Type.String(), { ...territories, description: aboutTerritory }),
    explicit: Type.Boolean(),
    withheld: Withheld,
    ...alwaysOfRecording,
    duration_ms: Nullable(
      Type.Integer({
        minimum: 0,
        description: "The duration of the audio. Null until the audio is ready.",
        examples: [214_000],
      }),
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "Track" },
);
export type Track = Static<typeof Track>;

/** As it is kept: `territory` null is the release's, and the duration is the asset's. */
export type TrackRow = Omit<Track, "territory" | "duration_ms"> & { territory: string[] | null };

/** The metadata of a track: the client's own words, without lyrics, which have their own limits. */
export function trackMetadata(track: Partial<TrackRow>): object {
  const { id, release_id, isrc, lyrics, lyrics_synced, audio_asset_id, created_at, updated_at, ...metadata } = track;
  return metadata;
}

export const NewTrack = Type.Object(
  {
    release_id: ReleaseId,
    title: Title,
    ...Type.Partial(Type.Object(optional)).properties,
    isrc: Type.Optional(
      Nullable(
        Type.String({ ...Isrc, description: "Without it, one is assigned if the organization has an `isrc_prefix`." }),
      ),
    ),
    disc_number: Type.Optional(Nullable(Type.Integer({ ...DiscNumber, default: 1 }))),
    track_number: Type.Optional(
      Nullable(Type.Integer({ ...TrackNumber, description: "Without it, the track comes last on its disc." })),
    ),
    territory: Type.Optional(TerritoryGiven),
    explicit: Type.Optional(Type.Boolean({ default: false })),
    withheld: Type.Optional(Withheld),
    ...Type.Partial(Type.Object(alwaysOfRecording)).properties,
  },
  { title: "NewTrack", additionalProperties: false, rule: disagreements },
);
export type NewTrack = Static<typeof NewTrack>;

export const NewTracks = Type.Object(
  { tracks: Type.Array(NewTrack, { minItems: 1, maxItems: MAX_BULK, rule: sharedNumberIssues }) },
  { title: "NewTracks", additionalProperties: false },
);

export const TrackChanges = Type.Partial(
  Type.Object({
    title: Title,
    ...optional,
    disc_number: DiscNumber,
    track_number: TrackNumber,
    territory: TerritoryGiven,
    explicit: Type.Boolean(),
    withheld: Withheld,
    ...alwaysOfRecording,
  }),
  { title: "TrackChanges", additionalProperties: false, rule: disagreements },
);
export type TrackChanges = Static<typeof TrackChanges>;

/** Two fields of a request that say different things. Other rules report values of the wrong type. */
function disagreements({ advisory, explicit, ai, ai_parts }: Record<string, unknown>): Issue[] {
  const issues: Issue[] = [];
  if (advisory !== undefined && explicit !== undefined && explicit !== (advisory === "explicit"))
    issues.push(problem("advisory", contradiction("explicit")));
  const isWhole = typeof ai_parts === "object" && ai_parts !== null;
  if (ai !== undefined && isWhole && aiOfParts(ai_parts as AiParts) !== ai)
    issues.push(problem("ai", contradiction("ai_parts")));
  return issues;
}

function contradiction(other: string): string {
  return `contradicts ${other}; send only one of them`;
}

export const ReplacedAudio = Type.Object(
  {
    audio_asset_id: Text({
      maxLength: 100,
      description: "The other audio: an asset of yours that is ready.",
      examples: ["ast_01k8z3v9qxe7p9a4m2c6t5w8rn"],
    }),
    keeps_isrc: Type.Literal(true, {
      description:
        "Says that it is the same recording, such as a corrected master. Another recording is a new track with its own ISRC.",
      examples: [true],
    }),
  },
  { title: "ReplacedAudio", additionalProperties: false },
);
export type ReplacedAudio = Static<typeof ReplacedAudio>;

/** A place on a release, as text that can be compared. */
export function placeOf(release_id: string, disc_number: number, track_number: number): string {
  return `${release_id} ${disc_number} ${track_number}`;
}

/** Two tracks of one request in one place: the later one is wrong. Other rules report values of the wrong type. */
function sharedNumberIssues(tracks: readonly unknown[]): Issue[] {
  const first = new Map<string, number>();
  return tracks.flatMap((track, index): Issue[] => {
    const { release_id, disc_number, track_number } = (track ?? {}) as Record<string, unknown>;
    const disc = disc_number ?? 1;
    if (typeof release_id !== "string" || typeof disc !== "number" || typeof track_number !== "number") return [];
    const place = placeOf(release_id, disc, track_number);
    const other = first.get(place);
    if (other === undefined) {
      first.set(place, index);
      return [];
    }
    const issue = `is also the number of tracks[${other}] on the same disc`;
    return [problem(`[${index}].track_number`, issue)];
  });
}

/** As it is kept. */
export function asArray(territory: string | string[] | null | undefined): string[] | null {
  return territory ? withWorldAs(WORLD, [territory].flat()) : null;
}

/** Codes that the release does not have or the organization holds no licence for. */
export function outsideIssues(
  given: string | string[] | null | undefined,
  release: readonly string[],
  licensed: readonly string[],
): Issue[] {
  const codes = asArray(given);
  if (codes === null) return [];
  const [inRelease, isLicensed] = [membership(release), membership(licensed)];
  return codes.flatMap((code, index): Issue[] => {
    const field = typeof given === "string" ? "territory" : `territory[${index}]`;
    const refuse = (issue: string): Issue[] => [problem(field, `${issue}: ${code}`, "territory_not_supported")];
    if (!inRelease(code)) return refuse("names a territory that the release does not have");
    return code === WORLD || isLicensed(code) ? [] : refuse("names a territory that is not licensed to you");
  });
}

function membership(territories: readonly string[]): (code: string) => boolean {
  const held = new Set(territories);
  return (code) => held.has(WORLD) || held.has(code);
}

type Numbered = Pick<NewTrack, "release_id" | "disc_number" | "track_number">;

/**
 * The number of each track: its own, or the one after the last of its disc so far, passing over those that others of
 * the request have named. `last` holds the last number of each disc, by `placeOf(release_id, disc_number, 0)`.
 */
export function numberTracks(given: readonly Numbered[], last: ReadonlyMap<string, number>): number[] {
  const ends = new Map(last);
  const named = new Set(
    given.map(({ release_id, disc_number, track_number }) => placeOf(release_id, disc_number ?? 1, track_number ?? 0)),
  );
  return given.map(({ release_id, disc_number, track_number }) => {
    const disc = disc_number ?? 1;
    const end = ends.get(placeOf(release_id, disc, 0)) ?? 0;
    let number = track_number ?? end + 1;
    while (!track_number && named.has(placeOf(release_id, disc, number))) number++;
    ends.set(placeOf(release_id, disc, 0), Math.max(end, number));
    return number;
  });
}
