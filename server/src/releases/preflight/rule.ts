import type { ErrorCode } from "../../platform/errors.ts";
import type { Release } from "../release.ts";
import type {
  ArtistFacts,
  History,
  JudgedAudio,
  JudgedImage,
  PreflightSubject,
  Severity,
  StoreTerms,
  Threshold,
  TrackFacts,
} from "./subject.ts";

export type Thresholds = Readonly<Record<string, Threshold>>;

/** The facts that a rule looks at. */
export type Facts = PreflightSubject & { today: string; store?: StoreTerms | undefined };

export type Finding = { field: string; issue: string; suggestion?: string };

/** Findings one by one. An `undefined` after each track, title or name lets other requests run. */
export type RuleFindings = Iterable<Finding | undefined>;

/** A text for people and, for the test, the changes that turn a faultless release into this example. */
export type Example = { text: string; changes: SubjectChanges };
export type SubjectChanges = {
  release?: Partial<Release>;
  /** Laid over the first tracks, in order. */
  tracks?: readonly Partial<TrackFacts>[];
  /** Facts of the first track's file, and of the artwork's. */
  audio?: Partial<JudgedAudio>;
  image?: Partial<JudgedImage> & { size_bytes?: number };
  history?: Partial<History>;
  /** As one store sees it. */
  store?: Partial<StoreTerms>;
  is_live?: boolean;
};

export type RuleScope = "release" | "track" | "title" | "artist" | "artwork" | "audio";

type Description = {
  code: string;
  /** The severity in a store's `standard` requirements. For the network, only the conditions of submitting block. */
  standard: Severity;
  summary: string;
};

export type Rule = Description & {
  scope: RuleScope;
  thresholds: Thresholds;
  check: (facts: Facts, thresholds: Thresholds) => RuleFindings;
  examples: { passes: Example; fails: Example };
  /** The part of the asking store that its findings depend on, besides thresholds. Undefined: the findings are those of the network. */
  of_store?: ((store: StoreTerms) => object | undefined) | undefined;
  /** It tells what is wrong with the message to a store: it blocks there if the message has a fault with its code. */
  of_message?: true;
  /** A delivery to the store is refused for it, so it blocks there, whatever the store requires. */
  of_delivery?: true;
  /** It blocks at every store, whatever the store requires. */
  at_every_store?: true;
  /** The error code of the submit operation, if the rule is a condition of submitting. */
  refusal?: ErrorCode;
};

type Definition<Limits extends Thresholds, Checked, Result> = Description & {
  /** The network's; a store may set its own. */
  thresholds?: Limits;
  check: (checked: Checked, thresholds: Limits, facts: Facts) => Result;
};

/** A rule about the release as a whole; the examples are in words beside the changes. */
export function releaseRule<Limits extends Thresholds>(
  definition: Definition<Limits, Facts, RuleFindings> & {
    scope?: RuleScope;
    refusal?: ErrorCode;
    of_store?: Rule["of_store"];
    of_message?: true;
    of_delivery?: true;
    at_every_store?: true;
    examples: { passes: [string, SubjectChanges]; fails: [string, SubjectChanges] };
  },
): Rule {
  const { check, thresholds, examples, ...rest } = definition;
  return {
    scope: "release",
    ...rest,
    thresholds: thresholds ?? {},
    check: (facts, thresholds) => check(facts, thresholds as Limits, facts),
    examples: {
      passes: { text: examples.passes[0], changes: examples.passes[1] },
      fails: { text: examples.fails[0], changes: examples.fails[1] },
    },
  };
}

/** The release or the track that a title belongs to. */
export type Titled = {
  field: string;
  title: string;
  version: string | null;
  language: string | null;
  artists: readonly ArtistFacts[];
  /** The fields of `artists` begin with it; empty where the artists are the release's. */
  artists_field: string;
};

/** A rule's finding about one text. `field` is set only if it is not the usual one. */
export type Remark = Omit<Finding, "field"> & { field?: string };

/** A rule about every title, the release's and the tracks'; the examples are titles. */
export function titleRule<Limits extends Thresholds>(
  definition: Definition<Limits, Titled, Remark | undefined> & {
    examples: { passes: string | Example; fails: string | Example };
  },
): Rule {
  const { check, thresholds, examples, ...rest } = definition;
  const toExample = (example: string | Example) =>
    typeof example === "string" ? { text: example, changes: { release: { title: example } } } : example;
  return {
    ...rest,
    scope: "title",
    thresholds: thresholds ?? {},
    *check(facts, thresholds) {
      for (const titled of titlesOf(facts)) {
        const remark = proven(titled, (other) => check(other, thresholds as Limits, facts));
        yield placed(`${titled.field}title`, remark, titled.field);
      }
    },
    examples: { passes: toExample(examples.passes), fails: toExample(examples.fails) },
  };
}

/** A rule's finding about a title. A suggestion that breaks the rule itself is dropped, since odd titles have no good form. */
function proven(titled: Titled, check: (titled: Titled) => Remark | undefined): Remark | undefined {
  const remark = check(titled);
  if (remark?.suggestion === undefined || remark.field !== undefined) return remark;
  const { suggestion, ...rest } = remark;
  return suggestion.trim() === "" || check({ ...titled, title: suggestion }) ? rest : remark;
}

/** A rule about every artist of the release and of tracks that have their own; the examples are names. */
export function artistRule<Limits extends Thresholds>(
  definition: Definition<Limits, ArtistFacts, Remark | undefined> & {
    examples: { passes: string; fails: string };
  },
): Rule {
  const { check, thresholds, examples, ...rest } = definition;
  const toExample = (name: string) => ({
    text: name,
    changes: { release: { artists: [{ name, role: "main" as const }] } },
  });
  return {
    ...rest,
    scope: "artist",
    thresholds: thresholds ?? {},
    *check(facts, thresholds) {
      for (const { field, artist } of artistsOf(facts))
        yield placed(`${field}.name`, check(artist, thresholds as Limits, facts), `${field}.`);
    },
    examples: { passes: toExample(examples.passes), fails: toExample(examples.fails) },
  };
}

/** A rule about every track's audio that was read; the examples are facts that were read. */
export function audioRule<Limits extends Thresholds>(
  definition: Definition<Limits, JudgedAudio, string | undefined> & {
    examples: { passes: [string, Partial<JudgedAudio>]; fails: [string, Partial<JudgedAudio>] };
  },
): Rule {
  const { check, thresholds, examples, ...rest } = definition;
  const toExample = ([text, audio]: [string, Partial<JudgedAudio>]) => ({ text, changes: { audio } });
  return {
    ...rest,
    scope: "audio",
    thresholds: thresholds ?? {},
    check: (facts, thresholds) =>
      eachTrack(facts, ({ audio }, index) => {
        const issue = audio?.audio ? check(audio.audio, thresholds as Limits, facts) : undefined;
        return issue === undefined ? [] : [{ field: `tracks[${index}].audio_asset_id`, issue }];
      }),
    examples: { passes: toExample(examples.passes), fails: toExample(examples.fails) },
  };
}

type Image = JudgedImage & { size_bytes: number };

/** A rule about the artwork, once it was read; the examples are facts that were read. */
export function artworkRule<Limits extends Thresholds>(
  definition: Definition<Limits, Image, string | undefined> & {
    examples: { passes: [string, Partial<Image>]; fails: [string, Partial<Image>] };
  },
): Rule {
  const { check, thresholds, examples, ...rest } = definition;
  const toExample = ([text, image]: [string, Partial<Image>]) => ({ text, changes: { image } });
  return {
    ...rest,
    scope: "artwork",
    thresholds: thresholds ?? {},
    check: (facts, thresholds) => {
      const { artwork } = facts;
      if (!artwork?.image) return [];
      const image = { ...artwork.image, size_bytes: artwork.size_bytes };
      const issue = check(image, thresholds as Limits, facts);
      return issue === undefined ? [] : [{ field: "artwork_asset_id", issue }];
    },
    examples: { passes: toExample(examples.passes), fails: toExample(examples.fails) },
  };
}

/** A rule's findings about each track. It yields after each. */
export function* eachTrack(
  { tracks }: Pick<Facts, "tracks">,
  check: (track: TrackFacts, index: number) => readonly Finding[],
): Generator<Finding | undefined> {
  for (const [index, track] of tracks.entries()) {
    yield* check(track, index);
    yield undefined;
  }
}

function* titlesOf({ release, tracks }: Facts): Generator<Titled> {
  const { title, version, language, artists } = release;
  yield { field: "", title, version, language, artists, artists_field: "" };
  for (const [index, track] of tracks.entries())
    yield {
      field: `tracks[${index}].`,
      title: track.title,
      version: track.version,
      language: track.language ?? language,
      artists: track.artists ?? artists,
      artists_field: track.artists ? `tracks[${index}].` : "",
    };
}

/** Every list of artists that was given, with the beginning of its field. */
export function* artistListsOf({ release, tracks }: Facts): Generator<{
  field: string;
  artists: readonly ArtistFacts[];
}> {
  yield { field: "artists", artists: release.artists };
  for (const [index, { artists }] of tracks.entries())
    yield { field: `tracks[${index}].artists`, artists: artists ?? [] };
}

export function* artistsOf(facts: Facts): Generator<{ field: string; artist: ArtistFacts }> {
  for (const { field, artists } of artistListsOf(facts))
    for (const [index, artist] of artists.entries()) yield { field: `${field}[${index}]`, artist };
}

function placed(usual: string, remark: Remark | undefined, prefix: string): Finding | undefined {
  if (!remark) return undefined;
  const { field, ...rest } = remark;
  return { field: field === undefined ? usual : prefix + field, ...rest };
}
