// The content of ERN messages as values: the same for every version, for messages that we write and that we read. A
// reader keeps the order of the elements, so that the place of a value in its list gives its path in the document.
// Codes of DDEX's allowed values are kept as they are written there; a value that has no code is `user_defined`.

export const ernVersions = ["4.3.2", "4.3", "3.8.3"] as const;
/** A version that we write. */
export type ErnVersion = (typeof ernVersions)[number];
/** ERN 3 is written in another form. */
export type Ern4Version = Exclude<ErnVersion, "3.8.3">;

export const controlTypes = ["LiveMessage", "TestMessage"] as const;
export type ControlType = (typeof controlTypes)[number];

/** `party_id`: a DDEX Party Identifier (DPID). */
export type MessagingParty = { party_id: string; party_name: string | null };

export type MessageHeader = {
  message_id: string;
  sender: MessagingParty;
  sent_on_behalf_of: MessagingParty | null;
  recipients: readonly MessagingParty[];
  /** As it is written: RFC 3339. */
  created_at: string;
  control_type: ControlType | null;
  /** In ERN 3.8 alone: whether the recipient gets the release for the first time. */
  update_indicator: UpdateIndicator | null;
};

export const updateIndicators = ["OriginalMessage", "UpdateMessage"] as const;
type UpdateIndicator = (typeof updateIndicators)[number];

export type ProprietaryId = { namespace: string; value: string };

/** A code, or `UserDefined` with the value in the sender's own words. */
export type Code = { value: string; user_defined: ProprietaryId | null };

/** A name in another language or script than the message's own. `language`: as LanguageAndScriptCode has it. */
export type TranslatedName = { language: string; name: string };

/** A person or organization. Other elements name it by `reference` (`P1`). `ipi`: an IPI name number of 11 digits. */
export type Party = {
  reference: string;
  name: string | null;
  translated_names: readonly TranslatedName[];
  isni: string | null;
  dpid: string | null;
  ipi: string | null;
  proprietary_ids: readonly ProprietaryId[];
};

/** `text`: how it is shown. `title` and `sub_title`: its parts. */
export type DisplayTitle = { text: string; title: string; sub_title: string | null };

export type TranslatedTitle = DisplayTitle & { language: string };

/** How a work is called in full. `sub_title`: the part of it, such as its movement. */
export type FormalTitle = { title: string; sub_title: string | null };

/** The titles and the artists' name in other languages and scripts, and the full title of classical music. */
export type OtherNames = {
  translated_titles: readonly TranslatedTitle[];
  formal_title: FormalTitle | null;
  translated_artist_names: readonly TranslatedName[];
};

/** `role`: `MainArtist`, `FeaturedArtist`, or `Artist` with what the artist does in `artistic_roles`. */
export type DisplayArtist = {
  party_reference: string;
  sequence_number: number | null;
  role: string;
  artistic_roles: readonly Code[];
};

/**
 * Either a party, or one that is none: `special` is `GenerativeAI` and others. `ai`: how much of the party's own
 * contribution artificial intelligence made.
 */
export type Contributor = {
  party_reference: string | null;
  special: string | null;
  sequence_number: number | null;
  roles: readonly Code[];
  ai: ContainsAi;
};

export const GENERATIVE_AI = "GenerativeAI";

/** The year and the text of a P-line or a C-line. */
export type RightsLine = { year: string | null; text: string };

/** `uri`: relative to the message's own place. */
export type ErnFile = {
  uri: string;
  hash: { algorithm: string; value: string } | null;
  size_bytes: number | null;
  /** False where the recipient has it from an earlier message. */
  is_provided: boolean;
};

/** The hundreds of a rate are kept: 44.1 kHz is 44,100. */
export type AudioFile = ErnFile & {
  codec: Code | null;
  channels: number | null;
  sampling_rate: number | null;
  bits_per_sample: number | null;
};

export type ImageFile = ErnFile & { codec: Code | null; width: number | null; height: number | null };

export type TextFile = ErnFile & { codec: Code | null };

/** `None`, `Partly` or `All`; null where nothing is said. */
export type ContainsAi = "None" | "Partly" | "All" | null;

export type SoundRecording = OtherNames & {
  reference: string;
  isrc: string | null;
  proprietary_ids: readonly ProprietaryId[];
  title: DisplayTitle;
  display_artist_name: string;
  display_artists: readonly DisplayArtist[];
  contributors: readonly Contributor[];
  duration_ms: number | null;
  p_line: RightsLine | null;
  /** Without signs: `T0345246801`. */
  iswc: string | null;
  /** Where and in which year it was recorded. */
  recording_year: string | null;
  recording_country: string | null;
  /** `Explicit`, `NotExplicit`, `ExplicitContentEdited` and others. */
  parental_warning: string | null;
  language: string | null;
  contains_ai: ContainsAi;
  is_instrumental: boolean;
  is_cover: boolean;
  /** It is a part of a work, in a group of the type `MultiWorkPart`. */
  is_work_part: boolean;
  file: AudioFile | null;
};

/** `type`: `FrontCoverImage` and others. */
export type Image = {
  reference: string;
  type: string;
  proprietary_ids: readonly ProprietaryId[];
  parental_warning: string | null;
  contains_ai: ContainsAi;
  file: ImageFile | null;
};

/** `type`: `LyricText` and others. `language`: that of the text. */
export type TextResource = {
  reference: string;
  type: string;
  proprietary_ids: readonly ProprietaryId[];
  language: string | null;
  file: TextFile | null;
};

/** `lyrics`: the references of the texts that are its lyrics. */
type GroupItem = { sequence_number: number | null; resource_reference: string; lyrics: readonly string[] };

/**
 * The tracks in their order. `type` is null for the group of the release itself; a disc is a `Component` in it, and a work of
 * several tracks a `MultiWorkPart` in that.
 */
export type ResourceGroup = {
  type: string | null;
  title: DisplayTitle | null;
  formal_title: FormalTitle | null;
  sequence_number: number | null;
  groups: readonly ResourceGroup[];
  items: readonly GroupItem[];
  /** The references of resources that belong to the group without a place in its order, such as the cover. */
  linked: readonly string[];
};

export type ErnReleaseId = {
  grid: string | null;
  icpn: string | null;
  catalog_number: ProprietaryId | null;
  proprietary_ids: readonly ProprietaryId[];
  /** A track release that was received in ERN 3 may have it. */
  isrc?: string;
};

export type ErnRelease = OtherNames & {
  reference: string;
  types: readonly Code[];
  release_id: ErnReleaseId;
  title: DisplayTitle;
  display_artist_name: string;
  display_artists: readonly DisplayArtist[];
  label_references: readonly string[];
  p_line: RightsLine | null;
  c_line: RightsLine | null;
  duration_ms: number | null;
  genre: string | null;
  sub_genre: string | null;
  release_date: string | null;
  original_release_date: string | null;
  /** When it may be shown: references to `visibilities`. */
  visibility_references: readonly string[];
  parental_warning: string | null;
  compilation: "single_artist" | "multi_artist" | null;
  contains_ai: ContainsAi;
  group: ResourceGroup;
  /** ERN 3 lists the resources of a release beside their groups. These are not in the message. */
  missing_references?: readonly string[];
};

/** One resource offered by itself. `title` is null where it is that of the resource. */
export type TrackRelease = {
  reference: string;
  release_id: ErnReleaseId;
  title: DisplayTitle | null;
  resource_reference: string;
  label_references: readonly string[];
  genre: string | null;
  sub_genre: string | null;
};

/**
 * Terms for a recipient: uses, territories and time. `start`, `end`: a date, or a time with or without a zone, as
 * written.
 */
export type Deal = {
  territories: readonly string[];
  excluded_territories: readonly string[];
  start: string | null;
  end: string | null;
  commercial_models: readonly string[];
  use_types: readonly string[];
  rights_claim_policy: string | null;
  price: DealPrice | null;
  is_pre_order: boolean;
  /** The references of the resources that buyers of a pre-order get at once. */
  instant_gratification: readonly string[];
  /** In ERN 3.8 alone: the release is taken down. */
  is_takedown: boolean;
};

/** A price by its code at the recipient. `type`: `PreOrderPrice` and others. */
export type DealPrice = { code: string; namespace: string; type: string | null };

/** When a release may be shown before it can be had: dates, or times with or without a zone, as written. Null: it is not said. */
export type ReleaseVisibility = {
  reference: string;
  territories: readonly string[];
  excluded_territories: readonly string[];
  release_display_start: string | null;
  cover_art_preview_start: string | null;
  track_listing_preview_start: string | null;
  clip_preview_start: string | null;
};

export type ReleaseDeal = { release_references: readonly string[]; deals: readonly Deal[] };

/** `language`: that of the texts, as LanguageAndScriptCode has it. */
export type NewReleaseMessage = NewReleaseContent & { header: MessageHeader };

/** All but the header, which differs from store to store. */
export type NewReleaseContent = {
  language: string;
  /** `Classical`, where works of several tracks have groups of their own. */
  profile_variant: string | null;
  parties: readonly Party[];
  recordings: readonly SoundRecording[];
  images: readonly Image[];
  texts: readonly TextResource[];
  releases: readonly ErnRelease[];
  track_releases: readonly TrackRelease[];
  /** Empty: the release is taken down. */
  deals: readonly ReleaseDeal[];
  visibilities: readonly ReleaseVisibility[];
};

export type PurgeReleaseMessage = {
  header: MessageHeader;
  language: string;
  release_id: ErnReleaseId;
  title: string | null;
};

/** A problem and its path: the path names the element below the root, and counts from 1. */
export type MessageProblem = { path: string; issue: string };

export const WORLDWIDE_TERRITORY = "Worldwide";
