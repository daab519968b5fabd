import { type Static, type TInteger, Type } from "typebox";
import type { EventType } from "../events/event.ts";
import { Territories } from "../organizations/organization.ts";
import { type Issue, problem } from "../platform/errors.ts";
import type { Deprecation } from "../platform/http/deprecation.ts";
import { GivenTimestamp, Id, Nullable, OneOf, Text, Timestamp } from "../platform/schema.ts";
import { foldText } from "../platform/search.ts";
import type { Transitions } from "../platform/state-machine.ts";
import { isCalendarDate } from "../standards/calendar-date.ts";
import { isEan, isUpc } from "../standards/identifier.ts";
import { type AiParts, type AiShare, aiShares } from "./ai.ts";
import { Artists } from "./artist.ts";
import { type StandingStatus, standingStatuses } from "./standing.ts";
import { Language, type Translation, Translations } from "./translation.ts";

export const releaseStatuses = ["draft", "submitted", "delivered", "rejected"] as const;

/** How a list of releases can be sorted. A minus turns the order around. */
export const releaseOrders = ["-created_at", "created_at", "release_date", "-release_date", "title", "-title"] as const;
export type ReleaseOrder = (typeof releaseOrders)[number];

/** `settle_…`: a release takes its status from its stores. */
export const releaseTransitions = {
  submit: { from: ["draft", "rejected"], to: "submitted", event: "release.status.changed" },
  review_reject: { from: ["submitted", "delivered"], to: "rejected", event: "release.status.changed" },
  withdraw: { from: ["submitted", "rejected"], to: "draft", event: "release.status.changed" },
  settle_submitted: { from: ["rejected", "delivered"], to: "submitted", event: "release.status.changed" },
  settle_delivered: { from: ["submitted", "rejected"], to: "delivered", event: "release.status.changed" },
  settle_rejected: { from: ["submitted", "delivered"], to: "rejected", event: "release.status.changed" },
} as const satisfies Transitions<(typeof releaseStatuses)[number], EventType>;

/** How the latest submission of a release stands. */
export const reviewStatuses = ["pending_review", "approved", "rejected", "withdrawn"] as const;

const CalendarDate = Type.String({
  rule: (text: string): Issue[] => (isCalendarDate(text) ? [] : [problem("", "must be a real date, YYYY-MM-DD")]),
  examples: ["2027-03-01"],
});

const Line = Text({ maxLength: 500 });

const required = {
  title: Text({ maxLength: 500, description: "As shown in stores.", examples: ["Midnight in Paris"] }),
  artists: Artists,
  release_date: CalendarDate,
};

const Label = Text({ maxLength: 500, description: "Shown on storefronts.", examples: ["Nightjar"] });
const Upc = Type.String({
  rule: (text: string): Issue[] => (isUpc(text) ? [] : [problem("", "must be 12 digits with a correct check digit")]),
  examples: ["036000291452"],
});

const Ean = Type.String({
  rule: (text: string): Issue[] => (isEan(text) ? [] : [problem("", "must be 13 digits with a correct check digit")]),
  description: "An EAN or other GTIN-13. Stores then know the release by it, and not by its UPC.",
  examples: ["4006381333931"],
});

const optional = {
  version: Nullable(Text({ maxLength: 500, examples: ["Deluxe Edition"] })),
  type: Nullable(OneOf(["single", "ep", "album", "compilation"], { description: "Taken from the tracks unless set." })),
  original_release_date: Nullable(CalendarDate),
  genre: Nullable(Text({ maxLength: 200, examples: ["Electronic"] })),
  language: Nullable(Language),
  p_line: Nullable(Line),
  c_line: Nullable(Line),
  ean: Nullable(Ean),
  catalog_number: Nullable(Text({ maxLength: 100, description: "The label's own number.", examples: ["NJ-042"] })),
  subgenre: Nullable(
    Text({ maxLength: 200, description: "Only beside a `genre`, which it is a part of.", examples: ["Techno"] }),
  ),
  translations: Nullable(Translations),
};

const ArtworkAi = OneOf(aiShares, {
  default: "none",
  description: "How much of the artwork artificial intelligence made.",
});

/** A genre of stores has subgenres; none of these stands alone. */
export function subgenreIssues({ genre, subgenre }: Pick<Release, "genre" | "subgenre">): Issue[] {
  return subgenre !== null && genre === null ? [problem("subgenre", "needs a genre, which it is a part of")] : [];
}

const GivenStart = Nullable(
  Type.String({
    ...GivenTimestamp({
      description:
        "When stores may offer it; in UTC on its `release_date` or a day beside it. Without it: at midnight of that date, by the time of each territory.",
    }),
    examples: ["2027-03-01T05:00:00Z"],
  }),
);

const DAY_MS = 86_400_000;

/** The first moment of a release is on its date in UTC, or a day beside it: some territories are a day ahead or behind. */
export function startIssues(
  field: "start_at" | "release_date",
  { start_at, release_date }: Pick<Release, "start_at" | "release_date">,
): Issue[] {
  if (start_at === null) return [];
  const apart_ms = Date.parse(start_at.slice(0, 10)) - Date.parse(release_date);
  if (Math.abs(apart_ms) <= DAY_MS) return [];
  const issue =
    field === "start_at"
      ? `must be on ${release_date} in UTC, or a day beside it`
      : `is more than a day away from start_at, ${start_at}; change both`;
  return [problem(field, issue)];
}

/** As it is kept: in UTC. */
export function startInUtc(start_at: string | null | undefined): string | null {
  return start_at ? new Date(start_at).toISOString() : null;
}

export const Release = Type.Object(
  {
    id: Id("rel"),
    ...required,
    ...optional,
    start_at: Nullable(Timestamp),
    label: Label,
    upc: Upc,
    territories: Territories,
    explicit: Type.Boolean(),
    artwork_asset_id: Nullable(Id("ast")),
    artwork_ai: ArtworkAi,
    status: OneOf(releaseStatuses),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "Release" },
);
export type Release = Static<typeof Release>;

/** As lists show it: with what a row of a table needs. */
export const ListedRelease = Type.Object(
  {
    ...Release.properties,
    artwork: Nullable(
      Type.Object(
        {
          thumbnail_url: Type.String({
            description: "A small JPEG, for ten minutes or more.",
            examples: ["https://api.example.com/v1/thumbnails/Ae1x0…"],
          }),
        },
        { description: "Null without artwork." },
      ),
    ),
    at_stores: Nullable(
      Type.Object(
        {
          total: Type.Integer({
            description: "Stores that were meant to get it, without those where that was cancelled.",
          }),
          live: Type.Integer({ description: "Stores that have it, also while an update is under way or was refused." }),
          statuses: Type.Object(
            Object.fromEntries(standingStatuses.map((status) => [status, Type.Integer()])) as Record<
              StandingStatus,
              TInteger
            >,
            { description: "How many stores stand where." },
          ),
        },
        {
          title: "AtStores",
          description: "Null for a release that was never delivered, and for a key without `deliveries:read`.",
        },
      ),
    ),
  },
  { title: "ListedRelease" },
);

/** The warning on a track. `clean`: an edited version of an explicit track. */
export const advisories = ["none", "explicit", "clean"] as const;

/** A track as messages to stores have it. */
export type ContentTrack = {
  id: string;
  title: string;
  version: string | null;
  artists: Release["artists"] | null;
  contributors: readonly { name: string; role: string; isni?: string | null }[] | null;
  isrc: string | null;
  disc_number: number;
  track_number: number;
  territory: readonly string[] | null;
  explicit: boolean;
  language: string | null;
  audio_asset_id: string | null;
  duration_ms: number | null;
  withheld: boolean;
  ai: AiShare;
  ai_parts: AiParts | null;
  /** Null: the release's. */
  p_line: string | null;
  advisory: (typeof advisories)[number];
  is_instrumental: boolean;
  is_cover: boolean;
  recording_year: number | null;
  recording_country: string | null;
  /** With its signs: `T-034.524.680-1`. */
  iswc: string | null;
  /** `ipi`: eleven digits. */
  publishers: readonly { name: string; ipi?: string | null }[] | null;
  work: string | null;
  movement_number: number | null;
  movement_title: string | null;
  translations: readonly Translation[] | null;
  lyrics: string | null;
  lyrics_synced: string | null;
  instant_gratification: boolean;
};

export const NewRelease = Type.Object(
  {
    ...required,
    ...Type.Partial(Type.Object(optional)).properties,
    start_at: Type.Optional(GivenStart),
    label: Type.Optional(Nullable(Type.String({ ...Label, description: "Without it, the organization's." }))),
    upc: Type.Optional(
      Nullable(Type.String({ ...Upc, description: "Without it, one is assigned from the organization's ranges." })),
    ),
    territories: Type.Optional(Type.Array(Type.String(), { ...Territories, default: ["WORLD"] })),
    explicit: Type.Optional(Type.Boolean({ default: false })),
    artwork_ai: Type.Optional(ArtworkAi),
  },
  { title: "NewRelease", additionalProperties: false },
);
export type NewRelease = Static<typeof NewRelease>;

export const ReleaseChanges = Type.Partial(
  Type.Object({
    ...required,
    ...optional,
    start_at: GivenStart,
    label: Label,
    upc: Upc,
    territories: Territories,
    explicit: Type.Boolean(),
    artwork_asset_id: Nullable(
      Type.String({
        maxLength: 100,
        description: "A `ready` artwork asset.",
        examples: ["ast_01k8z3v9qxe7p9a4m2c6t5w8rn"],
      }),
    ),
    artwork_ai: ArtworkAi,
    status: Type.String({
      maxLength: 100,
      deprecated: true,
      description: "Use `POST /v1/releases/{release_id}/submit` instead.",
    }),
  }),
  { title: "ReleaseChanges", additionalProperties: false },
);
export type ReleaseChanges = Static<typeof ReleaseChanges>;

export const statusOnPatch: Deprecation = {
  feature: "Setting `status` through PATCH /v1/releases/{release_id}",
  announced: "2024-04-15",
  sunset: "2024-09-01",
  instead: "use POST /v1/releases/{release_id}/submit",
};

/** The text that `q` searches, in the same case and Unicode form as the query. */
export function searchText(release: Pick<Release, "title" | "version" | "artists" | "label" | "upc">): string {
  const names = release.artists.map(({ name }) => name);
  return foldText([release.title, release.version ?? "", ...names, release.label, release.upc].join("\n"));
}
