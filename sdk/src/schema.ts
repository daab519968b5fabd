// Written by `npm run openapi` from openapi.json and methods.ts: do not edit.

import type { Bytes, CallOptions, List } from "./call-shape.ts";

export type AccessToken = {
  /** Send it as `Authorization: Bearer …`. */
  access_token: string;
  token_type: "Bearer";
  /** Seconds. */
  expires_in: number;
  /** The scopes of the token, separated by spaces. */
  scope: string;
};

export type Adjustment = {
  id: string;
  organization_id: string;
  /** ISO 4217. */
  currency: string;
  amount: string;
  reason: string;
  created_at: string;
};

/** `ai` by part. `ai` follows from it; a request with `ai` alone sets it to null. */
export type AiParts = {
  /** Voices that are sung or spoken. */
  vocals: "none" | "partial" | "full";
  /** Everything else that is played. */
  instruments: "none" | "partial" | "full";
  /** The words. */
  lyrics: "none" | "partial" | "full";
  /** The music as it is written. */
  composition: "none" | "partial" | "full";
  /** Mixing and mastering. */
  post_production: "none" | "partial" | "full";
} | null;

export type AnotherAttempt = {
  store_ids?: Array<string> | undefined;
  /** Replace the delivery's territories. Without them, those of the delivery that are still allowed. */
  territory_codes?: Array<string> | undefined;
  /** Pre-order, preview and price tiers at stores of this request. Fields that are left out stay as they are, and null removes one. */
  terms?: Array<GivenTerms> | undefined;
};

export type AnyBalance = {
  organization_id: string;
  organization_name: string;
  /** ISO 4217. */
  currency: string;
  /** The amount that can be paid out. Negative if corrections took more than was available; it is carried forward. */
  available: string;
  /** In payouts that are under way. */
  pending: string;
};

export type AnyBalanceList = {
  data: Array<AnyBalance>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type AnyPayee = {
  id: string;
  name: string;
  /** Changes of the payment details are mailed to it; 100 such mails a day at most. */
  email: string | null;
  /** Your own id for the payee. No two payees have the same. */
  external_id: string | null;
  /** `operator`: the payee's money leaves your balance, and the operator pays it out. `organization`: it stays in your balance, and you pay the payee yourself. */
  paid_by: "operator" | "organization";
  /** By currency, in whole minor units: the least that is paid out. It replaces the old value whole. */
  minimum_payouts: Record<string, string>;
  tax: PayeeTax;
  status: "active" | "archived";
  created_at: string;
  updated_at: string;
  organization_id: string;
};

export type AnyPayeeList = {
  data: Array<AnyPayee>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type AnyPayout = {
  id: string;
  /** Null for a payout of the organization's own balance. */
  payee_id: string | null;
  /** As it was when the payout was requested. Null without the scope `payees:read`, and in events. */
  payee_name: string | null;
  amount: string;
  /** ISO 4217. */
  currency: string;
  status: "pending" | "on_hold" | "processing" | "paid" | "failed" | "cancelled";
  hold: PayoutHold;
  failure_reason: string | null;
  /** The bank's reference for the transfer. */
  reference: string | null;
  created_at: string;
  updated_at: string;
  /** It is kept when the bank returns the money and the payout becomes `failed`. */
  paid_at: string | null;
  organization_id: string;
};

export type AnyPayoutList = {
  data: Array<AnyPayout>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

/** An entry of the changelog was published. */
export type ApiChangelogPublishedEvent = {
  id: string;
  event_type: "api.changelog.published";
  created_at: string;
  data: {
    id: string;
    /** The day of the change. */
    date: string;
    title: string;
    /** The change, in Markdown. */
    body: string;
    created_at: string;
  };
};

export type ApiKey = {
  id: string;
  name: string | null;
  scopes: Array<"catalog:read" | "catalog:write" | "deliveries:read" | "deliveries:write" | "webhooks:read" | "webhooks:write" | "royalties:read" | "payouts:read" | "payouts:write" | "payees:read" | "payees:write" | "ddex:write" | "keys:write" | "members:read" | "members:write">;
  last4: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  /** The key, client or person that made it: `key_…`, `cli_…`, `usr_…`, or `operator`. Null for keys that are older than this field. */
  created_by: string | null;
};

export type ApiKeyList = {
  data: Array<ApiKey>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type Approval = {
  /** The one that you have reviewed. If the release has changed since, the answer is 409 and nothing is approved. */
  content_version: string;
};

export type ArchivedFile = {
  name: string;
  rows: number;
};

export type Artist = {
  name: string;
  role: "main" | "featured" | "remixer" | "producer" | "composer" | "lyricist" | "performer" | "conductor" | "orchestra";
  isni?: string | null | undefined;
  /** The artist's id at each store, by `store_id`. */
  store_artist_ids?: Record<string, string> | undefined;
};

export type Asset = {
  id: string;
  type: "audio" | "artwork";
  filename: string;
  /** The type that you declare. The service finds the actual format in the bytes. */
  content_type: string;
  size_bytes: number;
  /** SHA-256 of all the bytes, in hex. */
  checksum_sha256: string | null;
  status: "awaiting_upload" | "processing" | "ready" | "failed";
  failure: AssetFailure;
  audio: {
    /** `wav`, `flac`, `aiff`, `mp3`, `aac`, `ogg` or `mp4`. */
    format: string;
    sample_rate: number;
    /** Null if the format has none. */
    bit_depth: number | null;
    channels: number;
    duration_ms: number;
    /** Integrated loudness (ITU-R BS.1770-4). Null for silence and for audio that was not decoded. */
    loudness_lufs: number | null;
    /** In dBTP, four times oversampled. */
    true_peak_db: number | null;
    rms_db: number | null;
    silence_start_ms: number;
    silence_end_ms: number;
    /** Samples in runs of three or more at full scale. */
    clipped_samples: number;
    /** White noise from beginning to end. */
    is_noise: boolean;
    /** WAV only: 1 (PCM), 3 (float) or 65534 (extensible). */
    format_code: number | null;
    /** ID3 or other embedded tags. */
    has_tags: boolean;
    /** Bytes after the audio data, other chunks included. */
    trailing_bytes: number;
    /** The outline of the sound as 600 numbers, for ten minutes. Null for audio that was not decoded. */
    peaks_url: string | null;
  } | null;
  image: {
    /** `jpeg`, `png`, `tiff`, `gif` or `webp`. */
    format: string;
    width: number;
    height: number;
    /** `srgb`, `cmyk`, `b-w` and others. */
    color_space: string;
    /** Bits a channel. */
    bit_depth: number;
    has_alpha: boolean;
    is_animated: boolean;
    /** As Exif counts; 1 is upright. */
    orientation: number;
    is_single_color: boolean;
    /** Bars of one colour along opposite edges. */
    has_border: boolean;
    is_blurry: boolean;
    /** True if the picture was enlarged from fewer pixels. */
    is_upscaled: boolean;
    /** The mean of all pixels. Null for a file that was checked by an older version, until its preview is made. */
    mean_color: string | null;
    /** A small JPEG, for ten minutes: 320 pixels wide or high, or as many as `?size=` says (96, 320 or 960). */
    thumbnail_url: string | null;
  } | null;
  /** The bytes of a ready asset, for ten minutes. */
  download_url: string | null;
  upload: AssetUpload;
  created_at: string;
  updated_at: string;
};

/** An asset cannot be used; its failure says why. */
export type AssetFailedEvent = {
  id: string;
  event_type: "asset.failed";
  created_at: string;
  data: {
    id: string;
    type: "audio" | "artwork";
    filename: string;
    /** The type that you declare. The service finds the actual format in the bytes. */
    content_type: string;
    size_bytes: number;
    /** SHA-256 of all the bytes, in hex. */
    checksum_sha256: string | null;
    status: "awaiting_upload" | "processing" | "ready" | "failed";
    failure: AssetFailure;
    audio: {
      /** `wav`, `flac`, `aiff`, `mp3`, `aac`, `ogg` or `mp4`. */
      format: string;
      sample_rate: number;
      /** Null if the format has none. */
      bit_depth: number | null;
      channels: number;
      duration_ms: number;
      /** Integrated loudness (ITU-R BS.1770-4). Null for silence and for audio that was not decoded. */
      loudness_lufs: number | null;
      /** In dBTP, four times oversampled. */
      true_peak_db: number | null;
      rms_db: number | null;
      silence_start_ms: number;
      silence_end_ms: number;
      /** Samples in runs of three or more at full scale. */
      clipped_samples: number;
      /** White noise from beginning to end. */
      is_noise: boolean;
      /** WAV only: 1 (PCM), 3 (float) or 65534 (extensible). */
      format_code: number | null;
      /** ID3 or other embedded tags. */
      has_tags: boolean;
      /** Bytes after the audio data, other chunks included. */
      trailing_bytes: number;
      /** The outline of the sound as 600 numbers, for ten minutes. Null for audio that was not decoded. */
      peaks_url: string | null;
    } | null;
    image: {
      /** `jpeg`, `png`, `tiff`, `gif` or `webp`. */
      format: string;
      width: number;
      height: number;
      /** `srgb`, `cmyk`, `b-w` and others. */
      color_space: string;
      /** Bits a channel. */
      bit_depth: number;
      has_alpha: boolean;
      is_animated: boolean;
      /** As Exif counts; 1 is upright. */
      orientation: number;
      is_single_color: boolean;
      /** Bars of one colour along opposite edges. */
      has_border: boolean;
      is_blurry: boolean;
      /** True if the picture was enlarged from fewer pixels. */
      is_upscaled: boolean;
      /** The mean of all pixels. Null for a file that was checked by an older version, until its preview is made. */
      mean_color: string | null;
      /** A small JPEG, for ten minutes: 320 pixels wide or high, or as many as `?size=` says (96, 320 or 960). */
      thumbnail_url: string | null;
    } | null;
    /** The bytes of a ready asset, for ten minutes. */
    download_url: string | null;
    upload: AssetUpload;
    created_at: string;
    updated_at: string;
    previous_status: "awaiting_upload" | "processing" | "ready" | "failed";
  };
};

export type AssetFailure = {
  code: string;
  /** The problem and how to solve it, for people to read. */
  message: string;
} | null;

export type AssetList = {
  data: Array<Asset>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

/** An asset was checked and can be used. */
export type AssetReadyEvent = {
  id: string;
  event_type: "asset.ready";
  created_at: string;
  data: {
    id: string;
    type: "audio" | "artwork";
    filename: string;
    /** The type that you declare. The service finds the actual format in the bytes. */
    content_type: string;
    size_bytes: number;
    /** SHA-256 of all the bytes, in hex. */
    checksum_sha256: string | null;
    status: "awaiting_upload" | "processing" | "ready" | "failed";
    failure: AssetFailure;
    audio: {
      /** `wav`, `flac`, `aiff`, `mp3`, `aac`, `ogg` or `mp4`. */
      format: string;
      sample_rate: number;
      /** Null if the format has none. */
      bit_depth: number | null;
      channels: number;
      duration_ms: number;
      /** Integrated loudness (ITU-R BS.1770-4). Null for silence and for audio that was not decoded. */
      loudness_lufs: number | null;
      /** In dBTP, four times oversampled. */
      true_peak_db: number | null;
      rms_db: number | null;
      silence_start_ms: number;
      silence_end_ms: number;
      /** Samples in runs of three or more at full scale. */
      clipped_samples: number;
      /** White noise from beginning to end. */
      is_noise: boolean;
      /** WAV only: 1 (PCM), 3 (float) or 65534 (extensible). */
      format_code: number | null;
      /** ID3 or other embedded tags. */
      has_tags: boolean;
      /** Bytes after the audio data, other chunks included. */
      trailing_bytes: number;
      /** The outline of the sound as 600 numbers, for ten minutes. Null for audio that was not decoded. */
      peaks_url: string | null;
    } | null;
    image: {
      /** `jpeg`, `png`, `tiff`, `gif` or `webp`. */
      format: string;
      width: number;
      height: number;
      /** `srgb`, `cmyk`, `b-w` and others. */
      color_space: string;
      /** Bits a channel. */
      bit_depth: number;
      has_alpha: boolean;
      is_animated: boolean;
      /** As Exif counts; 1 is upright. */
      orientation: number;
      is_single_color: boolean;
      /** Bars of one colour along opposite edges. */
      has_border: boolean;
      is_blurry: boolean;
      /** True if the picture was enlarged from fewer pixels. */
      is_upscaled: boolean;
      /** The mean of all pixels. Null for a file that was checked by an older version, until its preview is made. */
      mean_color: string | null;
      /** A small JPEG, for ten minutes: 320 pixels wide or high, or as many as `?size=` says (96, 320 or 960). */
      thumbnail_url: string | null;
    } | null;
    /** The bytes of a ready asset, for ten minutes. */
    download_url: string | null;
    upload: AssetUpload;
    created_at: string;
    updated_at: string;
    previous_status: "awaiting_upload" | "processing" | "ready" | "failed";
  };
};

export type AssetUpload = {
  method: "PUT";
  /** Send the bytes here, without a credential. */
  url: string;
  headers: Record<string, string>;
  expires_at: string;
  /** The same upload by tus 1.0: HEAD and PATCH, no creation. */
  resumable_url: string;
} | null;

export type AssignedIsrcs = {
  data: Array<Track>;
  /** True if the answer (about 4 MiB at most) does not show all tracks that got one; list the release's tracks. */
  has_more: boolean;
};

export type Assignment = {
  /** With `track_id`. */
  isrc?: string | undefined;
  track_id?: string | undefined;
  /** With `release_id`: the sale of a whole release. */
  upc?: string | undefined;
  release_id?: string | undefined;
  /** With `track_id` or `release_id`: a row that has neither ISRC nor UPC. */
  line?: number | undefined;
  /** With `track_id` or `release_id`: several works as `unmatched-works` lists them, all of them or none. Those with an ISRC go to a track, whole releases to a release, lines without any code to either. */
  works?: Array<NamedWork> | undefined;
};

/** Null for a release that was never delivered, and for a key without `deliveries:read`. */
export type AtStores = {
  /** Stores that were meant to get it, without those where that was cancelled. */
  total: number;
  /** Stores that have it, also while an update is under way or was refused. */
  live: number;
  /** How many stores stand where. */
  statuses: {
    queued: number;
    sending: number;
    ingesting: number;
    stalled: number;
    action_required: number;
    delivered: number;
    takedown_requested: number;
    rejected: number;
    taken_down: number;
    cancelled: number;
  };
} | null;

export type Attempt = {
  id: string;
  event_id: string;
  webhook_id: string;
  /** 1 for the first round; each redelivery starts the next. */
  round: number;
  /** The HTTP status that the endpoint answered; null if no answer came. */
  status_code: number | null;
  duration_ms: number;
  /** The first 2 kB of the answer; control characters are written as `\xNN`. */
  response_body: string;
  /** Why there is no complete answer, in words. */
  error: string | null;
  created_at: string;
};

export type AttemptList = {
  data: Array<Attempt>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type Attention = {
  kind: "delivery_rejected" | "delivery_action_required" | "review_rejected" | "payout_on_hold" | "endpoint_failing" | "endpoint_disabled" | "endpoint_unverified" | "events_undelivered" | "file_failed";
  /** The delivery, release, payout, endpoint or file. For `events_undelivered`: the newest of the events. */
  id: string;
  /** The release's title, the endpoint's URL or the file's name; of others, what they are. */
  title: string;
  release: {
    id: string;
    /** As shown in stores. */
    title: string;
    /** In order; at least one has the role `main`. */
    artists: Array<Artist>;
    release_date: string;
    status: "draft" | "submitted" | "delivered" | "rejected";
    /** A small JPEG of its artwork, for ten minutes or more. */
    thumbnail_url: string | null;
  } | null;
  payout: {
    amount: string;
    /** ISO 4217. */
    currency: string;
  } | null;
  /** At most five, one for each store where stores say so. */
  reasons: Array<{
    /** The store that says so. */
    store_id: string | null;
    code: string | null;
    reason: string | null;
  }>;
  /** How many stores or events it is about; at most 1,000. */
  count: number;
  since: string;
};

export type AuditLogEntry = {
  id: string;
  created_at: string;
  /** The organization whose key was used, or the store; `operator` for the operator's key. */
  organization_id: string;
  /** The credential or the person, by its id. */
  actor: string;
  request_id: string;
  operation: string;
  resource_id: string | null;
  /** The names of the fields that were sent. `name=value` is a value that the change is about, such as the one it replaced. */
  fields: Array<string>;
};

export type AuditLogEntryList = {
  data: Array<AuditLogEntry>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type Balance = {
  /** ISO 4217. */
  currency: string;
  /** The amount that can be paid out. Negative if corrections took more than was available; it is carried forward. */
  available: string;
  /** In payouts that are under way. */
  pending: string;
};

export type BalanceTransaction = {
  id: string;
  /** `payout` takes its amount when it is requested; `payout_returned` brings it back when the payout becomes `failed` or `cancelled`. `split` gives a part to a payee, or takes it back. `conversion` moves a balance into another currency: one transaction in each of the two. */
  type: "statement" | "payout" | "payout_returned" | "split" | "adjustment" | "conversion";
  /** Signed. All amounts of a currency sum to `available`. */
  amount: string;
  /** ISO 4217. */
  currency: string;
  /** The statement, payout, adjustment or conversion; of a `split` the payee statement or the adjustment. */
  source_id: string;
  description: string;
  created_at: string;
};

export type BalanceTransactionList = {
  data: Array<BalanceTransaction>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type Balances = {
  data: Array<Balance>;
};

export type BookedSum = {
  /** In which it was booked, in UTC. */
  month: string;
  /** ISO 4217. */
  currency: string;
  /** Distribution fees of statements. */
  fees: string;
  /** Taxes withheld on statements. */
  taxes: string;
  /** The amounts that stores reported: the gross of statements, negative. */
  stores: string;
  /** Payouts that were paid, less those that came back. */
  bank: string;
  /** Adjustments: negative if partners got it. */
  adjustments: string;
  /** Balances that were converted: positive in the currency they left, negative in the one they came to. */
  exchange: string;
};

export type CatalogEntry = {
  /** The id of the track or the release. */
  id: string;
  type: "release" | "track";
  organization_id: string;
  organization_name: string;
  release_id: string;
  release_title: string;
  title: string;
  version: string | null;
  /** The main artists. */
  artist: string | null;
  /** Null for a release. */
  isrc: string | null;
  /** The UPC of the release. */
  upc: string;
  /** The status of the release. */
  status: "draft" | "submitted" | "delivered" | "rejected";
  created_at: string;
};

export type CatalogEntryList = {
  data: Array<CatalogEntry>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type ChangelogEntry = {
  id: string;
  /** The day of the change. */
  date: string;
  title: string;
  /** The change, in Markdown. */
  body: string;
  created_at: string;
};

export type ChangelogEntryList = {
  data: Array<ChangelogEntry>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type ChosenStores = {
  store_ids?: Array<string> | undefined;
};

export type Contract = {
  id: string;
  name: string;
  applies_to: ContractSubject;
  /** The first month of use that it holds. Null: from the beginning. */
  starts_on: string | null;
  /** The last month of use that it holds. Null: no end. */
  ends_on: string | null;
  /** The first that holds a line gives the rate of it that is payable; without one it is 0. An active contract has at least one. */
  terms: Array<ContractTerm>;
  /** The payees' parts of what is payable, at most 1 together; the rest is the organization's. An active contract has at least one. */
  shares: Array<ContractShare>;
  /** A `draft` holds nothing. An `ended` one still holds its months. */
  status: "draft" | "active" | "ended";
  /** By currency. */
  recoupment: Array<ContractRecoupment>;
  /** Each change of a contract that is no draft makes a new one. Statements keep theirs. */
  version: number;
  created_at: string;
  updated_at: string;
};

export type ContractChanges = {
  name?: string | undefined;
  applies_to?: ContractSubject | undefined;
  /** The first month of use that it holds. Null: from the beginning. */
  starts_on?: string | null | undefined;
  /** The last month of use that it holds. Null: no end. */
  ends_on?: string | null | undefined;
  /** The first that holds a line gives the rate of it that is payable; without one it is 0. An active contract has at least one. */
  terms?: Array<ContractTerm> | undefined;
  /** The payees' parts of what is payable, at most 1 together; the rest is the organization's. An active contract has at least one. */
  shares?: Array<ContractShare> | undefined;
};

export type ContractCost = {
  id: string;
  contract_id: string;
  kind: "advance" | "cost";
  amount: string;
  /** ISO 4217. */
  currency: string;
  description: string;
  recouped_amount: string;
  /** Zero once it is cancelled. */
  outstanding_amount: string;
  status: "open" | "recouped" | "cancelled";
  created_at: string;
};

export type ContractCostList = {
  data: Array<ContractCost>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type ContractEnd = {
  /** The last month of use that it holds. */
  ends_on: string;
};

export type ContractList = {
  data: Array<Contract>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type ContractPreview = {
  contract_version: number;
  /** Exact: the amount at the rate of the contract. */
  payable_amount: string;
  /** Taken back for advances and costs first. */
  recouped_amount: string;
  shares: Array<PreviewedShare>;
  /** All that no payee gets, with what was recouped. */
  organization_amount: string;
};

/** An advance or a cost of a contract was paid back in full. */
export type ContractRecoupedEvent = {
  id: string;
  event_type: "contract.recouped";
  created_at: string;
  data: {
    contract_id: string;
    cost_id: string;
    /** The whole advance or cost. */
    amount: string;
    /** ISO 4217. */
    currency: string;
  };
};

export type ContractRecoupment = {
  /** ISO 4217. */
  currency: string;
  /** All advances and costs; of a cancelled one, the part that was recouped. */
  costs: string;
  recouped: string;
  /** `costs` less `recouped`. */
  outstanding: string;
};

export type ContractShare = {
  payee_id: string;
  share: string;
};

/** One of `track_ids`, `release_ids`, `label` and `all`. The contract of its track holds a line, else that of its release, of its label, or of all. */
export type ContractSubject = {
  /** Its tracks. One that is deleted later stays here and holds nothing. */
  track_ids?: Array<string> | undefined;
  /** Its releases. One that is deleted later stays here and holds nothing. */
  release_ids?: Array<string> | undefined;
  /** All releases of this label, exactly as releases name it when a statement is written. */
  label?: string | undefined;
  /** Everything of the organization. */
  all?: boolean | undefined;
};

export type ContractTerm = {
  rate: string;
  /** Stores whose usage it holds. Null: all. */
  store_ids?: Array<string> | null | undefined;
  /** Territories whose usage it holds: ISO 3166-1 alpha-2 codes, `XK`, and `ZZ` for usage of no known territory. Null: everywhere. */
  territories?: Array<string> | null | undefined;
};

/** A contract as it was from then on. */
export type ContractVersion = {
  /** Each change of a contract that is no draft makes a new one. Statements keep theirs. */
  version: number;
  name: string;
  applies_to: ContractSubject;
  /** The first month of use that it holds. Null: from the beginning. */
  starts_on: string | null;
  /** The last month of use that it holds. Null: no end. */
  ends_on: string | null;
  /** The first that holds a line gives the rate of it that is payable; without one it is 0. An active contract has at least one. */
  terms: Array<ContractTerm>;
  /** The payees' parts of what is payable, at most 1 together; the rest is the organization's. An active contract has at least one. */
  shares: Array<ContractShare>;
  created_at: string;
};

export type ContractVersionList = {
  data: Array<ContractVersion>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type Contributor = {
  name: string;
  /** In your own words. */
  role: string;
  isni?: string | null | undefined;
};

export type Conversion = {
  id: string;
  organization_id: string;
  /** A payee of the organization, whose balance is moved. Null: the organization's own. */
  payee_id: string | null;
  /** Negative where a negative balance was converted. */
  from: {
    /** ISO 4217. */
    currency: string;
    amount: string;
  };
  /** Negative where a negative balance was converted. */
  to: {
    /** ISO 4217. */
    currency: string;
    amount: string;
  };
  /** One of `from` in `to`. */
  rate: string;
  /** Shown to the partner. */
  reason: string;
  created_at: string;
};

export type ConversionList = {
  data: Array<Conversion>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type CreatedApiKey = {
  id: string;
  name: string | null;
  scopes: Array<"catalog:read" | "catalog:write" | "deliveries:read" | "deliveries:write" | "webhooks:read" | "webhooks:write" | "royalties:read" | "payouts:read" | "payouts:write" | "payees:read" | "payees:write" | "ddex:write" | "keys:write" | "members:read" | "members:write">;
  last4: string;
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  /** The key, client or person that made it: `key_…`, `cli_…`, `usr_…`, or `operator`. Null for keys that are older than this field. */
  created_by: string | null;
  /** Shown only here; null when the request is replayed. */
  key: string | null;
};

export type CreatedOAuthClient = {
  client_id: string;
  name: string | null;
  scopes: Array<"catalog:read" | "catalog:write" | "deliveries:read" | "deliveries:write" | "webhooks:read" | "webhooks:write" | "royalties:read" | "payouts:read" | "payouts:write" | "payees:read" | "payees:write" | "ddex:write" | "keys:write" | "members:read" | "members:write">;
  created_at: string;
  /** Shown only here; null when the request is replayed. */
  client_secret: string | null;
};

export type CreatedStoreCredential = {
  id: string;
  store_id: string;
  name: string | null;
  last4: string;
  created_at: string;
  last_used_at: string | null;
  /** Shown only here; null when the request is replayed. */
  key: string | null;
};

export type DashboardSession = {
  kind: "organization";
  organization_id: string;
  name: string;
  tier: string;
  scopes: Array<string>;
  labels: Array<string> | null;
  person: {
    id: string;
    email: string;
    name: string;
  };
  role: string | null;
  memberships: Array<{
    member_id: string;
    organization_id: string;
    organization_name: string;
    role: string;
    labels: Array<string> | null;
  }>;
  staff_role: string | null;
  lacks_second_factor: boolean;
  expires_at: string;
  view_expires_at: string | null;
};

export type Delivery = {
  id: string;
  release_id: string;
  status: "in_progress" | "delivered" | "rejected" | "action_required" | "taken_down" | "cancelled";
  territory_codes: Array<string>;
  stores: Array<DeliveryStore>;
  created_at: string;
  updated_at: string;
  completed_at: string | null;
};

/** A delivery became delivered, rejected or action_required. */
export type DeliveryCompletedEvent = {
  id: string;
  event_type: "delivery.completed";
  created_at: string;
  data: {
    id: string;
    release_id: string;
    status: "in_progress" | "delivered" | "rejected" | "action_required" | "taken_down" | "cancelled";
    territory_codes: Array<string>;
    stores: Array<DeliveryStore>;
    created_at: string;
    updated_at: string;
    completed_at: string | null;
    previous_status: "in_progress" | "delivered" | "rejected" | "action_required" | "taken_down" | "cancelled";
  };
};

export type DeliveryList = {
  data: Array<Delivery>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

/** The delivery that its approval makes. Null: a request of its own delivers it. */
export type DeliveryOnApproval = {
  /** Up to 500 stores, or `all`: the active stores that preflight does not block when it is approved. */
  store_ids: Array<string> | string;
  /** ISO 3166-1 alpha-2 codes, or `WORLDWIDE` alone: all that the chosen stores serve. */
  territory_codes: Array<string>;
} | null;

export type DeliveryStep = {
  status: "queued" | "sending" | "ingesting" | "stalled" | "delivered" | "rejected" | "action_required" | "takedown_requested" | "taken_down" | "cancelled";
  at: string;
  /** True if the answer came too late: for an earlier attempt, or for one that already has an answer. */
  is_ignored?: boolean | undefined;
};

export type DeliveryStore = {
  store_id: string;
  status: "queued" | "sending" | "ingesting" | "stalled" | "delivered" | "rejected" | "action_required" | "takedown_requested" | "taken_down" | "cancelled";
  /** The territories that this store gets. */
  territory_codes: Array<string>;
  terms: DeliveryTerms;
  /** Set if the store rejected or flagged it; `unspecified` if the store named no code. */
  rejection_code: string | null;
  rejection_reason: string | null;
  /** The first submission, and every resubmission and update. */
  attempts: number;
  /** Why the store cannot be reached. The service keeps trying. */
  stalled_reason: string | null;
  stalled_since: string | null;
  history: Array<DeliveryStep>;
  updated_at: string;
};

/** A store stalled, answered, was asked for a takedown, or its queued work was cancelled. */
export type DeliveryStoreUpdatedEvent = {
  id: string;
  event_type: "delivery.store.updated";
  created_at: string;
  data: {
    delivery_id: string;
    release_id: string;
    previous_status: "queued" | "sending" | "ingesting" | "stalled" | "delivered" | "rejected" | "action_required" | "takedown_requested" | "taken_down" | "cancelled";
    store: DeliveryStore;
  };
};

/** The last store of a takedown confirmed it. */
export type DeliveryTakenDownEvent = {
  id: string;
  event_type: "delivery.taken_down";
  created_at: string;
  data: {
    id: string;
    release_id: string;
    status: "in_progress" | "delivered" | "rejected" | "action_required" | "taken_down" | "cancelled";
    territory_codes: Array<string>;
    stores: Array<DeliveryStore>;
    created_at: string;
    updated_at: string;
    completed_at: string | null;
    previous_status: "in_progress" | "delivered" | "rejected" | "action_required" | "taken_down" | "cancelled";
  };
};

/** Pre-order, preview and price tiers at this store. Null: none. */
export type DeliveryTerms = {
  /** The day on which the store begins to sell it before its release. */
  preorder_on: string | null;
  /** From when on the store shows it. */
  preview_at: string | null;
  /** A `code` of the store's `price_tiers`. */
  price_tier: string | null;
  /** Tracks with a price tier of their own. */
  track_price_tiers: Array<TrackPriceTier>;
} | null;

export type DeliveryUnderWay = {
  delivery_id: string;
  release: ReleaseInBrief;
  stores: Array<{
    store_id: string;
    status: "queued" | "sending" | "ingesting" | "stalled" | "delivered" | "rejected" | "action_required" | "takedown_requested" | "taken_down" | "cancelled";
  }>;
  since: string;
};

export type Diagnosis = {
  /** Nothing is wrong. */
  ok: boolean;
  time: string;
  /** In a fixed order; a check that does not apply is left out. */
  checks: Array<DiagnosisCheck>;
};

export type DiagnosisCheck = {
  name: "settings" | "clock" | "database" | "migrations" | "standby" | "disk" | "storage" | "queue" | "stores" | "mail" | "rate_limits" | "backup";
  ok: boolean;
  detail: string;
  /** The operator should do this. Null: nothing is wrong. */
  advice: string | null;
  /** How long the check took. */
  ms: number;
};

export type Dispatch = {
  webhook_id: string;
  status: "pending" | "delivered" | "undelivered";
  /** How many attempts were made, in all rounds. */
  attempts: number;
  next_attempt_at: string | null;
};

export type DraftFormat = {
  name?: string | undefined;
  /** The sender that it belongs to. Null: any. */
  store_id?: string | null | undefined;
  file?: {
    /** `auto`: by the first bytes. */
    encoding?: "auto" | "utf-8" | "utf-16" | "windows-1252" | undefined;
    /** `auto`: by the heading row. */
    separator?: "auto" | "comma" | "semicolon" | "tab" | "pipe" | undefined;
    /** Files of a zip whose name fits are read. `*` stands for any characters, `?` for one; case does not matter. */
    name_pattern?: string | undefined;
  } | undefined;
  rows?: {
    /** The line of the heading row; or `{contains}` with names: the first of the first 200 lines that has them all. */
    header?: number | {
      contains: Array<string>;
    } | undefined;
    /** The first row of which this is true ends the file. */
    stop_when?: {
      /** By its name, or by its number from 1; or up to 5 names: the first that the file has. */
      column: Array<string> | number | string;
      equals: Array<string>;
    } | undefined;
    skip_when?: Array<{
      /** By its name, or by its number from 1; or up to 5 names: the first that the file has. */
      column: Array<string> | number | string;
      equals: Array<string>;
    }> | undefined;
    /** That many rows at the end are left out. */
    last_rows?: number | undefined;
  } | undefined;
  columns?: ReportFormatColumns | undefined;
  parse?: {
    decimal?: "." | "," | undefined;
    /** One of `YYYY-MM-DD`, `YYYY-MM`, `YYYYMM`, `MM/DD/YYYY`, `DD.MM.YYYY`, `DD/MM/YYYY`, `MMM-YY`; or up to 3 of them: the first that fits a cell. */
    date?: Array<string> | string | undefined;
    /** Stands between digits. */
    grouping?: "." | "," | "'" | " " | undefined;
    /** Texts of the file to codes of ISO 3166-1, or `ZZ`. */
    territory_names?: Record<string, string> | undefined;
    /** Makes count and amount negative; what is negative already stays. */
    negative_when?: {
      /** By its name, or by its number from 1; or up to 5 names: the first that the file has. */
      column: Array<string> | number | string;
      equals: Array<string>;
    } | undefined;
  } | undefined;
  /** For rows that name no known store: `refuse`, or the `store_id` that they count for. */
  unknown_store?: string | undefined;
  /** Names of stores in the file to their `store_id`. After these, the stores' own `report_names` are looked at. */
  store_names?: Record<string, string> | undefined;
};

export type DraftTrial = {
  format: DraftFormat;
  /** The sender. */
  store_id?: string | undefined;
  /** The month that it would be accounted in. The present one by default. */
  period?: string | undefined;
  /** ISO 4217. */
  currency?: string | undefined;
  /** The first bytes of a file, as base64. */
  sample: string;
};

export type Earning = {
  /** The month, store, territory, track or release; null for the sum of the rest. */
  key: string | null;
  /** ISO 4217. */
  currency: string;
  play_count: number;
  /** Gross. */
  earnings: string;
};

export type EarningList = {
  data: Array<Earning>;
};

/** Stable; made for programs. */
export type ErrorCode = "invalid_request" | "invalid_cursor" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "tier_not_eligible" | "not_found" | "method_not_allowed" | "duplicate_submission" | "asset_not_ready" | "invalid_state" | "idempotency_in_progress" | "upc_pool_exhausted" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "invalid_isrc_format" | "territory_not_supported" | "idempotency_key_reused" | "feature_sunset" | "webhook_url_not_allowed" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";

export type Event = {
  id: string;
  event_type: "ping" | "release.status.changed" | "submission.reviewed" | "asset.ready" | "asset.failed" | "delivery.store.updated" | "delivery.completed" | "delivery.taken_down" | "migration.store.safe" | "statement.available" | "payee_statement.available" | "contract.recouped" | "payout.status.changed" | "api.changelog.published";
  /** `none`: no endpoint wanted it. `undelivered`: it failed for at least one endpoint. `pending`: at least one is still tried. Otherwise `delivered`. */
  status: "none" | "pending" | "delivered" | "undelivered";
  created_at: string;
  /** By the event's type. */
  data: Record<string, unknown>;
  dispatches: Array<Dispatch>;
};

export type EventList = {
  data: Array<Event>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type EventType = {
  event_type: "ping" | "release.status.changed" | "submission.reviewed" | "asset.ready" | "asset.failed" | "delivery.store.updated" | "delivery.completed" | "delivery.taken_down" | "migration.store.safe" | "statement.available" | "payee_statement.available" | "contract.recouped" | "payout.status.changed" | "api.changelog.published";
  /** When it happens. */
  description: string;
  /** Null: for every organization. */
  tier: "enterprise" | null;
  /** As it is sent. */
  example: {
    id: string;
    event_type: "ping" | "release.status.changed" | "submission.reviewed" | "asset.ready" | "asset.failed" | "delivery.store.updated" | "delivery.completed" | "delivery.taken_down" | "migration.store.safe" | "statement.available" | "payee_statement.available" | "contract.recouped" | "payout.status.changed" | "api.changelog.published";
    created_at: string;
    data: Record<string, unknown>;
  };
};

export type EventTypeList = {
  data: Array<EventType>;
};

export type ExchangeRate = {
  id: string;
  period: string;
  /** ISO 4217. */
  from: string;
  /** ISO 4217. */
  to: string;
  /** One of `from` in `to`. */
  rate: string;
  /** `import`: it came with a file. */
  source: "manual" | "import";
  created_at: string;
};

export type ExchangeRateList = {
  data: Array<ExchangeRate>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type FeeTerm = {
  rate: string;
  /** Stores whose usage it holds. Null: all. */
  store_ids?: Array<string> | null | undefined;
  /** Territories whose usage it holds: ISO 3166-1 alpha-2 codes, `XK`, and `ZZ` for usage of no known territory. Null: everywhere. */
  territories?: Array<string> | null | undefined;
  /** The first month of use that it holds. Null: all. */
  from?: string | null | undefined;
};

export type FeedMessage = {
  message_id: string;
  delivery_id: string;
  release_id: string;
  /** Which submission to this store; a takedown has that of the last. */
  attempt: number;
  /** `update`: the store has taken an earlier message of this delivery. */
  kind: "new" | "update" | "takedown";
  created_at: string;
  fetched_at: string | null;
  answered_at: string | null;
  /** The store's answer. Null until there is one. */
  answer: {
    status: "delivered" | "rejected" | "action_required" | "taken_down";
    rejection_code?: string | undefined;
    rejection_reason?: string | undefined;
  } | null;
};

export type FeedMessageList = {
  data: Array<FeedMessage>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

/** Only the fields that you send change. Null clears all of them. */
export type GivenPayeeTax = {
  /** The country where the payee pays tax. */
  country?: string | null | undefined;
  /** The tax form that you have received. */
  form?: "w9" | "w8ben" | "w8ben_e" | "other" | null | undefined;
  received_on?: string | null | undefined;
  /** The last day on which the form is valid. */
  expires_on?: string | null | undefined;
  /** The part of the payee's share that is withheld. "0" unless you set it. */
  withholding_rate?: string | undefined;
  /** Territories whose usage is taxed: ISO 3166-1 alpha-2 codes, `XK`, and `ZZ` for usage of no known territory. Null: everywhere. */
  withholding_territories?: Array<string> | null | undefined;
} | null;

/** The amount that the store really paid. Null removes it. */
export type GivenReceivedAmount = {
  /** In whole minor units. */
  amount: string;
  /** ISO 4217. */
  currency: string;
  /** The day on which it came. */
  on: string;
} | null;

export type GivenTerms = {
  store_id: string;
  /** The day on which the store begins to sell it before its release. */
  preorder_on?: string | null | undefined;
  /** From when on the store shows it. */
  preview_at?: string | null | undefined;
  /** A `code` of the store's `price_tiers`. */
  price_tier?: string | null | undefined;
  track_price_tiers?: Array<TrackPriceTier> | null | undefined;
};

export type ImportedRates = {
  created: number;
  /** Pairs that had a rate before. */
  replaced: number;
};

export type InvitedMember = {
  id: string;
  person: {
    id: string;
    email: string;
    name: string;
  };
  role: "owner" | "manager" | "editor" | "finance" | "viewer" | "payee";
  /** The member sees releases of these labels alone. For manager, editor, viewer. Null: all releases. */
  labels: Array<string> | null;
  /** For the role payee, and only for it: the payees whose statements and balance the member reads. Null for other roles. */
  payee_ids: Array<string> | null;
  status: "invited" | "active" | "suspended";
  /** The key, client or person that invited: `key_…`, `cli_…`, `usr_…`, or `operator`. */
  invited_by: string;
  invited_at: string;
  /** Null once it was accepted. */
  invitation_expires_at: string | null;
  /** Exact to five minutes. */
  last_seen_at: string | null;
  joined_at: string | null;
  /** The link to accept the invitation, shown once. Null when the request is replayed, and for a partner whose service sends mail: then only the mail has it. */
  invitation_url: string | null;
};

export type InvitedStaff = {
  id: string;
  person: {
    id: string;
    email: string;
    name: string;
  };
  role: "admin" | "reviewer" | "finance" | "support";
  status: "invited" | "active" | "suspended";
  /** The key, client or person that invited: `key_…`, `cli_…`, `usr_…`, or `operator`. */
  invited_by: string;
  invited_at: string;
  /** Null once it was accepted. */
  invitation_expires_at: string | null;
  /** Exact to five minutes. */
  last_seen_at: string | null;
  created_at: string;
  /** The link to accept the invitation, shown once. Null when the request is replayed, and for a partner whose service sends mail: then only the mail has it. */
  invitation_url: string | null;
};

export type Job = {
  id: string;
  name: string;
  status: "waiting" | "ready" | "running" | "parked";
  /** Jobs with the same key run one after another. Empty: it waits for no other job. */
  key: string;
  payload: unknown;
  /** Tries started so far. */
  attempts: number;
  /** How many workers died while running it. */
  deaths: number;
  last_error: string | null;
  run_at: string;
  created_at: string;
};

export type JobList = {
  data: Array<Job>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type LedgerCheck = {
  is_right: boolean;
  /** How many were checked, payees' included. */
  balances: number;
  /** How many were checked. */
  statements: number;
  /** How many were checked. */
  reports: number;
  /** The first 100. */
  differences: Array<LedgerDifference>;
  /** By month and currency, signed as the ledger has them. */
  sums: Array<BookedSum>;
};

export type LedgerDifference = {
  /** Null for a report. */
  organization_id: string | null;
  /** ISO 4217. */
  currency: string | null;
  /** The report, statement, royalty, payee statement or contract; for a payee's balance the payee. Null for an organization's. */
  source_id: string | null;
  field: "available" | "pending" | "all accounts" | "gross" | "fee" | "tax" | "net" | "owed and owing" | "share" | "recouped" | "line item count" | "row count" | "rows" | "totals" | "unmatched";
  /** The figure that it differs from. For a balance: `entries`: the ledger. `transactions`: what the partner sees. `causes`: statements, adjustments, conversions and payouts. `zero`: the sum of all entries, which must be 0. For a statement: its `royalties`, and `taken`: the rows that its close took. For a royalty: its `line items`. For a report: its `rows`, and `works`: its rows on statements, open and unmatched. For a payee statement: its shares of `contracts`. For a contract: what its `costs` have recouped. */
  compared_with: "entries" | "transactions" | "causes" | "zero" | "royalties" | "line items" | "taken" | "rows" | "works" | "contracts" | "costs" | "share less tax";
  /** The stored figure. */
  balance: string;
  /** The figure that it should be. */
  found: string;
};

export type LineItem = {
  id: string;
  isrc: string;
  track_id: string;
  release_id: string;
  store_id: string;
  /** `ZZ` if the territory is not known. */
  territory: string;
  /** Negative for returns and corrections. */
  play_count: number;
  /** The price that the store paid for one play, in `reported_currency` if the item was converted. */
  unit_rate: string;
  /** Play count × unit rate, exactly; or the amount that the store reported. Converted if `exchange_rate` is not null. */
  earnings: string;
  /** ISO 4217. */
  currency: string;
  /** The month in which it was played. */
  usage_period: string;
  /** The sales reports that it came from. The operator can look up their rows. */
  report_ids: Array<string>;
  /** `exact`: the store reported the unit rate. `quotient`: it reported an amount, and the unit rate is this amount divided by the play count, cut at 12 decimals, or 0 if the count is 0. */
  rate_is: "exact" | "quotient";
  /** The currency that the store reported. Null if nothing was converted. */
  reported_currency: string | null;
  /** In `reported_currency`. Null if nothing was converted. */
  reported_earnings: string | null;
  /** Earnings are the reported earnings × this rate, exactly. Null if nothing was converted. */
  exchange_rate: string | null;
};

export type LineItemList = {
  data: Array<LineItem>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type ListedRelease = {
  id: string;
  /** As shown in stores. */
  title: string;
  /** In order; at least one has the role `main`. */
  artists: Array<Artist>;
  release_date: string;
  version: string | null;
  /** Taken from the tracks unless set. */
  type: "single" | "ep" | "album" | "compilation" | null;
  original_release_date: string | null;
  genre: string | null;
  language: string | null;
  p_line: string | null;
  c_line: string | null;
  /** An EAN or other GTIN-13. Stores then know the release by it, and not by its UPC. */
  ean: string | null;
  /** The label's own number. */
  catalog_number: string | null;
  /** Only beside a `genre`, which it is a part of. */
  subgenre: string | null;
  /** The title and the names of artists in other languages or scripts, one entry a language. */
  translations: Array<Translation> | null;
  start_at: string | null;
  /** Shown on storefronts. */
  label: string;
  upc: string;
  /** ISO 3166-1 alpha-2 codes, or `WORLD` alone. */
  territories: Array<string>;
  explicit: boolean;
  artwork_asset_id: string | null;
  /** How much of the artwork artificial intelligence made. */
  artwork_ai: "none" | "partial" | "full";
  status: "draft" | "submitted" | "delivered" | "rejected";
  created_at: string;
  updated_at: string;
  /** Null without artwork. */
  artwork: {
    /** A small JPEG, for ten minutes or more. */
    thumbnail_url: string;
  } | null;
  at_stores: AtStores;
};

export type ListedReleaseList = {
  data: Array<ListedRelease>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type LoggedRequest = {
  /** The `X-Request-Id` of the answer. */
  request_id: string;
  method: string;
  /** Without its query. Tokens of links to files, and other parts longer than an id, are cut out. */
  path: string;
  status: number;
  /** From the request's arrival to its answer. */
  duration_ms: number;
  /** The `code` of the error object. */
  error_code: string | null;
  /** The id of the API key or OAuth client. A dashboard session is its key's. */
  credential: string;
  /** `dashboard` for a page of the dashboard, otherwise `api`. */
  source: "api" | "dashboard";
  created_at: string;
};

export type LoggedRequestList = {
  data: Array<LoggedRequest>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type Mail = {
  id: string;
  kind: "invitation" | "password_reset" | "security" | "rejection" | "delivered" | "taken_down" | "statement" | "payout" | "endpoint" | "review" | "store" | "job" | "payout_request";
  /** The one recipient. */
  to: string;
  subject: string;
  status: "queued" | "sent" | "failed";
  /** Why the last try failed, in words. */
  error: string | null;
  /** How often it was tried to send it. */
  attempts: number;
  created_at: string;
  sent_at: string | null;
};

export type MailList = {
  data: Array<Mail>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type Me = {
  id: string;
  email: string;
  /** The address, until the person has accepted. */
  name: string;
  status: "invited" | "active" | "disabled";
  email_verified_at: string | null;
  has_password: boolean;
  second_factor: "none" | "totp";
  /** The issuer that the person is bound to. */
  identity_provider: string | null;
  created_at: string;
  last_sign_in_at: string | null;
  /** By kind of mail: whether this person gets it. */
  notifications: Record<string, boolean>;
  memberships: Array<{
    member_id: string;
    organization_id: string;
    organization_name: string;
    role: "owner" | "manager" | "editor" | "finance" | "viewer" | "payee";
    labels: Array<string> | null;
  }>;
  staff_role: "admin" | "reviewer" | "finance" | "support" | null;
};

export type MeChanges = {
  name?: string | undefined;
  /** Only the kinds that change. */
  notifications?: Record<string, boolean> | undefined;
  /** A new password ends all other sessions. */
  password?: {
    current: string;
    new: string;
  } | undefined;
};

export type Member = {
  id: string;
  person: {
    id: string;
    email: string;
    name: string;
  };
  role: "owner" | "manager" | "editor" | "finance" | "viewer" | "payee";
  /** The member sees releases of these labels alone. For manager, editor, viewer. Null: all releases. */
  labels: Array<string> | null;
  /** For the role payee, and only for it: the payees whose statements and balance the member reads. Null for other roles. */
  payee_ids: Array<string> | null;
  status: "invited" | "active" | "suspended";
  /** The key, client or person that invited: `key_…`, `cli_…`, `usr_…`, or `operator`. */
  invited_by: string;
  invited_at: string;
  /** Null once it was accepted. */
  invitation_expires_at: string | null;
  /** Exact to five minutes. */
  last_seen_at: string | null;
  joined_at: string | null;
};

export type MemberChanges = {
  role?: "owner" | "manager" | "editor" | "finance" | "viewer" | "payee" | undefined;
  /** The member sees releases of these labels alone. For manager, editor, viewer. Null: all releases. */
  labels?: Array<string> | null | undefined;
  /** For the role payee, and only for it: the payees whose statements and balance the member reads. Null for other roles. */
  payee_ids?: Array<string> | null | undefined;
  /** A suspended member is signed out. */
  status?: "active" | "suspended" | undefined;
};

export type MemberList = {
  data: Array<Member>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type MessageAcknowledgement = {
  /** The SHA-256 of its bytes. It names the acknowledgement where it is read. */
  sha256: string;
  /** The name of the file that it came in. */
  name: string | null;
  /** By the store's own time. */
  made_at: string | null;
  received_at: string;
};

export type MessageIssue = {
  severity: "warning" | "info";
  /** The place in the message, below its root. */
  path: string;
  issue: string;
};

export type Migration = {
  id: string;
  release_id: string;
  /** In your own words. */
  previous_distributor: string;
  /** How many days both distributors have the release at a store. */
  overlap_days: number;
  /** The stores that the release is delivered to. */
  stores: Array<MigrationStore>;
  created_at: string;
};

export type MigrationList = {
  data: Array<Migration>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type MigrationStore = {
  store_id: string;
  /** `awaiting_delivery`: the store does not have it from here. `overlapping`: it has, and the former one must stay. `safe_to_take_down`: the former distributor may take it down there. */
  status: "awaiting_delivery" | "overlapping" | "safe_to_take_down";
  /** How the store takes over a release that another distributor delivered before. */
  migration: "overlap" | "replace" | "takedown_first" | "automatic";
  /** When the store took it. */
  delivered_at: string | null;
  /** From when on it is safe to take the former one down. */
  safe_at: string | null;
};

/** A store has had a release from here for long enough: the former distributor may take it down there. */
export type MigrationStoreSafeEvent = {
  id: string;
  event_type: "migration.store.safe";
  created_at: string;
  data: {
    migration_id: string;
    release_id: string;
    /** In your own words. */
    previous_distributor: string;
    previous_status: "awaiting_delivery" | "overlapping" | "safe_to_take_down";
    store: MigrationStore;
  };
};

export type MissingRate = {
  /** ISO 4217. */
  from: string;
  /** ISO 4217. */
  to: string;
  /** The amount that waits for it, in `from`. */
  amount: string;
  /** How many would be stated by it. */
  organizations: number;
  /** How many have such amounts. */
  reports: number;
};

export type MissingRates = {
  data: Array<MissingRate>;
};

export type MovedPayouts = {
  data: Array<AnyPayout>;
};

export type NamedWork = {
  isrc?: string | undefined;
  upc?: string | undefined;
  line?: number | undefined;
};

export type NewAdjustment = {
  /** ISO 4217. */
  currency: string;
  /** Signed, in whole minor units. A negative amount is taken from the balance. */
  amount: string;
  /** Shown to the partner. */
  reason: string;
};

export type NewApiKey = {
  name?: string | null | undefined;
  /** Without it, the key gets the scopes of the key that makes it; a key made by the operator gets all. */
  scopes?: Array<"catalog:read" | "catalog:write" | "deliveries:read" | "deliveries:write" | "webhooks:read" | "webhooks:write" | "royalties:read" | "payouts:read" | "payouts:write" | "payees:read" | "payees:write" | "ddex:write" | "keys:write" | "members:read" | "members:write"> | undefined;
  /** RFC 3339, in the future, and not later than the key or access token that makes it. Without it, the key expires with that one. A key made by the operator, or with a key that never expires, never expires. */
  expires_at?: string | null | undefined;
};

export type NewAsset = {
  type: "audio" | "artwork";
  filename: string;
  /** The type that you declare. The service finds the actual format in the bytes. */
  content_type: string;
  /** Audio: at most 2 GiB. Artwork: at most 50 MiB. */
  size_bytes: number;
  /** SHA-256 of all the bytes, in hex. */
  checksum_sha256?: string | null | undefined;
};

export type NewChangelogEntry = {
  /** The day of the change. */
  date: string;
  title: string;
  /** The change, in Markdown. */
  body: string;
};

export type NewContract = {
  name: string;
  applies_to: ContractSubject;
  /** The first month of use that it holds. Null: from the beginning. */
  starts_on?: string | null | undefined;
  /** The last month of use that it holds. Null: no end. */
  ends_on?: string | null | undefined;
  /** The first that holds a line gives the rate of it that is payable; without one it is 0. An active contract has at least one. */
  terms?: Array<ContractTerm> | undefined;
  /** The payees' parts of what is payable, at most 1 together; the rest is the organization's. An active contract has at least one. */
  shares?: Array<ContractShare> | undefined;
};

export type NewContractCost = {
  kind: "advance" | "cost";
  /** Above 0, in whole minor units. */
  amount: string;
  /** ISO 4217. */
  currency: string;
  description: string;
};

export type NewConversion = {
  /** A payee whom the operator pays: its balance is moved. Without it: the organization's own. */
  payee_id?: string | undefined;
  /** ISO 4217. */
  from: string;
  /** ISO 4217. */
  to: string;
  /** One of `from` in `to`. */
  rate: string;
  /** In whole minor units of `from`, with the sign of the available balance and not beyond it. Default: all of it, cut to minor units. */
  amount?: string | undefined;
  /** Shown to the partner. */
  reason: string;
};

export type NewDelivery = {
  release_id: string;
  store_ids: Array<string>;
  /** ISO 3166-1 alpha-2 codes, or `WORLDWIDE` alone: all that the chosen stores serve. */
  territory_codes: Array<string>;
  /** Pre-order, preview and price tiers at stores of this request. Fields that are left out stay as they are, and null removes one. */
  terms?: Array<GivenTerms> | undefined;
};

export type NewExchangeRate = {
  /** The month that is closed with it. */
  period: string;
  /** ISO 4217. */
  from: string;
  /** ISO 4217. */
  to: string;
  /** One of `from` in `to`. */
  rate: string;
};

export type NewMember = {
  email: string;
  role: "owner" | "manager" | "editor" | "finance" | "viewer" | "payee";
  /** The member sees releases of these labels alone. For manager, editor, viewer. Null: all releases. */
  labels?: Array<string> | null | undefined;
  /** For the role payee, and only for it: the payees whose statements and balance the member reads. Null for other roles. */
  payee_ids?: Array<string> | null | undefined;
};

export type NewMigration = {
  release_id: string;
  /** In your own words. */
  previous_distributor: string;
  /** How many days both distributors have the release at a store. */
  overlap_days?: number | undefined;
};

export type NewOAuthClient = {
  name?: string | null | undefined;
  /** The scopes of its tokens. If omitted, all scopes. */
  scopes?: Array<"catalog:read" | "catalog:write" | "deliveries:read" | "deliveries:write" | "webhooks:read" | "webhooks:write" | "royalties:read" | "payouts:read" | "payouts:write" | "payees:read" | "payees:write" | "ddex:write" | "keys:write" | "members:read" | "members:write"> | undefined;
};

export type NewOrganization = {
  name: string;
  tier?: "starter" | "pro" | "enterprise" | undefined;
  /** The label of releases that do not name one. */
  label?: string | undefined;
  /** The reviewer of submissions: the service by itself, or the operator. */
  review?: "automatic" | "manual" | undefined;
  /** Keys of a suspended organization are refused. */
  status?: "active" | "suspended" | undefined;
  /** The ranges that UPCs are assigned from. */
  upc_ranges?: Array<{
    first: string;
    last: string;
  }> | undefined;
  isrc_prefix?: string | null | undefined;
  /** ISO 3166-1 alpha-2 codes, or `WORLD` alone. */
  licensed_territories?: Array<string> | undefined;
  fee_rate?: string | undefined;
  /** Fee rates of some stores, territories and months of use. The first that holds a line gives its rate; `fee_rate` is that of all other lines. */
  fee_terms?: Array<FeeTerm> | undefined;
  withholding_rate?: string | undefined;
  /** Territories whose usage is taxed: ISO 3166-1 alpha-2 codes, `XK`, and `ZZ` for usage of no known territory. Null: everywhere. */
  withholding_territories?: Array<string> | null | undefined;
  /** By currency, in whole minor units: the least that is paid out. It replaces the old value whole. */
  minimum_payouts?: Record<string, string> | undefined;
  /** Payouts of payees without a valid tax form are put on hold. */
  requires_tax_form?: boolean | undefined;
  /** The one currency (ISO 4217) that the organization is stated in: closes that begin later convert all other currencies by the exchange rates of their month. Null: one statement for each currency. Balances stay where they are. */
  payout_currency?: string | null | undefined;
  /** The organization's DDEX Party Identifier. */
  ddex_party_id?: string | null | undefined;
  /** In place of the tier's numbers. */
  rate_limit?: {
    per_minute: number;
    burst: number;
  } | null | undefined;
  /** Null: as the tier has. */
  storage_quota_bytes?: number | null | undefined;
};

export type NewPayee = {
  name: string;
  /** Changes of the payment details are mailed to it; 100 such mails a day at most. */
  email?: string | null | undefined;
  /** Your own id for the payee. No two payees have the same. */
  external_id?: string | null | undefined;
  /** `operator`: the payee's money leaves your balance, and the operator pays it out. `organization`: it stays in your balance, and you pay the payee yourself. */
  paid_by?: "operator" | "organization" | undefined;
  /** By currency, in whole minor units: the least that is paid out. It replaces the old value whole. */
  minimum_payouts?: Record<string, string> | undefined;
  tax?: GivenPayeeTax | undefined;
};

export type NewPayeePayment = {
  /** ISO 4217. */
  currency: string;
  /** In whole minor units, not more than is available. */
  amount: string;
  /** The day on which you paid, not in the future. */
  paid_on: string;
  /** Your own reference. */
  reference?: string | undefined;
};

export type NewPayout = {
  /** A payee that the operator pays: the payout takes from its balance, by its minimum. Needs the scope `payees:read`, too. Without it: from the organization's own balance. */
  payee_id?: string | undefined;
  /** ISO 4217. */
  currency: string;
  /** In whole minor units. Without it: everything available, rounded down to minor units. */
  amount?: string | undefined;
};

export type NewPayoutHold = {
  code?: "identity_verification" | "compliance_review" | "other" | undefined;
  reason: string;
  /** Actions that the partner must take before the payout continues. */
  required_actions: Array<string>;
};

export type NewRelease = {
  /** As shown in stores. */
  title: string;
  /** In order; at least one has the role `main`. */
  artists: Array<Artist>;
  release_date: string;
  version?: string | null | undefined;
  /** Taken from the tracks unless set. */
  type?: "single" | "ep" | "album" | "compilation" | null | undefined;
  original_release_date?: string | null | undefined;
  genre?: string | null | undefined;
  language?: string | null | undefined;
  p_line?: string | null | undefined;
  c_line?: string | null | undefined;
  /** An EAN or other GTIN-13. Stores then know the release by it, and not by its UPC. */
  ean?: string | null | undefined;
  /** The label's own number. */
  catalog_number?: string | null | undefined;
  /** Only beside a `genre`, which it is a part of. */
  subgenre?: string | null | undefined;
  /** The title and the names of artists in other languages or scripts, one entry a language. */
  translations?: Array<Translation> | null | undefined;
  /** When stores may offer it; in UTC on its `release_date` or a day beside it. Without it: at midnight of that date, by the time of each territory. */
  start_at?: string | null | undefined;
  /** Without it, the organization's. */
  label?: string | null | undefined;
  /** Without it, one is assigned from the organization's ranges. */
  upc?: string | null | undefined;
  /** ISO 3166-1 alpha-2 codes, or `WORLD` alone. */
  territories?: Array<string> | undefined;
  explicit?: boolean | undefined;
  /** How much of the artwork artificial intelligence made. */
  artwork_ai?: "none" | "partial" | "full" | undefined;
};

export type NewReportFormat = {
  /** `format_` and up to 50 small letters, digits and underscores. It never changes. */
  format_id: string;
  /** Another format, whose fields are taken where none are sent. Without it, `name` and `columns` are needed. */
  based_on?: string | undefined;
  name?: string | undefined;
  /** The sender that it belongs to. Null: any. */
  store_id?: string | null | undefined;
  file?: {
    /** `auto`: by the first bytes. */
    encoding?: "auto" | "utf-8" | "utf-16" | "windows-1252" | undefined;
    /** `auto`: by the heading row. */
    separator?: "auto" | "comma" | "semicolon" | "tab" | "pipe" | undefined;
    /** Files of a zip whose name fits are read. `*` stands for any characters, `?` for one; case does not matter. */
    name_pattern?: string | undefined;
  } | undefined;
  rows?: {
    /** The line of the heading row; or `{contains}` with names: the first of the first 200 lines that has them all. */
    header?: number | {
      contains: Array<string>;
    } | undefined;
    /** The first row of which this is true ends the file. */
    stop_when?: {
      /** By its name, or by its number from 1; or up to 5 names: the first that the file has. */
      column: Array<string> | number | string;
      equals: Array<string>;
    } | undefined;
    skip_when?: Array<{
      /** By its name, or by its number from 1; or up to 5 names: the first that the file has. */
      column: Array<string> | number | string;
      equals: Array<string>;
    }> | undefined;
    /** That many rows at the end are left out. */
    last_rows?: number | undefined;
  } | undefined;
  columns?: ReportFormatColumns | undefined;
  parse?: {
    decimal?: "." | "," | undefined;
    /** One of `YYYY-MM-DD`, `YYYY-MM`, `YYYYMM`, `MM/DD/YYYY`, `DD.MM.YYYY`, `DD/MM/YYYY`, `MMM-YY`; or up to 3 of them: the first that fits a cell. */
    date?: Array<string> | string | undefined;
    /** Stands between digits. */
    grouping?: "." | "," | "'" | " " | undefined;
    /** Texts of the file to codes of ISO 3166-1, or `ZZ`. */
    territory_names?: Record<string, string> | undefined;
    /** Makes count and amount negative; what is negative already stays. */
    negative_when?: {
      /** By its name, or by its number from 1; or up to 5 names: the first that the file has. */
      column: Array<string> | number | string;
      equals: Array<string>;
    } | undefined;
  } | undefined;
  /** For rows that name no known store: `refuse`, or the `store_id` that they count for. */
  unknown_store?: string | undefined;
  /** Names of stores in the file to their `store_id`. After these, the stores' own `report_names` are looked at. */
  store_names?: Record<string, string> | undefined;
};

export type NewSandboxAsset = {
  type: "audio" | "artwork";
  /** With `processing`, the asset stays in processing for good. */
  status?: "ready" | "processing" | "failed" | undefined;
};

export type NewSandboxEvent = {
  event_type: "ping" | "release.status.changed" | "submission.reviewed" | "asset.ready" | "asset.failed" | "delivery.store.updated" | "delivery.completed" | "delivery.taken_down" | "migration.store.safe" | "statement.available" | "payee_statement.available" | "contract.recouped" | "payout.status.changed" | "api.changelog.published";
  /** Fields of the event's `data` that replace those of the example. */
  data?: Record<string, unknown> | undefined;
};

export type NewSandboxStatement = {
  /** Any month up to the present. */
  period: string;
  /** The sales of your tracks, as stores would report them. */
  rows: Array<{
    isrc: string;
    store_id: string;
    territory: string;
    play_count: number;
    unit_rate: string;
    /** ISO 4217. */
    currency: string;
  }>;
};

export type NewStaff = {
  email: string;
  role: "admin" | "reviewer" | "finance" | "support";
};

export type NewStore = {
  /** `store_` and up to 50 small letters, digits and underscores */
  store_id: string;
  name: string;
  /** ISO 3166-1 alpha-2 codes, or `WORLD` alone. */
  territories: Array<string>;
  /** How the store is reached, by its `kind`. `simulated`: no store is called; the service answers as a store would; `behaviour`, `latency_ms`, `format`. `manual`: the operator sends releases by hand and enters the store's answers. `reported`: sales reports name it; nothing is sent to it. `ern_sftp`: ERN messages and their files over SFTP; acknowledgements are read back; `host`, `port`, `username`, `host_key`, `recipients`, `deals`, `takedown_style`, `default_genre`, `compilation`, `resend_files`, `territory_attributes`, `lyrics`, `folder`, `batches`, `folder_name`, `signal`, `signal_name`, `acknowledgements`, `ask_every_s`, `password` (secret), `private_key` (secret), `passphrase` (secret). `ern_s3`: ERN messages and their files in S3-compatible storage; acknowledgements are read back; `bucket`, `region`, `endpoint`, `recipients`, `deals`, `takedown_style`, `default_genre`, `compilation`, `resend_files`, `territory_attributes`, `lyrics`, `folder`, `batches`, `folder_name`, `signal`, `signal_name`, `acknowledgements`, `ask_every_s`, `access_key_id` (secret), `secret_access_key` (secret). `ern_http`: the store fetches its messages from its feed, with a credential of its own; `recipients`, `deals`, `takedown_style`, `default_genre`, `compilation`, `resend_files`, `territory_attributes`, `lyrics`. Secrets are write-only. */
  connector: {
    kind: "simulated" | "manual" | "reported" | "ern_sftp" | "ern_s3" | "ern_http";
    [field: string]: unknown;
  };
  /** Nothing is sent to a paused one. */
  status?: "active" | "paused" | undefined;
  capabilities?: {
    /** Listeners stream. */
    streaming?: boolean | undefined;
    /** Listeners buy downloads. */
    download?: boolean | undefined;
    /** It sells before the release date. */
    preorder?: boolean | undefined;
    /** It accepts changed metadata of releases that it has. */
    updates?: boolean | undefined;
    /** It takes releases down on request. */
    takedown?: boolean | undefined;
    /** Its users upload recordings, and it pays for those that it recognizes. */
    ugc?: boolean | undefined;
    /** The format of the messages that it gets. */
    message_format?: "ern_4.3.2" | "ern_4.3" | "ern_3.8.3" | undefined;
  } | undefined;
  requirements?: Requirements | undefined;
  /** How sales reports call the store. No two stores share one; case and blanks around a name do not count. */
  report_names?: Array<string> | undefined;
  /** Genres of releases to the store's own. Case does not count. With any, a genre that is not among them goes out as `default_genre`. Lists of stores leave it out. */
  genres?: Record<string, StoreGenre> | undefined;
  /** Roles of contributors to codes of DDEX that the store's `message_format` has. Case does not count. They are asked before the service's own table. Lists of stores leave it out. */
  roles?: Record<string, string> | undefined;
  /** The price tiers that the terms of a delivery may name, by `code`. */
  price_tiers?: Array<PriceTier> | undefined;
  /** In messages of ERN 3, in place of the release profile that the service names. */
  release_profile?: string | null | undefined;
  /** How the store takes over a release that another distributor delivered before. */
  migration?: "overlap" | "replace" | "takedown_first" | "automatic" | undefined;
};

export type NewStoreCredential = {
  name?: string | null | undefined;
};

export type NewSubmission = {
  deliver?: RequestedDelivery | undefined;
};

export type NewTrack = {
  release_id: string;
  /** As shown in stores. */
  title: string;
  version?: string | null | undefined;
  /** Without them, the release's. */
  artists?: Array<Artist> | null | undefined;
  /** Other people to credit: composers, lyricists, producers. */
  contributors?: Array<Contributor> | null | undefined;
  /** Without it, one is assigned if the organization has an `isrc_prefix`. */
  isrc?: string | null | undefined;
  language?: string | null | undefined;
  lyrics?: string | null | undefined;
  /** The lyrics with times, as LRC: each line begins with the time at which it is sung, none before an earlier one. */
  lyrics_synced?: string | null | undefined;
  /** The owner of this recording, with the year. Without it, the release's. */
  p_line?: string | null | undefined;
  /** The year in which it was recorded, next year at the latest. */
  recording_year?: number | null | undefined;
  /** Where it was recorded: an ISO 3166-1 alpha-2 code, or XK for Kosovo. */
  recording_country?: string | null | undefined;
  /** The code of the composition. Its signs may be left out. */
  iswc?: string | null | undefined;
  /** The publishers of the composition. */
  publishers?: Array<Publisher> | null | undefined;
  /** The work that a movement is a part of; for classical music. */
  work?: string | null | undefined;
  /** Its place in the `work`. */
  movement_number?: number | null | undefined;
  /** Its own name in the `work`. */
  movement_title?: string | null | undefined;
  /** The title and the names of artists in other languages or scripts, one entry a language. */
  translations?: Array<Translation> | null | undefined;
  ai_parts?: AiParts | undefined;
  /** An audio asset; it must be `ready` when the release is submitted. */
  audio_asset_id?: string | null | undefined;
  disc_number?: number | null | undefined;
  /** Without it, the track comes last on its disc. */
  track_number?: number | null | undefined;
  /** ISO 3166-1 alpha-2 codes inside the release's `territories`. Without it, the track follows the release's territories. One code may stand without an array. */
  territory?: string | Array<string> | null | undefined;
  explicit?: boolean | undefined;
  /** It is on the release, and stores do not offer it by itself. */
  withheld?: boolean | undefined;
  /** `clean`: an edited version of a track that is explicit. `explicit` follows from it. A request with `explicit` alone sets it, but false leaves `clean` as it is. */
  advisory?: "none" | "explicit" | "clean" | undefined;
  /** It has no vocals. */
  is_instrumental?: boolean | undefined;
  /** Another artist recorded the composition first. */
  is_cover?: boolean | undefined;
  /** How much of it artificial intelligence made. */
  ai?: "none" | "partial" | "full" | undefined;
  /** Buyers of a pre-order get it at once. Without a pre-order it does nothing. */
  instant_gratification?: boolean | undefined;
};

export type NewTracks = {
  tracks: Array<NewTrack>;
};

export type NewWebhook = {
  url: string;
  /** A type of events, or several; `GET /v1/event-types` lists them. */
  event_type: string | Array<string>;
  description?: string | null | undefined;
  /** Your own secret: `whsec_` and the base64 of 24 to 64 random bytes. The service never shows it. Without it the service makes one. */
  secret?: string | undefined;
};

export type OAuthClient = {
  client_id: string;
  name: string | null;
  scopes: Array<"catalog:read" | "catalog:write" | "deliveries:read" | "deliveries:write" | "webhooks:read" | "webhooks:write" | "royalties:read" | "payouts:read" | "payouts:write" | "payees:read" | "payees:write" | "ddex:write" | "keys:write" | "members:read" | "members:write">;
  created_at: string;
};

export type OAuthClientList = {
  data: Array<OAuthClient>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type OfferedSecondFactor = {
  /** Base32, for an authenticator app; null in a replay. */
  secret: string | null;
  /** The same as a link, which the pages draw as a QR code. */
  otpauth_url: string | null;
};

/** How many of each wait for a person; 1,000 stands for any larger number. */
export type OperatorOverview = {
  submissions_to_review: number;
  deliveries_action_required: number;
  deliveries_stalled: number;
  payouts_pending: number;
  payouts_on_hold: number;
  jobs_parked: number;
  /** Reports with rows that belong to no track yet. */
  sales_unmatched: number;
};

export type OperatorStatement = {
  id: string;
  period_start: string;
  /** Inclusive. */
  period_end: string;
  /** ISO 4217. */
  currency: string;
  gross_amount: string;
  /** The distribution fee. */
  fee_amount: string;
  /** Withholding tax. */
  tax_amount: string;
  /** Gross less fee and tax. */
  net_amount: string;
  /** The general rate, as it was used. */
  fee_rate: string;
  /** All rates of fees that were used, and the earnings that each was used on. More than one if your fee differs by store or territory. */
  fee_rates: Array<StatementFeeRate>;
  /** As it was used. */
  withholding_rate: string;
  /** As they were used: usage in these territories alone was taxed. Null: in all of them. */
  withholding_territories: Array<string> | null;
  line_item_count: number;
  /** The rates by which amounts in other currencies were converted. Empty where nothing was converted. Later changes of rates do not change a statement. */
  exchange_rates: Array<StatementRate>;
  created_at: string;
  organization_id: string;
};

export type OperatorStatementList = {
  data: Array<OperatorStatement>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type OperatorStore = {
  /** `store_` and up to 50 small letters, digits and underscores */
  store_id: string;
  name: string;
  /** ISO 3166-1 alpha-2 codes, or `WORLD` alone. */
  territories: Array<string>;
  capabilities: {
    /** Listeners stream. */
    streaming: boolean;
    /** Listeners buy downloads. */
    download: boolean;
    /** It sells before the release date. */
    preorder: boolean;
    /** It accepts changed metadata of releases that it has. */
    updates: boolean;
    /** It takes releases down on request. */
    takedown: boolean;
    /** Its users upload recordings, and it pays for those that it recognizes. */
    ugc: boolean;
    /** The format of the messages that it gets. */
    message_format: "ern_4.3.2" | "ern_4.3" | "ern_3.8.3";
  };
  /** `standard`, `none`, or rules of `GET /v1/preflight-rules` by their code, each with its settings. */
  requirements: string | Record<string, unknown>;
  /** Nothing is sent to a paused one. */
  status: "active" | "paused";
  /** The price tiers that the terms of a delivery may name, by `code`. */
  price_tiers: Array<PriceTier>;
  /** In messages of ERN 3, in place of the release profile that the service names. */
  release_profile: string | null;
  /** How the store takes over a release that another distributor delivered before. */
  migration: "overlap" | "replace" | "takedown_first" | "automatic";
  /** Genres of releases to the store's own. Case does not count. With any, a genre that is not among them goes out as `default_genre`. Lists of stores leave it out. */
  genres?: Record<string, StoreGenre> | undefined;
  /** Roles of contributors to codes of DDEX that the store's `message_format` has. Case does not count. They are asked before the service's own table. Lists of stores leave it out. */
  roles?: Record<string, string> | undefined;
  /** Its kind and settings. Secrets are never shown. */
  connector: {
    kind: string;
    [field: string]: unknown;
  };
  /** The names of the connector's secrets that are set. */
  connector_secrets: Array<string>;
  /** How sales reports call the store. No two stores share one; case and blanks around a name do not count. */
  report_names: Array<string>;
  created_at: string;
  updated_at: string;
};

export type Organization = {
  id: string;
  name: string;
  tier: "starter" | "pro" | "enterprise";
  /** The label of releases that do not name one. */
  label: string;
  /** The reviewer of submissions: the service by itself, or the operator. */
  review: "automatic" | "manual";
  /** Keys of a suspended organization are refused. */
  status: "active" | "suspended";
  /** The ranges that UPCs are assigned from. */
  upc_ranges: Array<{
    first: string;
    last: string;
  }>;
  isrc_prefix: string | null;
  /** ISO 3166-1 alpha-2 codes, or `WORLD` alone. */
  licensed_territories: Array<string>;
  fee_rate: string;
  /** Fee rates of some stores, territories and months of use. The first that holds a line gives its rate; `fee_rate` is that of all other lines. */
  fee_terms: Array<FeeTerm>;
  withholding_rate: string;
  /** Territories whose usage is taxed: ISO 3166-1 alpha-2 codes, `XK`, and `ZZ` for usage of no known territory. Null: everywhere. */
  withholding_territories: Array<string> | null;
  /** By currency, in whole minor units: the least that is paid out. It replaces the old value whole. */
  minimum_payouts: Record<string, string>;
  /** Payouts of payees without a valid tax form are put on hold. */
  requires_tax_form: boolean;
  /** The one currency (ISO 4217) that the organization is stated in: closes that begin later convert all other currencies by the exchange rates of their month. Null: one statement for each currency. Balances stay where they are. */
  payout_currency: string | null;
  /** The organization's DDEX Party Identifier. */
  ddex_party_id: string | null;
  /** In place of the tier's numbers. */
  rate_limit: {
    per_minute: number;
    burst: number;
  } | null;
  /** The total size that the organization's files may have, open uploads included. */
  storage_quota_bytes: number;
  storage_used_bytes: number;
  created_at: string;
  updated_at: string;
};

export type OrganizationChanges = {
  name?: string | undefined;
  tier?: "starter" | "pro" | "enterprise" | undefined;
  /** The label of releases that do not name one. */
  label?: string | undefined;
  /** The reviewer of submissions: the service by itself, or the operator. */
  review?: "automatic" | "manual" | undefined;
  /** Keys of a suspended organization are refused. */
  status?: "active" | "suspended" | undefined;
  /** The ranges that UPCs are assigned from. */
  upc_ranges?: Array<{
    first: string;
    last: string;
  }> | undefined;
  isrc_prefix?: string | null | undefined;
  /** ISO 3166-1 alpha-2 codes, or `WORLD` alone. */
  licensed_territories?: Array<string> | undefined;
  fee_rate?: string | undefined;
  /** Fee rates of some stores, territories and months of use. The first that holds a line gives its rate; `fee_rate` is that of all other lines. */
  fee_terms?: Array<FeeTerm> | undefined;
  withholding_rate?: string | undefined;
  /** Territories whose usage is taxed: ISO 3166-1 alpha-2 codes, `XK`, and `ZZ` for usage of no known territory. Null: everywhere. */
  withholding_territories?: Array<string> | null | undefined;
  /** By currency, in whole minor units: the least that is paid out. It replaces the old value whole. */
  minimum_payouts?: Record<string, string> | undefined;
  /** Payouts of payees without a valid tax form are put on hold. */
  requires_tax_form?: boolean | undefined;
  /** The one currency (ISO 4217) that the organization is stated in: closes that begin later convert all other currencies by the exchange rates of their month. Null: one statement for each currency. Balances stay where they are. */
  payout_currency?: string | null | undefined;
  /** The organization's DDEX Party Identifier. */
  ddex_party_id?: string | null | undefined;
  /** In place of the tier's numbers. */
  rate_limit?: {
    per_minute: number;
    burst: number;
  } | null | undefined;
  /** Null: as the tier has. */
  storage_quota_bytes?: number | null | undefined;
};

export type OrganizationDelivery = {
  id: string;
  release_id: string;
  status: "in_progress" | "delivered" | "rejected" | "action_required" | "taken_down" | "cancelled";
  territory_codes: Array<string>;
  stores: Array<DeliveryStore>;
  created_at: string;
  updated_at: string;
  completed_at: string | null;
  organization_id: string;
  /** In lists. */
  organization_name?: string | undefined;
  /** In lists. */
  release_title?: string | undefined;
};

export type OrganizationDeliveryList = {
  data: Array<OrganizationDelivery>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type OrganizationList = {
  data: Array<Organization>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type Overview = {
  /** The most pressing kinds first, each with its newest; 20 of a kind at most. */
  attention: Array<Attention>;
  /** Deliveries that wait for stores, newest first; five at most. */
  under_way: Array<DeliveryUnderWay> | null;
  /** Submitted or delivered releases whose day is still to come, the next first; five at most. */
  next_releases: Array<ReleaseInBrief> | null;
  /** The newest six. */
  latest_releases: Array<ReleaseInBrief> | null;
  balances: Array<Balance> | null;
  /** Which first steps the organization has made. */
  has: {
    release: boolean;
    file: boolean;
    submission: boolean;
    delivery: boolean;
    webhook: boolean;
  };
};

export type OwnPayeeBalances = {
  data: Array<{
    payee_id: string;
    name: string;
    /** ISO 4217. */
    currency: string;
    /** The amount that can be paid out. Negative if corrections took more than was available; it is carried forward. */
    available: string;
    /** In payouts that are under way. */
    pending: string;
  }>;
};

export type Payee = {
  id: string;
  name: string;
  /** Changes of the payment details are mailed to it; 100 such mails a day at most. */
  email: string | null;
  /** Your own id for the payee. No two payees have the same. */
  external_id: string | null;
  /** `operator`: the payee's money leaves your balance, and the operator pays it out. `organization`: it stays in your balance, and you pay the payee yourself. */
  paid_by: "operator" | "organization";
  /** By currency, in whole minor units: the least that is paid out. It replaces the old value whole. */
  minimum_payouts: Record<string, string>;
  tax: PayeeTax;
  status: "active" | "archived";
  created_at: string;
  updated_at: string;
  payment: Payment;
};

export type PayeeAdjustment = {
  id: string;
  payee_id: string;
  /** ISO 4217. */
  currency: string;
  amount: string;
  reason: string;
  created_at: string;
};

export type PayeeChanges = {
  name?: string | undefined;
  /** Changes of the payment details are mailed to it; 100 such mails a day at most. */
  email?: string | null | undefined;
  /** Your own id for the payee. No two payees have the same. */
  external_id?: string | null | undefined;
  /** `operator`: the payee's money leaves your balance, and the operator pays it out. `organization`: it stays in your balance, and you pay the payee yourself. */
  paid_by?: "operator" | "organization" | undefined;
  /** By currency, in whole minor units: the least that is paid out. It replaces the old value whole. */
  minimum_payouts?: Record<string, string> | undefined;
  tax?: GivenPayeeTax | undefined;
  status?: "active" | "archived" | undefined;
  /** Null removes the payment details. Others are set at `…/payment`. */
  payment?: null | undefined;
};

export type PayeeLineItem = {
  id: string;
  contract_id: string;
  isrc: string;
  track_id: string;
  release_id: string;
  store_id: string;
  /** `ZZ` if the territory is not known. */
  territory: string;
  /** Negative for returns and corrections. */
  play_count: number;
  /** The month in which it was played. */
  usage_period: string;
  /** The earnings less fee and tax of the organization, exactly. */
  base_amount: string;
  /** The rate of the first term of the contract that holds the line; 0 without one. */
  rate: string;
  /** The payee's share in the contract. */
  share: string;
  /** `base_amount` × `rate` × `share`, exactly: before anything was recouped. */
  amount: string;
};

export type PayeeLineItemList = {
  data: Array<PayeeLineItem>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type PayeeList = {
  data: Array<Payee>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type PayeePayment = {
  id: string;
  payee_id: string;
  /** ISO 4217. */
  currency: string;
  amount: string;
  /** The day on which you paid, not in the future. */
  paid_on: string;
  /** Your own reference. */
  reference: string | null;
  created_at: string;
};

export type PayeeStatement = {
  id: string;
  payee_id: string;
  /** As it was. */
  payee_name: string;
  statement_id: string;
  period_start: string;
  /** Inclusive. */
  period_end: string;
  /** ISO 4217. */
  currency: string;
  /** The sum of the shares of all contracts. */
  share_amount: string;
  /** The part of it that was taxed. */
  taxable_amount: string;
  /** As it was used. */
  tax_rate: string;
  /** Withholding tax. */
  tax_amount: string;
  /** The shares less the tax. */
  net_amount: string;
  /** The payee's balance when the statement was written. `net_amount` was then added to it. */
  balance_before: string;
  /** As it was. */
  paid_by: "operator" | "organization";
  contracts: Array<SharedContract>;
  line_item_count: number;
  created_at: string;
};

/** A payee's share of a statement was written. */
export type PayeeStatementAvailableEvent = {
  id: string;
  event_type: "payee_statement.available";
  created_at: string;
  data: {
    id: string;
    payee_id: string;
    /** As it was. */
    payee_name: string;
    statement_id: string;
    period_start: string;
    /** Inclusive. */
    period_end: string;
    /** ISO 4217. */
    currency: string;
    /** The sum of the shares of all contracts. */
    share_amount: string;
    /** The part of it that was taxed. */
    taxable_amount: string;
    /** As it was used. */
    tax_rate: string;
    /** Withholding tax. */
    tax_amount: string;
    /** The shares less the tax. */
    net_amount: string;
    /** The payee's balance when the statement was written. `net_amount` was then added to it. */
    balance_before: string;
    /** As it was. */
    paid_by: "operator" | "organization";
    contracts: Array<SharedContract>;
    line_item_count: number;
    created_at: string;
  };
};

export type PayeeStatementList = {
  data: Array<PayeeStatement>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type PayeeTax = {
  /** The country where the payee pays tax. */
  country: string | null;
  /** The tax form that you have received. */
  form: "w9" | "w8ben" | "w8ben_e" | "other" | null;
  received_on: string | null;
  /** The last day on which the form is valid. */
  expires_on: string | null;
  /** The part of the payee's share that is withheld. "0" unless you set it. */
  withholding_rate: string;
  /** Territories whose usage is taxed: ISO 3166-1 alpha-2 codes, `XK`, and `ZZ` for usage of no known territory. Null: everywhere. */
  withholding_territories: Array<string> | null;
};

export type PayeeTransaction = {
  id: string;
  /** `payout` takes its amount when it is requested; `payout_returned` brings it back when the payout becomes `failed` or `cancelled`. `payment` is what the organization paid by itself. `conversion` moves the balance into another currency. */
  type: "statement" | "payout" | "payout_returned" | "payment" | "adjustment" | "conversion";
  /** Signed. All amounts of a currency sum to `available`. */
  amount: string;
  /** ISO 4217. */
  currency: string;
  /** The payee statement, payout, payment, adjustment or conversion. */
  source_id: string;
  description: string;
  created_at: string;
};

export type PayeeTransactionList = {
  data: Array<PayeeTransaction>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type Payment = {
  method: "bank" | "paypal" | "other";
  /** The last four characters of the IBAN, the account number, the PayPal address or the text. */
  last4: string;
  changed_at: string;
  /** False: the service has lost the secret that these details were sealed with. Send them again. */
  is_readable: boolean;
} | null;

/** `bank`: `holder` and `iban`, or `holder`, `account_number` and `country` with `routing_number` and `bic` if there are any. `paypal`: `email`. `other`: `text`. */
export type PaymentDetails = {
  method: "bank" | "paypal" | "other";
  /** The holder of the account. */
  holder?: string | undefined;
  iban?: string | undefined;
  account_number?: string | undefined;
  /** The code of the bank, as its country has it. In the United States: nine digits. */
  routing_number?: string | undefined;
  bic?: string | undefined;
  /** The country of the bank, ISO 3166-1 alpha-2. */
  country?: string | undefined;
  /** The address of the PayPal account. */
  email?: string | undefined;
  /** How to pay, in words. */
  text?: string | undefined;
};

export type Payout = {
  id: string;
  /** Null for a payout of the organization's own balance. */
  payee_id: string | null;
  /** As it was when the payout was requested. Null without the scope `payees:read`, and in events. */
  payee_name: string | null;
  amount: string;
  /** ISO 4217. */
  currency: string;
  status: "pending" | "on_hold" | "processing" | "paid" | "failed" | "cancelled";
  hold: PayoutHold;
  failure_reason: string | null;
  /** The bank's reference for the transfer. */
  reference: string | null;
  created_at: string;
  updated_at: string;
  /** It is kept when the bank returns the money and the payout becomes `failed`. */
  paid_at: string | null;
};

export type PayoutFailure = {
  reason: string;
};

/** Why the payout waits, and what to do. Null unless it is `on_hold`. */
export type PayoutHold = {
  code: "identity_verification" | "compliance_review" | "other";
  reason: string;
  /** Actions that the partner must take before the payout continues. */
  required_actions: Array<string>;
  since: string;
} | null;

export type PayoutList = {
  data: Array<Payout>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type PayoutPayment = {
  /** The bank's reference for the transfer. */
  reference?: string | undefined;
};

/** A payout's status changed. */
export type PayoutStatusChangedEvent = {
  id: string;
  event_type: "payout.status.changed";
  created_at: string;
  data: {
    id: string;
    /** Null for a payout of the organization's own balance. */
    payee_id: string | null;
    /** As it was when the payout was requested. Null without the scope `payees:read`, and in events. */
    payee_name: string | null;
    amount: string;
    /** ISO 4217. */
    currency: string;
    status: "pending" | "on_hold" | "processing" | "paid" | "failed" | "cancelled";
    hold: PayoutHold;
    failure_reason: string | null;
    /** The bank's reference for the transfer. */
    reference: string | null;
    created_at: string;
    updated_at: string;
    /** It is kept when the bank returns the money and the payout becomes `failed`. */
    paid_at: string | null;
    previous_status: "pending" | "on_hold" | "processing" | "paid" | "failed" | "cancelled";
  };
};

export type PayoutsToPay = {
  payout_ids: Array<string>;
  /** The bank's reference for the transfer. */
  reference?: string | undefined;
};

export type PayoutsToProcess = {
  payout_ids: Array<string>;
};

export type Peaks = {
  /** The loudest sample of each of 600 equal parts; 255 is full scale. */
  peaks: Array<number>;
};

export type PeriodClose = {
  data: Array<OperatorStatement>;
  period: string;
  has_more: boolean;
  /** Earlier months that have reports and were never closed: their rows are on no statement. */
  warnings: Array<string>;
};

export type Person = {
  id: string;
  email: string;
  /** The address, until the person has accepted. */
  name: string;
  status: "invited" | "active" | "disabled";
  email_verified_at: string | null;
  has_password: boolean;
  second_factor: "none" | "totp";
  /** The issuer that the person is bound to. */
  identity_provider: string | null;
  created_at: string;
  last_sign_in_at: string | null;
};

export type PersonChanges = {
  /** A disabled person is signed out and cannot sign in. */
  status?: "active" | "disabled" | undefined;
  /** The next sign-in needs the password alone. */
  remove_second_factor?: boolean | undefined;
  /** The next sign-in by the identity provider binds it again. */
  unbind_identity?: boolean | undefined;
};

export type PersonList = {
  data: Array<Person>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type PersonSession = {
  id: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  address: string | null;
  user_agent: string | null;
  is_current: boolean;
};

export type PersonSessionList = {
  data: Array<PersonSession>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

/** Sent when an endpoint is registered or pinged, to see whether it answers. */
export type PingEvent = {
  id: string;
  event_type: "ping";
  created_at: string;
  data: {
    webhook_id: string;
  };
};

export type PingedWebhook = {
  id: string;
  url: string;
  event_type: Array<"ping" | "release.status.changed" | "submission.reviewed" | "asset.ready" | "asset.failed" | "delivery.store.updated" | "delivery.completed" | "delivery.taken_down" | "migration.store.safe" | "statement.available" | "payee_statement.available" | "contract.recouped" | "payout.status.changed" | "api.changelog.published">;
  description: string | null;
  /** Only `verified` endpoints get events. An answer of 410 makes an endpoint `disabled`; a successful ping makes it `verified`. */
  status: "verified" | "unverified" | "disabled";
  /** Since when every attempt has failed; null if the last one succeeded. */
  failing_since: string | null;
  created_at: string;
  updated_at: string;
  ping?: {
    event_id: string;
    /** Exactly 200 verifies the endpoint. */
    status_code: number | null;
    duration_ms: number;
    /** Why there is no complete answer, in words. */
    error: string | null;
  } | undefined;
};

export type Preflight = {
  /** True when nothing blocks. */
  ready: boolean;
  /** Blockers first. */
  issues: Array<PreflightIssue>;
  /** Without `store_id`: every active store, by its own requirements. */
  stores?: Array<StoreReadiness> | undefined;
};

export type PreflightIssue = {
  /** The code of a rule of `GET /v1/preflight-rules`. */
  code: string;
  severity: "blocker" | "warning" | "info";
  /** Tracks are counted by disc and number. */
  field: string;
  issue: string;
  suggestion?: string | undefined;
  /** The store whose requirements say so. */
  store_id?: string | undefined;
};

export type PreflightRule = {
  code: string;
  scope: "release" | "track" | "title" | "artist" | "artwork" | "audio";
  /** For every release, whatever the store. */
  severity: "blocker" | "warning" | "info";
  /** At a store with the `standard` requirements. */
  standard_severity: "blocker" | "warning" | "info";
  summary: string;
  /** The network's; a store may have its own. */
  thresholds: {
    [field: string]: unknown;
  };
  examples: {
    passes: string;
    fails: string;
  };
};

export type PreflightRuleList = {
  data: Array<PreflightRule>;
};

export type PreviewedAmount = {
  /** ISO 4217. */
  currency: string;
  /** A net amount, in whole minor units. A negative one is a return. */
  amount: string;
  /** Without it, the first term without stores applies. */
  store_id?: string | undefined;
  /** Without it, the first term without territories applies. */
  territory?: string | undefined;
  /** The month of use. The contract shares nothing of a month that it does not hold. */
  usage_period?: string | undefined;
};

export type PreviewedShare = {
  payee_id: string;
  amount: string;
};

export type PriceTier = {
  code: string;
  name: string;
  /** The party whose code it is. Without it, the sender of the message. */
  namespace?: string | null | undefined;
};

export type Publisher = {
  name: string;
  /** Its IPI name number, shown with 11 digits. */
  ipi?: string | null | undefined;
};

/** The amount that the store really paid. Null while it is not known. */
export type ReceivedAmount = {
  amount: string;
  /** ISO 4217. */
  currency: string;
  on: string;
} | null;

export type ReceivedMessage = {
  /** As the sender wrote it. */
  message_id: string;
  message_type: "NewReleaseMessage" | "PurgeReleaseMessage";
  /** `unchanged`: the release is as the message says already, the message was received before, or a newer one was. */
  result: "created" | "updated" | "unchanged" | "takedown_requested";
  release_id: string | null;
  issues: Array<MessageIssue>;
};

export type ReconciledAmount = {
  period: string;
  /** The store that sent the reports. */
  store_id: string;
  /** ISO 4217. */
  currency: string;
  /** How many there are. */
  reports: number;
  /** The totals of the reports. */
  reported: string;
  /** The amount that was received for them. Null: none was noted. */
  received: string | null;
  /** `received` less `reported`. */
  difference: string | null;
  /** The amount that belongs to no organization yet. */
  unmatched: string;
  /** The amount that closes have taken, before it was converted. */
  stated: string;
};

export type ReconciledAmountList = {
  data: Array<ReconciledAmount>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type RecoveryCodes = {
  /** Ten codes that each work once in place of the app; null in a replay. */
  recovery_codes: Array<string> | null;
};

export type Redelivery = {
  /** How many dispatches begin a new round. */
  count: number;
};

export type Rejection = {
  /** For the partner. */
  reason: string;
  /** Corrections to make, field by field. */
  issues?: Array<{
    field: string;
    issue: string;
    code?: string | undefined;
  }> | undefined;
};

export type Release = {
  id: string;
  /** As shown in stores. */
  title: string;
  /** In order; at least one has the role `main`. */
  artists: Array<Artist>;
  release_date: string;
  version: string | null;
  /** Taken from the tracks unless set. */
  type: "single" | "ep" | "album" | "compilation" | null;
  original_release_date: string | null;
  genre: string | null;
  language: string | null;
  p_line: string | null;
  c_line: string | null;
  /** An EAN or other GTIN-13. Stores then know the release by it, and not by its UPC. */
  ean: string | null;
  /** The label's own number. */
  catalog_number: string | null;
  /** Only beside a `genre`, which it is a part of. */
  subgenre: string | null;
  /** The title and the names of artists in other languages or scripts, one entry a language. */
  translations: Array<Translation> | null;
  start_at: string | null;
  /** Shown on storefronts. */
  label: string;
  upc: string;
  /** ISO 3166-1 alpha-2 codes, or `WORLD` alone. */
  territories: Array<string>;
  explicit: boolean;
  artwork_asset_id: string | null;
  /** How much of the artwork artificial intelligence made. */
  artwork_ai: "none" | "partial" | "full";
  status: "draft" | "submitted" | "delivered" | "rejected";
  created_at: string;
  updated_at: string;
};

export type ReleaseChanges = {
  /** As shown in stores. */
  title?: string | undefined;
  /** In order; at least one has the role `main`. */
  artists?: Array<Artist> | undefined;
  release_date?: string | undefined;
  version?: string | null | undefined;
  /** Taken from the tracks unless set. */
  type?: "single" | "ep" | "album" | "compilation" | null | undefined;
  original_release_date?: string | null | undefined;
  genre?: string | null | undefined;
  language?: string | null | undefined;
  p_line?: string | null | undefined;
  c_line?: string | null | undefined;
  /** An EAN or other GTIN-13. Stores then know the release by it, and not by its UPC. */
  ean?: string | null | undefined;
  /** The label's own number. */
  catalog_number?: string | null | undefined;
  /** Only beside a `genre`, which it is a part of. */
  subgenre?: string | null | undefined;
  /** The title and the names of artists in other languages or scripts, one entry a language. */
  translations?: Array<Translation> | null | undefined;
  /** When stores may offer it; in UTC on its `release_date` or a day beside it. Without it: at midnight of that date, by the time of each territory. */
  start_at?: string | null | undefined;
  /** Shown on storefronts. */
  label?: string | undefined;
  upc?: string | undefined;
  /** ISO 3166-1 alpha-2 codes, or `WORLD` alone. */
  territories?: Array<string> | undefined;
  explicit?: boolean | undefined;
  /** A `ready` artwork asset. */
  artwork_asset_id?: string | null | undefined;
  /** How much of the artwork artificial intelligence made. */
  artwork_ai?: "none" | "partial" | "full" | undefined;
  /** Use `POST /v1/releases/{release_id}/submit` instead. @deprecated */
  status?: string | undefined;
};

export type ReleaseInBrief = {
  id: string;
  /** As shown in stores. */
  title: string;
  /** In order; at least one has the role `main`. */
  artists: Array<Artist>;
  release_date: string;
  status: "draft" | "submitted" | "delivered" | "rejected";
  /** A small JPEG of its artwork, for ten minutes or more. */
  thumbnail_url: string | null;
};

/** A release's status changed. */
export type ReleaseStatusChangedEvent = {
  id: string;
  event_type: "release.status.changed";
  created_at: string;
  data: {
    id: string;
    /** As shown in stores. */
    title: string;
    /** In order; at least one has the role `main`. */
    artists: Array<Artist>;
    release_date: string;
    version: string | null;
    /** Taken from the tracks unless set. */
    type: "single" | "ep" | "album" | "compilation" | null;
    original_release_date: string | null;
    genre: string | null;
    language: string | null;
    p_line: string | null;
    c_line: string | null;
    /** An EAN or other GTIN-13. Stores then know the release by it, and not by its UPC. */
    ean: string | null;
    /** The label's own number. */
    catalog_number: string | null;
    /** Only beside a `genre`, which it is a part of. */
    subgenre: string | null;
    /** The title and the names of artists in other languages or scripts, one entry a language. */
    translations: Array<Translation> | null;
    start_at: string | null;
    /** Shown on storefronts. */
    label: string;
    upc: string;
    /** ISO 3166-1 alpha-2 codes, or `WORLD` alone. */
    territories: Array<string>;
    explicit: boolean;
    artwork_asset_id: string | null;
    /** How much of the artwork artificial intelligence made. */
    artwork_ai: "none" | "partial" | "full";
    status: "draft" | "submitted" | "delivered" | "rejected";
    created_at: string;
    updated_at: string;
    previous_status: "draft" | "submitted" | "delivered" | "rejected";
  };
};

export type ReplacedAudio = {
  /** The other audio: an asset of yours that is ready. */
  audio_asset_id: string;
  /** Says that it is the same recording, such as a corrected master. Another recording is a new track with its own ISRC. */
  keeps_isrc: true;
};

/** The file as it was received. Null while it is read, for a reversal, and if an earlier version imported it. */
export type ReportFile = {
  content_type: string;
  content_encoding: string | null;
  /** As it was received, so perhaps packed. */
  size_bytes: number;
} | null;

export type ReportFormat = {
  /** `format_` and up to 50 small letters, digits and underscores. It never changes. */
  format_id: string;
  name: string;
  /** The sender that it belongs to. Null: any. */
  store_id: string | null;
  file: {
    /** `auto`: by the first bytes. */
    encoding: "auto" | "utf-8" | "utf-16" | "windows-1252";
    /** `auto`: by the heading row. */
    separator: "auto" | "comma" | "semicolon" | "tab" | "pipe";
    /** Files of a zip whose name fits are read. `*` stands for any characters, `?` for one; case does not matter. */
    name_pattern?: string | undefined;
  };
  rows: {
    /** The line of the heading row; or `{contains}` with names: the first of the first 200 lines that has them all. */
    header: number | {
      contains: Array<string>;
    };
    /** The first row of which this is true ends the file. */
    stop_when?: {
      /** By its name, or by its number from 1; or up to 5 names: the first that the file has. */
      column: Array<string> | number | string;
      equals: Array<string>;
    } | undefined;
    skip_when?: Array<{
      /** By its name, or by its number from 1; or up to 5 names: the first that the file has. */
      column: Array<string> | number | string;
      equals: Array<string>;
    }> | undefined;
    /** That many rows at the end are left out. */
    last_rows?: number | undefined;
  };
  columns: ReportFormatColumns;
  parse: {
    decimal: "." | ",";
    /** Stands between digits. */
    grouping?: "." | "," | "'" | " " | undefined;
    /** One of `YYYY-MM-DD`, `YYYY-MM`, `YYYYMM`, `MM/DD/YYYY`, `DD.MM.YYYY`, `DD/MM/YYYY`, `MMM-YY`; or up to 3 of them: the first that fits a cell. */
    date: Array<string> | string;
    /** Texts of the file to codes of ISO 3166-1, or `ZZ`. */
    territory_names?: Record<string, string> | undefined;
    /** Makes count and amount negative; what is negative already stays. */
    negative_when?: {
      /** By its name, or by its number from 1; or up to 5 names: the first that the file has. */
      column: Array<string> | number | string;
      equals: Array<string>;
    } | undefined;
  };
  /** For rows that name no known store: `refuse`, or the `store_id` that they count for. */
  unknown_store: string;
  /** Names of stores in the file to their `store_id`. After these, the stores' own `report_names` are looked at. */
  store_names: Record<string, string>;
  /** It comes with the service and cannot be changed; copy it by `based_on`. */
  is_built_in: boolean;
  /** Where its columns were found. */
  source: string | null;
  /** The year of the source. */
  year: number | null;
  created_at: string;
  updated_at: string;
};

export type ReportFormatCell = {
  /** The column with this name. */
  column?: string | undefined;
  /** Several columns, of which `combine` makes one. */
  columns?: Array<string> | undefined;
  /** The first that is not empty; or their sum; or the first less the others. */
  combine?: "first" | "sum" | "subtract" | undefined;
  /** The same for every row. */
  value?: string | undefined;
};

export type ReportFormatChanges = {
  name?: string | undefined;
  /** The sender that it belongs to. Null: any. */
  store_id?: string | null | undefined;
  file?: {
    /** `auto`: by the first bytes. */
    encoding?: "auto" | "utf-8" | "utf-16" | "windows-1252" | undefined;
    /** `auto`: by the heading row. */
    separator?: "auto" | "comma" | "semicolon" | "tab" | "pipe" | undefined;
    /** Files of a zip whose name fits are read. `*` stands for any characters, `?` for one; case does not matter. */
    name_pattern?: string | undefined;
  } | undefined;
  rows?: {
    /** The line of the heading row; or `{contains}` with names: the first of the first 200 lines that has them all. */
    header?: number | {
      contains: Array<string>;
    } | undefined;
    /** The first row of which this is true ends the file. */
    stop_when?: {
      /** By its name, or by its number from 1; or up to 5 names: the first that the file has. */
      column: Array<string> | number | string;
      equals: Array<string>;
    } | undefined;
    skip_when?: Array<{
      /** By its name, or by its number from 1; or up to 5 names: the first that the file has. */
      column: Array<string> | number | string;
      equals: Array<string>;
    }> | undefined;
    /** That many rows at the end are left out. */
    last_rows?: number | undefined;
  } | undefined;
  columns?: ReportFormatColumns | undefined;
  parse?: {
    decimal?: "." | "," | undefined;
    /** One of `YYYY-MM-DD`, `YYYY-MM`, `YYYYMM`, `MM/DD/YYYY`, `DD.MM.YYYY`, `DD/MM/YYYY`, `MMM-YY`; or up to 3 of them: the first that fits a cell. */
    date?: Array<string> | string | undefined;
    /** Stands between digits. */
    grouping?: "." | "," | "'" | " " | undefined;
    /** Texts of the file to codes of ISO 3166-1, or `ZZ`. */
    territory_names?: Record<string, string> | undefined;
    /** Makes count and amount negative; what is negative already stays. */
    negative_when?: {
      /** By its name, or by its number from 1; or up to 5 names: the first that the file has. */
      column: Array<string> | number | string;
      equals: Array<string>;
    } | undefined;
  } | undefined;
  /** For rows that name no known store: `refuse`, or the `store_id` that they count for. */
  unknown_store?: string | undefined;
  /** Names of stores in the file to their `store_id`. After these, the stores' own `report_names` are looked at. */
  store_names?: Record<string, string> | undefined;
};

/** Where each value of a row stands. Needs `isrc` or `upc`; `play_count`; and exactly one of `unit_rate` and `amount`. Without `territory`, rows are `ZZ`; without `currency`, it is the request's. */
export type ReportFormatColumns = {
  isrc?: ReportFormatCell | undefined;
  upc?: ReportFormatCell | undefined;
  territory?: ReportFormatCell | undefined;
  play_count?: ReportFormatCell | undefined;
  unit_rate?: ReportFormatCell | undefined;
  amount?: ReportFormatCell | undefined;
  currency?: ReportFormatCell | undefined;
  usage_period?: ReportFormatCell | undefined;
  store?: ReportFormatCell | undefined;
};

export type ReportFormatList = {
  data: Array<ReportFormat>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type ReportRate = {
  /** ISO 4217. */
  from: string;
  /** ISO 4217. */
  to: string;
  /** One of `from` in `to`. */
  rate: string;
};

export type ReportTotal = {
  /** ISO 4217. */
  currency: string;
  amount: string;
};

export type ReportedRow = {
  /** The file of a zip that it stands in. */
  file: string | null;
  /** In the file; its first line is 1. */
  line: number;
  isrc: string | null;
  upc: string | null;
  territory: string;
  play_count: number;
  /** If the file has amounts instead: the amount divided by the count, cut at 12 decimals. */
  unit_rate: string;
  /** As the file has it. Null: it has rates. */
  amount: string | null;
  /** ISO 4217. */
  currency: string;
  /** The store that the row names, else the sender. */
  store_id: string;
  /** The month in which it was played. */
  usage_period: string;
  /** The organization that earns by it. Null: it is not matched. */
  organization_id: string | null;
  release_id: string | null;
  /** Null if it is not matched, and for the sale of a whole release, which its tracks share. */
  track_id: string | null;
  /** `unknown`: no release that was submitted has it. `ambiguous`: several organizations have. */
  reason: "unknown" | "ambiguous" | null;
  /** The statement that it is on. Null: no close has taken it yet. */
  statement_id: string | null;
};

export type ReportedRowList = {
  data: Array<ReportedRow>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type ReportedStore = {
  store_id: string;
  rows: number;
  totals: Array<ReportTotal>;
};

export type RequestedDelivery = {
  /** Up to 500 stores, or `all`: the active stores that preflight does not block when it is approved. */
  store_ids: Array<string> | string;
  /** ISO 3166-1 alpha-2 codes, or `WORLDWIDE` alone: all that the chosen stores serve. */
  territory_codes: Array<string>;
};

/** `GET /v1/preflight-rules` lists the rules. A rule that you name is a blocker unless `severity` says otherwise. */
export type Requirements = string | {
  isrc_format?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  isrc_duplicate_in_release?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  isrc_reused_other_audio?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  audio_duration_changed?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    max_change_ms?: number | undefined;
  } | undefined;
  isrc_missing?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  upc_check_digit?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  upc_unique?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  title_all_caps?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  title_all_lower?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  title_random_case?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  title_case_en?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  title_case_sentence?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  feat_format?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  feat_in_title_but_not_in_roles?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  version_in_title?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  redundant_version?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  version_brackets?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  part_volume_abbrev?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  medley_slash?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  duplicate_track_title?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  single_title_mismatch?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  artist_name_in_title?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  producer_in_title?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  explicit_word_in_title?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  generic_title?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  promo_terms?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  url_or_handle_in_metadata?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  store_name_in_metadata?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    store_names?: Array<string> | undefined;
  } | undefined;
  keyword_stuffing?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    max_separators?: number | undefined;
    max_search_terms?: number | undefined;
    search_terms?: Array<string> | undefined;
  } | undefined;
  emoji_or_special?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  compound_artist?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    allowed_names?: Array<string> | undefined;
  } | undefined;
  various_artists_required?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    various_artists_from?: number | undefined;
  } | undefined;
  various_artists_on_track?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  generic_artist_name?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    generic_names?: Array<string> | undefined;
  } | undefined;
  artist_extra_info?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  primary_also_featured?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  label_as_artist?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  artist_name_inconsistent?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  artist_store_id_missing?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  lyricist_missing?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  legal_name_expected?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  contributor_groups?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  genre_not_mapped?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  ai_full_with_credits?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  lead_time_short?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    lead_time_business_days?: number | undefined;
    update_business_days?: number | undefined;
  } | undefined;
  original_release_date_later?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  release_type_mismatch?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    single_max_tracks?: number | undefined;
    long_track_ms?: number | undefined;
    ep_max_tracks?: number | undefined;
    ep_max_ms?: number | undefined;
  } | undefined;
  explicit_flag_values?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  explicit_territory?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    territories?: Array<string> | undefined;
  } | undefined;
  track_territory_superset?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  store_territory_unsupported?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  genre_restricted?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  p_line_c_line_missing?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  art_not_square?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  art_too_small?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    min_pixels?: number | undefined;
  } | undefined;
  art_format?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    formats?: Array<string> | undefined;
  } | undefined;
  art_color_mode?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    color_spaces?: Array<string> | undefined;
    bit_depth?: number | undefined;
  } | undefined;
  art_file_size?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    max_bytes?: number | undefined;
  } | undefined;
  art_single_color?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  art_border_or_letterbox?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  art_blurry?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  art_upscaled?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  art_reused?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  audio_format?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    formats?: Array<string> | undefined;
  } | undefined;
  audio_sample_rate?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    min_sample_rate?: number | undefined;
  } | undefined;
  audio_bit_depth?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    bit_depths?: Array<number> | undefined;
  } | undefined;
  audio_channels?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    channels?: number | undefined;
  } | undefined;
  wav_format_code?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  audio_embedded_tags?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  audio_too_short?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    min_duration_ms?: number | undefined;
  } | undefined;
  audio_silence_edges?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    max_silence_ms?: number | undefined;
  } | undefined;
  audio_silent_or_noise?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    min_rms_db?: number | undefined;
  } | undefined;
  audio_clipping?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    max_clipped_samples?: number | undefined;
  } | undefined;
  audio_true_peak?: {
    severity?: "blocker" | "warning" | "info" | undefined;
    true_peak_db?: number | undefined;
  } | undefined;
  audio_duplicate_in_release?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  invalid_message?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
  left_out_of_message?: {
    severity?: "blocker" | "warning" | "info" | undefined;
  } | undefined;
};

export type ReviewedChange = {
  /** Null for a field of the release itself. */
  track_id: string | null;
  /** The title of the track or release as it is now. */
  title: string;
  /** Null if the whole track was added or removed. */
  field: string | null;
  /** The value as it was reviewed, cut if it is long. Null for a track that was added. */
  before: unknown;
  /** The value now. Null for a track that was removed. */
  after: unknown;
};

export type Royalty = {
  id: string;
  statement_id: string;
  period_start: string;
  /** Inclusive. */
  period_end: string;
  release_id: string;
  store_id: string;
  /** The exact sum of the line items. */
  gross_amount: string;
  /** Gross × fee rate, rounded half to even. */
  fee_amount: string;
  /** The amount that was taxed: gross − fee of the territories that are taxed. Null where a statement of an earlier version did not keep it. */
  taxable_amount: string | null;
  /** Taxable amount × withholding rate, rounded half to even. */
  tax_amount: string;
  /** Gross − fee − tax, exactly. */
  net_amount: string;
  /** ISO 4217. */
  currency: string;
};

export type RoyaltyList = {
  data: Array<Royalty>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type SalesReport = {
  id: string;
  store_id: string;
  period: string;
  /** Null: the plain columns, or DSR. */
  format_id: string | null;
  /** `importing`: it is still being read. */
  status: "importing" | "imported";
  /** While it is read, those so far. */
  rows: number;
  matched: number;
  unmatched: number;
  /** Over all rows. */
  totals: Array<ReportTotal>;
  /** Over the rows that are not matched. */
  unmatched_totals: Array<ReportTotal>;
  /** Warnings: unusual, but accepted. */
  warnings: Array<string>;
  file: ReportFile;
  /** Its own exchange rates, which come before those of the month that is closed. */
  rates: Array<ReportRate>;
  received: ReceivedAmount;
  /** `received` less the total of its currency. Null while nothing is received. */
  difference: string | null;
  /** The files of a zip that were read. Empty if it was none. */
  files: Array<ArchivedFile>;
  /** Each store that its rows name, with its rows and totals. */
  stores: Array<ReportedStore>;
  /** The report that this one takes back. */
  reverses: string | null;
  /** The report that takes this one back. */
  reversed_by: string | null;
  created_at: string;
};

export type SalesReportChanges = {
  received?: GivenReceivedAmount | undefined;
  /** It replaces the old value whole. Only while none of the report's rows is on a statement. */
  rates?: Array<ReportRate> | undefined;
};

export type SalesReportList = {
  data: Array<SalesReport>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type SandboxMail = {
  id: string;
  kind: "invitation" | "password_reset" | "security" | "rejection" | "delivered" | "taken_down" | "statement" | "payout" | "endpoint" | "review" | "store" | "job" | "payout_request";
  /** The one recipient. */
  to: string;
  subject: string;
  status: "queued" | "sent" | "failed";
  /** Why the last try failed, in words. */
  error: string | null;
  /** How often it was tried to send it. */
  attempts: number;
  created_at: string;
  sent_at: string | null;
  /** Its text, as it was written to the file. Null: it is kept no longer. */
  text: string | null;
  /** The links in the text, in their order. */
  links: Array<string>;
};

export type SandboxMailList = {
  data: Array<SandboxMail>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type SandboxStatements = {
  data: Array<Statement>;
};

export type SecretRotation = {
  /** Your own secret: `whsec_` and the base64 of 24 to 64 random bytes. The service never shows it. Without it the service makes one. */
  secret?: string | undefined;
};

export type SentMessage = {
  message_id: string;
  delivery_id: string;
  release_id: string;
  /** Which submission to this store; a takedown has that of the last. */
  attempt: number;
  /** `update`: the store has taken an earlier message of this delivery. */
  kind: "new" | "update" | "takedown";
  created_at: string;
  /** When it was last sent. For a store that fetches: when it was fetched. */
  sent_at: string | null;
  answered_at: string | null;
  /** The store's answer. Null until there is one. */
  answer: {
    status: "delivered" | "rejected" | "action_required" | "taken_down";
    rejection_code?: string | undefined;
    rejection_reason?: string | undefined;
  } | null;
  /** The store's acknowledgements of it: the newest 50, oldest first. */
  acknowledgements: Array<MessageAcknowledgement>;
};

export type SentMessageList = {
  data: Array<SentMessage>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

/** `method` and `last4` are null when the request is replayed. */
export type SetPayment = {
  method: "bank" | "paypal" | "other" | null;
  /** The last four characters of the IBAN, the account number, the PayPal address or the text. */
  last4: string | null;
  changed_at: string;
  /** False: the service has lost the secret that these details were sealed with. Send them again. */
  is_readable: boolean;
};

export type SharedContract = {
  contract_id: string;
  /** As it was when the statement was written. */
  name: string;
  /** The version that it was shared by. */
  version: number;
  /** The net of its lines by its rates, exactly. */
  payable_amount: string;
  /** The part that paid back advances and costs. Negative if a return gave back what was recouped. */
  recouped_amount: string;
  /** The payee's share of the rest. */
  share: string;
  /** The rest × the share, rounded once. */
  share_amount: string;
};

export type SimulatedAnswer = {
  store_id: string;
  status: "delivered" | "rejected" | "action_required" | "taken_down";
  rejection_code?: string | undefined;
  rejection_reason?: string | undefined;
};

export type SimulatedPayoutMove = {
  status: "on_hold" | "pending" | "processing" | "paid" | "failed";
  /** For `on_hold` and `failed`. */
  reason?: string | undefined;
  /** For `on_hold`. */
  required_actions?: Array<string> | undefined;
};

/** The latest decision about the release, and what has changed since. */
export type SinceReview = {
  submission_id: string;
  review_status: "pending_review" | "approved" | "rejected" | "withdrawn";
  /** Why it was rejected then. */
  reason: string | null;
  reviewed_at: string | null;
  /** Fields whose value is another now: those of the release first, then track by track. */
  changes: Array<ReviewedChange>;
  /** True if there are more than 200. */
  has_more_changes: boolean;
} | null;

export type Staff = {
  id: string;
  person: {
    id: string;
    email: string;
    name: string;
  };
  role: "admin" | "reviewer" | "finance" | "support";
  status: "invited" | "active" | "suspended";
  /** The key, client or person that invited: `key_…`, `cli_…`, `usr_…`, or `operator`. */
  invited_by: string;
  invited_at: string;
  /** Null once it was accepted. */
  invitation_expires_at: string | null;
  /** Exact to five minutes. */
  last_seen_at: string | null;
  created_at: string;
};

export type StaffChanges = {
  role?: "admin" | "reviewer" | "finance" | "support" | undefined;
  /** Suspended staff is signed out. */
  status?: "active" | "suspended" | undefined;
};

export type StaffList = {
  data: Array<Staff>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type Statement = {
  id: string;
  period_start: string;
  /** Inclusive. */
  period_end: string;
  /** ISO 4217. */
  currency: string;
  gross_amount: string;
  /** The distribution fee. */
  fee_amount: string;
  /** Withholding tax. */
  tax_amount: string;
  /** Gross less fee and tax. */
  net_amount: string;
  /** The general rate, as it was used. */
  fee_rate: string;
  /** All rates of fees that were used, and the earnings that each was used on. More than one if your fee differs by store or territory. */
  fee_rates: Array<StatementFeeRate>;
  /** As it was used. */
  withholding_rate: string;
  /** As they were used: usage in these territories alone was taxed. Null: in all of them. */
  withholding_territories: Array<string> | null;
  line_item_count: number;
  /** The rates by which amounts in other currencies were converted. Empty where nothing was converted. Later changes of rates do not change a statement. */
  exchange_rates: Array<StatementRate>;
  created_at: string;
};

/** A royalty statement was written. */
export type StatementAvailableEvent = {
  id: string;
  event_type: "statement.available";
  created_at: string;
  data: {
    id: string;
    period_start: string;
    /** Inclusive. */
    period_end: string;
    /** ISO 4217. */
    currency: string;
    gross_amount: string;
    /** The distribution fee. */
    fee_amount: string;
    /** Withholding tax. */
    tax_amount: string;
    /** Gross less fee and tax. */
    net_amount: string;
    /** The general rate, as it was used. */
    fee_rate: string;
    /** All rates of fees that were used, and the earnings that each was used on. More than one if your fee differs by store or territory. */
    fee_rates: Array<StatementFeeRate>;
    /** As it was used. */
    withholding_rate: string;
    /** As they were used: usage in these territories alone was taxed. Null: in all of them. */
    withholding_territories: Array<string> | null;
    line_item_count: number;
    /** The rates by which amounts in other currencies were converted. Empty where nothing was converted. Later changes of rates do not change a statement. */
    exchange_rates: Array<StatementRate>;
    created_at: string;
  };
};

export type StatementFeeRate = {
  rate: string;
  gross_amount: string;
};

export type StatementList = {
  data: Array<Statement>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type StatementRate = {
  /** ISO 4217. */
  from: string;
  /** As it was used: one of `from` in the currency of the statement. */
  rate: string;
  /** `report`: the sales report had a rate of its own. `period`: the rate of the month that was closed. */
  source: "report" | "period";
};

export type Store = {
  /** `store_` and up to 50 small letters, digits and underscores */
  store_id: string;
  name: string;
  /** ISO 3166-1 alpha-2 codes, or `WORLD` alone. */
  territories: Array<string>;
  capabilities: {
    /** Listeners stream. */
    streaming: boolean;
    /** Listeners buy downloads. */
    download: boolean;
    /** It sells before the release date. */
    preorder: boolean;
    /** It accepts changed metadata of releases that it has. */
    updates: boolean;
    /** It takes releases down on request. */
    takedown: boolean;
    /** Its users upload recordings, and it pays for those that it recognizes. */
    ugc: boolean;
    /** The format of the messages that it gets. */
    message_format: "ern_4.3.2" | "ern_4.3" | "ern_3.8.3";
  };
  /** `standard`, `none`, or rules of `GET /v1/preflight-rules` by their code, each with its settings. */
  requirements: string | Record<string, unknown>;
  /** Nothing is sent to a paused one. */
  status: "active" | "paused";
  /** The price tiers that the terms of a delivery may name, by `code`. */
  price_tiers: Array<PriceTier>;
  /** In messages of ERN 3, in place of the release profile that the service names. */
  release_profile: string | null;
  /** How the store takes over a release that another distributor delivered before. */
  migration: "overlap" | "replace" | "takedown_first" | "automatic";
  /** Genres of releases to the store's own. Case does not count. With any, a genre that is not among them goes out as `default_genre`. Lists of stores leave it out. */
  genres?: Record<string, StoreGenre> | undefined;
  /** Roles of contributors to codes of DDEX that the store's `message_format` has. Case does not count. They are asked before the service's own table. Lists of stores leave it out. */
  roles?: Record<string, string> | undefined;
};

export type StoreAnswer = {
  status: "delivered" | "rejected" | "action_required" | "taken_down";
  rejection_code?: string | undefined;
  rejection_reason?: string | undefined;
};

export type StoreChanges = {
  name?: string | undefined;
  /** ISO 3166-1 alpha-2 codes, or `WORLD` alone. */
  territories?: Array<string> | undefined;
  /** Nothing is sent to a paused one. */
  status?: "active" | "paused" | undefined;
  capabilities?: {
    /** Listeners stream. */
    streaming?: boolean | undefined;
    /** Listeners buy downloads. */
    download?: boolean | undefined;
    /** It sells before the release date. */
    preorder?: boolean | undefined;
    /** It accepts changed metadata of releases that it has. */
    updates?: boolean | undefined;
    /** It takes releases down on request. */
    takedown?: boolean | undefined;
    /** Its users upload recordings, and it pays for those that it recognizes. */
    ugc?: boolean | undefined;
    /** The format of the messages that it gets. */
    message_format?: "ern_4.3.2" | "ern_4.3" | "ern_3.8.3" | undefined;
  } | undefined;
  requirements?: Requirements | undefined;
  /** The settings that change. Those left out stay, and null removes one. Another `kind` needs all settings of that kind. */
  connector?: {
    kind?: "simulated" | "manual" | "reported" | "ern_sftp" | "ern_s3" | "ern_http" | undefined;
    [field: string]: unknown;
  } | undefined;
  /** How sales reports call the store. No two stores share one; case and blanks around a name do not count. */
  report_names?: Array<string> | undefined;
  /** Genres of releases to the store's own. Case does not count. With any, a genre that is not among them goes out as `default_genre`. Lists of stores leave it out. */
  genres?: Record<string, StoreGenre> | undefined;
  /** Roles of contributors to codes of DDEX that the store's `message_format` has. Case does not count. They are asked before the service's own table. Lists of stores leave it out. */
  roles?: Record<string, string> | undefined;
  /** The price tiers that the terms of a delivery may name, by `code`. */
  price_tiers?: Array<PriceTier> | undefined;
  /** In messages of ERN 3, in place of the release profile that the service names. */
  release_profile?: string | null | undefined;
  /** How the store takes over a release that another distributor delivered before. */
  migration?: "overlap" | "replace" | "takedown_first" | "automatic" | undefined;
};

export type StoreCredential = {
  id: string;
  store_id: string;
  name: string | null;
  last4: string;
  created_at: string;
  last_used_at: string | null;
};

export type StoreCredentialList = {
  data: Array<StoreCredential>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type StoreGenre = {
  genre: string;
  subgenre?: string | null | undefined;
};

export type StoreList = {
  data: Array<Store>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type StorePreset = {
  preset: string;
  name: string;
  /** False: the store takes no messages that this service writes. */
  is_possible: boolean;
  /** Null: not public. */
  connector: string | null;
  message_format: string | null;
  /** The settings of the connector that are public. */
  settings: {
    [field: string]: unknown;
  };
  /** Not public: ask the store. */
  open: Array<string>;
  remark: string;
  sources: Array<string>;
  /** When the sources were read. */
  year: number;
};

export type StorePresetList = {
  data: Array<StorePreset>;
};

export type StoreReadiness = {
  store_id: string;
  /** True if this store would accept the release. */
  ready: boolean;
  /** The rules by which it would refuse the release. */
  blockers: Array<string>;
};

export type StoreTestReport = {
  /** Every step went well. */
  ok: boolean;
  /** In their order. A connector that makes no connection has none. */
  steps: Array<{
    name: string;
    ok: boolean;
    detail: string;
    ms: number;
  }>;
};

export type StoreWithHealth = {
  /** `store_` and up to 50 small letters, digits and underscores */
  store_id: string;
  name: string;
  /** ISO 3166-1 alpha-2 codes, or `WORLD` alone. */
  territories: Array<string>;
  capabilities: {
    /** Listeners stream. */
    streaming: boolean;
    /** Listeners buy downloads. */
    download: boolean;
    /** It sells before the release date. */
    preorder: boolean;
    /** It accepts changed metadata of releases that it has. */
    updates: boolean;
    /** It takes releases down on request. */
    takedown: boolean;
    /** Its users upload recordings, and it pays for those that it recognizes. */
    ugc: boolean;
    /** The format of the messages that it gets. */
    message_format: "ern_4.3.2" | "ern_4.3" | "ern_3.8.3";
  };
  /** `standard`, `none`, or rules of `GET /v1/preflight-rules` by their code, each with its settings. */
  requirements: string | Record<string, unknown>;
  /** Nothing is sent to a paused one. */
  status: "active" | "paused";
  /** The price tiers that the terms of a delivery may name, by `code`. */
  price_tiers: Array<PriceTier>;
  /** In messages of ERN 3, in place of the release profile that the service names. */
  release_profile: string | null;
  /** How the store takes over a release that another distributor delivered before. */
  migration: "overlap" | "replace" | "takedown_first" | "automatic";
  /** Genres of releases to the store's own. Case does not count. With any, a genre that is not among them goes out as `default_genre`. Lists of stores leave it out. */
  genres?: Record<string, StoreGenre> | undefined;
  /** Roles of contributors to codes of DDEX that the store's `message_format` has. Case does not count. They are asked before the service's own table. Lists of stores leave it out. */
  roles?: Record<string, string> | undefined;
  /** Its kind and settings. Secrets are never shown. */
  connector: {
    kind: string;
    [field: string]: unknown;
  };
  /** The names of the connector's secrets that are set. */
  connector_secrets: Array<string>;
  /** How sales reports call the store. No two stores share one; case and blanks around a name do not count. */
  report_names: Array<string>;
  created_at: string;
  updated_at: string;
  last_sent_at: string | null;
  last_answered_at: string | null;
  /** Deliveries at this store that wait for the operator. */
  stalled_deliveries: number;
  stalled_since: string | null;
};

export type StoreWithHealthList = {
  data: Array<StoreWithHealth>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type Submission = {
  submission_id: string;
  release_id: string;
  submitted_at: string;
  review_status: "pending_review" | "approved" | "rejected" | "withdrawn";
  /** Why it was rejected. */
  reason: string | null;
  /** Issues that preflight found and stores may reject, and the issues of the review. */
  issues: Array<PreflightIssue>;
  reviewed_at: string | null;
  deliver: DeliveryOnApproval;
  /** The delivery that its approval made. If there is none, `issues` say why (`not_delivered`). */
  delivery_id: string | null;
};

export type SubmissionList = {
  data: Array<Submission>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

/** A submission was approved or rejected. */
export type SubmissionReviewedEvent = {
  id: string;
  event_type: "submission.reviewed";
  created_at: string;
  data: {
    submission_id: string;
    release_id: string;
    submitted_at: string;
    review_status: "pending_review" | "approved" | "rejected" | "withdrawn";
    /** Why it was rejected. */
    reason: string | null;
    /** Issues that preflight found and stores may reject, and the issues of the review. */
    issues: Array<PreflightIssue>;
    reviewed_at: string | null;
    deliver: DeliveryOnApproval;
    /** The delivery that its approval made. If there is none, `issues` say why (`not_delivered`). */
    delivery_id: string | null;
    previous_status: "pending_review" | "approved" | "rejected" | "withdrawn";
  };
};

export type SubmissionUnderReview = {
  submission_id: string;
  release_id: string;
  submitted_at: string;
  review_status: "pending_review" | "approved" | "rejected" | "withdrawn";
  /** Why it was rejected. */
  reason: string | null;
  /** Issues that preflight found and stores may reject, and the issues of the review. */
  issues: Array<PreflightIssue>;
  reviewed_at: string | null;
  deliver: DeliveryOnApproval;
  /** The delivery that its approval made. If there is none, `issues` say why (`not_delivered`). */
  delivery_id: string | null;
  organization_id: string;
  organization_name: string;
  release_title: string;
  release: Release;
  /** In the order of the release. */
  tracks: Array<Track>;
  /** True if the answer (about 4 MiB at most) does not show all of them. */
  has_more_tracks: boolean;
  /** The artwork and the audio of the tracks shown, with their links. */
  assets: Array<Asset>;
  preflight: Preflight;
  /** Which state of the release, its tracks and their files this is. */
  content_version: string;
  since_review: SinceReview;
};

export type SubmittedRelease = {
  submission_id: string;
  release_id: string;
  submitted_at: string;
  review_status: "pending_review" | "approved" | "rejected" | "withdrawn";
  /** Why it was rejected. */
  reason: string | null;
  /** Issues that preflight found and stores may reject, and the issues of the review. */
  issues: Array<PreflightIssue>;
  reviewed_at: string | null;
  deliver: DeliveryOnApproval;
  /** The delivery that its approval made. If there is none, `issues` say why (`not_delivered`). */
  delivery_id: string | null;
  organization_id: string;
  organization_name: string;
  release_title: string;
};

export type SubmittedReleaseList = {
  data: Array<SubmittedRelease>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type Takedown = {
  store_ids?: Array<string> | undefined;
  reason?: string | undefined;
};

export type Territory = {
  code: string;
  name: string;
  /** How many active stores serve the territory; `GET /v1/stores?territory=` lists them. */
  stores: number;
};

export type TerritoryList = {
  data: Array<Territory>;
};

export type TokenRequest = {
  grant_type: "client_credentials";
  /** Separated by spaces; without it, all of the client's. */
  scope?: string | undefined;
  /** Unless sent by HTTP Basic. */
  client_id?: string | undefined;
  /** Unless sent by HTTP Basic. */
  client_secret?: string | undefined;
};

export type Track = {
  id: string;
  release_id: string;
  /** As shown in stores. */
  title: string;
  version: string | null;
  /** Without them, the release's. */
  artists: Array<Artist> | null;
  /** Other people to credit: composers, lyricists, producers. */
  contributors: Array<Contributor> | null;
  isrc: string | null;
  language: string | null;
  lyrics: string | null;
  /** The lyrics with times, as LRC: each line begins with the time at which it is sung, none before an earlier one. */
  lyrics_synced: string | null;
  /** The owner of this recording, with the year. Without it, the release's. */
  p_line: string | null;
  /** The year in which it was recorded, next year at the latest. */
  recording_year: number | null;
  /** Where it was recorded: an ISO 3166-1 alpha-2 code, or XK for Kosovo. */
  recording_country: string | null;
  /** The code of the composition. Its signs may be left out. */
  iswc: string | null;
  /** The publishers of the composition. */
  publishers: Array<Publisher> | null;
  /** The work that a movement is a part of; for classical music. */
  work: string | null;
  /** Its place in the `work`. */
  movement_number: number | null;
  /** Its own name in the `work`. */
  movement_title: string | null;
  /** The title and the names of artists in other languages or scripts, one entry a language. */
  translations: Array<Translation> | null;
  ai_parts: AiParts;
  /** An audio asset; it must be `ready` when the release is submitted. */
  audio_asset_id: string | null;
  disc_number: number;
  track_number: number;
  /** ISO 3166-1 alpha-2 codes inside the release's `territories`. Without it, the track follows the release's territories. */
  territory: Array<string>;
  explicit: boolean;
  /** It is on the release, and stores do not offer it by itself. */
  withheld: boolean;
  /** `clean`: an edited version of a track that is explicit. `explicit` follows from it. A request with `explicit` alone sets it, but false leaves `clean` as it is. */
  advisory: "none" | "explicit" | "clean";
  /** It has no vocals. */
  is_instrumental: boolean;
  /** Another artist recorded the composition first. */
  is_cover: boolean;
  /** How much of it artificial intelligence made. */
  ai: "none" | "partial" | "full";
  /** Buyers of a pre-order get it at once. Without a pre-order it does nothing. */
  instant_gratification: boolean;
  /** The duration of the audio. Null until the audio is ready. */
  duration_ms: number | null;
  created_at: string;
  updated_at: string;
};

export type TrackChanges = {
  /** As shown in stores. */
  title?: string | undefined;
  version?: string | null | undefined;
  /** Without them, the release's. */
  artists?: Array<Artist> | null | undefined;
  /** Other people to credit: composers, lyricists, producers. */
  contributors?: Array<Contributor> | null | undefined;
  isrc?: string | null | undefined;
  language?: string | null | undefined;
  lyrics?: string | null | undefined;
  /** The lyrics with times, as LRC: each line begins with the time at which it is sung, none before an earlier one. */
  lyrics_synced?: string | null | undefined;
  /** The owner of this recording, with the year. Without it, the release's. */
  p_line?: string | null | undefined;
  /** The year in which it was recorded, next year at the latest. */
  recording_year?: number | null | undefined;
  /** Where it was recorded: an ISO 3166-1 alpha-2 code, or XK for Kosovo. */
  recording_country?: string | null | undefined;
  /** The code of the composition. Its signs may be left out. */
  iswc?: string | null | undefined;
  /** The publishers of the composition. */
  publishers?: Array<Publisher> | null | undefined;
  /** The work that a movement is a part of; for classical music. */
  work?: string | null | undefined;
  /** Its place in the `work`. */
  movement_number?: number | null | undefined;
  /** Its own name in the `work`. */
  movement_title?: string | null | undefined;
  /** The title and the names of artists in other languages or scripts, one entry a language. */
  translations?: Array<Translation> | null | undefined;
  ai_parts?: AiParts | undefined;
  /** An audio asset; it must be `ready` when the release is submitted. */
  audio_asset_id?: string | null | undefined;
  disc_number?: number | undefined;
  track_number?: number | undefined;
  /** ISO 3166-1 alpha-2 codes inside the release's `territories`. Without it, the track follows the release's territories. One code may stand without an array. */
  territory?: string | Array<string> | null | undefined;
  explicit?: boolean | undefined;
  /** It is on the release, and stores do not offer it by itself. */
  withheld?: boolean | undefined;
  /** `clean`: an edited version of a track that is explicit. `explicit` follows from it. A request with `explicit` alone sets it, but false leaves `clean` as it is. */
  advisory?: "none" | "explicit" | "clean" | undefined;
  /** It has no vocals. */
  is_instrumental?: boolean | undefined;
  /** Another artist recorded the composition first. */
  is_cover?: boolean | undefined;
  /** How much of it artificial intelligence made. */
  ai?: "none" | "partial" | "full" | undefined;
  /** Buyers of a pre-order get it at once. Without a pre-order it does nothing. */
  instant_gratification?: boolean | undefined;
};

export type TrackList = {
  data: Array<Track>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type TrackPriceTier = {
  track_id: string;
  /** A `code` of the store's `price_tiers`. */
  price_tier: string;
};

export type Tracks = {
  data: Array<Track>;
};

export type TranslatedArtist = {
  /** As in `artists`. */
  name: string;
  translated_name: string;
};

export type Translation = {
  /** A language tag (BCP 47), with the script where the language has several. */
  language: string;
  title: string;
  /** The names of artists in this language. Names that no artist has are not sent to stores. */
  artists?: Array<TranslatedArtist> | null | undefined;
};

export type TriedIssue = {
  field: string;
  issue: string;
};

export type TriedReport = {
  /** The first 20, as they would be kept. */
  rows: Array<TriedRow>;
  /** Problems for which an import would be refused: at most 100. */
  issues: Array<TriedIssue>;
  /** Names of no store: at most 100. */
  unknown_stores: Array<string>;
  /** Over the rows that are right. */
  totals: Array<ReportTotal>;
};

export type TriedRow = {
  /** The file of a zip that it stands in. */
  file: string | null;
  /** In the file; its first line is 1. */
  line: number;
  isrc: string | null;
  upc: string | null;
  territory: string;
  play_count: number;
  /** If the file has amounts instead: the amount divided by the count, cut at 12 decimals. */
  unit_rate: string;
  /** As the file has it. Null: it has rates. */
  amount: string | null;
  /** The month in which it was played. */
  usage_period: string;
  /** ISO 4217. */
  currency: string;
  /** Null: the sender, which the request does not name. */
  store_id: string | null;
};

export type UnmatchedRow = {
  /** The file of a zip that it stands in. */
  file: string | null;
  /** In the file; its first line is 1. */
  line: number;
  isrc: string | null;
  upc: string | null;
  territory: string;
  play_count: number;
  /** If the file has amounts instead: the amount divided by the count, cut at 12 decimals. */
  unit_rate: string;
  /** As the file has it. Null: it has rates. */
  amount: string | null;
  /** ISO 4217. */
  currency: string;
  /** The store that the row names, else the sender. */
  store_id: string;
  /** `unknown`: no release that was submitted has it. `ambiguous`: several organizations have. */
  reason: "unknown" | "ambiguous";
};

export type UnmatchedRowList = {
  data: Array<UnmatchedRow>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

/** An ISRC with the UPC that it came with, the UPC of releases sold whole, or one line without any code. */
export type UnmatchedWork = {
  isrc: string | null;
  upc: string | null;
  /** The line of a row that has neither ISRC nor UPC. */
  line: number | null;
  rows: number;
  /** Over its rows. */
  totals: Array<ReportTotal>;
  /** `unknown`: no release that was submitted has it. `ambiguous`: several organizations have. */
  reason: "unknown" | "ambiguous";
};

export type UnmatchedWorkList = {
  data: Array<UnmatchedWork>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type Webhook = {
  id: string;
  url: string;
  event_type: Array<"ping" | "release.status.changed" | "submission.reviewed" | "asset.ready" | "asset.failed" | "delivery.store.updated" | "delivery.completed" | "delivery.taken_down" | "migration.store.safe" | "statement.available" | "payee_statement.available" | "contract.recouped" | "payout.status.changed" | "api.changelog.published">;
  description: string | null;
  /** Only `verified` endpoints get events. An answer of 410 makes an endpoint `disabled`; a successful ping makes it `verified`. */
  status: "verified" | "unverified" | "disabled";
  /** Since when every attempt has failed; null if the last one succeeded. */
  failing_since: string | null;
  created_at: string;
  updated_at: string;
};

export type WebhookAttempt = {
  id: string;
  event_id: string;
  webhook_id: string;
  /** 1 for the first round; each redelivery starts the next. */
  round: number;
  /** The HTTP status that the endpoint answered; null if no answer came. */
  status_code: number | null;
  duration_ms: number;
  /** The first 2 kB of the answer; control characters are written as `\xNN`. */
  response_body: string;
  /** Why there is no complete answer, in words. */
  error: string | null;
  created_at: string;
  event_type: "ping" | "release.status.changed" | "submission.reviewed" | "asset.ready" | "asset.failed" | "delivery.store.updated" | "delivery.completed" | "delivery.taken_down" | "migration.store.safe" | "statement.available" | "payee_statement.available" | "contract.recouped" | "payout.status.changed" | "api.changelog.published";
  /** `delivered`: the endpoint answered 2xx in time; a ping, 200. */
  status: "delivered" | "failed";
};

export type WebhookAttemptList = {
  data: Array<WebhookAttempt>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type WebhookChanges = {
  url?: string | undefined;
  /** A type of events, or several; `GET /v1/event-types` lists them. */
  event_type?: string | Array<string> | undefined;
  description?: string | null | undefined;
};

export type WebhookHealth = {
  /** The last 24 hours, the oldest first. The last one is not over yet. */
  hours: Array<{
    /** When it began. */
    hour: string;
    /** Attempts of this hour that succeeded. At most 10000 attempts of an hour are counted. */
    delivered: number;
    /** Attempts of this hour that failed. At most 10000 attempts of an hour are counted. */
    failed: number;
  }>;
  /** Half of the answers among the latest 1000 attempts of these hours took no longer. Null if no answer came. */
  p50_ms: number | null;
  /** 95 % of the answers among the latest 1000 attempts of these hours took no longer. Null if no answer came. */
  p95_ms: number | null;
};

export type WebhookList = {
  data: Array<Webhook>;
  /** Ask with `cursor` for the next page; null on the last. */
  next_cursor: string | null;
  /** False on the last page. */
  has_more: boolean;
};

export type WebhookWithSecret = {
  id: string;
  url: string;
  event_type: Array<"ping" | "release.status.changed" | "submission.reviewed" | "asset.ready" | "asset.failed" | "delivery.store.updated" | "delivery.completed" | "delivery.taken_down" | "migration.store.safe" | "statement.available" | "payee_statement.available" | "contract.recouped" | "payout.status.changed" | "api.changelog.published">;
  description: string | null;
  /** Only `verified` endpoints get events. An answer of 410 makes an endpoint `disabled`; a successful ping makes it `verified`. */
  status: "verified" | "unverified" | "disabled";
  /** Since when every attempt has failed; null if the last one succeeded. */
  failing_since: string | null;
  created_at: string;
  updated_at: string;
  ping?: {
    event_id: string;
    /** Exactly 200 verifies the endpoint. */
    status_code: number | null;
    duration_ms: number;
    /** Why there is no complete answer, in words. */
    error: string | null;
  } | undefined;
  /** Signs what is sent to the endpoint. It is shown only here, so store it. Null if the request brought its own. */
  secret: string | null;
};

/** The events that a webhook receives, by their `event_type`. */
export type WebhookEvents = {
  "ping": PingEvent;
  "release.status.changed": ReleaseStatusChangedEvent;
  "submission.reviewed": SubmissionReviewedEvent;
  "asset.ready": AssetReadyEvent;
  "asset.failed": AssetFailedEvent;
  "delivery.store.updated": DeliveryStoreUpdatedEvent;
  "delivery.completed": DeliveryCompletedEvent;
  "delivery.taken_down": DeliveryTakenDownEvent;
  "migration.store.safe": MigrationStoreSafeEvent;
  "statement.available": StatementAvailableEvent;
  "payee_statement.available": PayeeStatementAvailableEvent;
  "contract.recouped": ContractRecoupedEvent;
  "payout.status.changed": PayoutStatusChangedEvent;
  "api.changelog.published": ApiChangelogPublishedEvent;
};

/** One method for each operation of the API. */
export interface Methods {
  releases: {
    /** Create a release. `POST /v1/releases` */
    create(body: NewRelease, options?: CallOptions): Promise<Release>;
    /** List releases, newest first or as `sort` says. `GET /v1/releases` */
    list(query?: {
      status?: "draft" | "submitted" | "delivered" | "rejected" | undefined;
      /** A part of title, version, artist, label or UPC; a whole ISRC, for the releases of its tracks; or a whole id. */
      q?: string | undefined;
      /** Only what changed at or after this moment, the oldest change first. Deletions are not listed. Overlap by a minute: ask from a minute before the last `updated_at` you have seen. */
      updated_since?: string | undefined;
      /** The order: by creation, by release date or by title without its case; a minus turns it around. Default: `-created_at`, the newest first. Not together with `updated_since`, which has an order of its own. */
      sort?: "-created_at" | "created_at" | "release_date" | "-release_date" | "title" | "-title" | undefined;
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<ListedRelease, ListedReleaseList>;
    /** Read a release. `GET /v1/releases/{release_id}` */
    get(release_id: string, options?: CallOptions): Promise<Release>;
    /** Change a release. `PATCH /v1/releases/{release_id}` */
    update(release_id: string, body?: ReleaseChanges, options?: CallOptions): Promise<Release>;
    /** Delete a draft. `DELETE /v1/releases/{release_id}` */
    delete(release_id: string, options?: CallOptions): Promise<void>;
    /** Submit a release. `POST /v1/releases/{release_id}/submit` */
    submit(release_id: string, body?: NewSubmission, options?: CallOptions): Promise<Submission>;
    /** Assign an ISRC to every track that has none. `POST /v1/releases/{release_id}/assign-isrcs` */
    assignIsrcs(release_id: string, options?: CallOptions): Promise<AssignedIsrcs>;
    /** See the DDEX message of a release. `GET /v1/releases/{release_id}/ern` */
    ern(release_id: string, query?: {
      /** Without it: a store in every territory, without wishes. */
      store_id?: string | undefined;
      /** Without it: the store's version. */
      version?: "4.3.2" | "4.3" | "3.8.3" | undefined;
    }, options?: CallOptions): Promise<Response>;
    /** Take a release along as ERN. `GET /v1/releases/{release_id}/export` */
    export(release_id: string, options?: CallOptions): Promise<Response>;
    /** Check a release before submitting it. `GET /v1/releases/{release_id}/preflight` */
    preflight(release_id: string, query?: {
      /** Judge by this store's requirements. */
      store_id?: string | undefined;
    }, options?: CallOptions): Promise<Preflight>;
  };
  submissions: {
    /** List submissions, newest first. `GET /v1/submissions` */
    list(query?: {
      /** Only submissions of this release. */
      release_id?: string | undefined;
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<Submission, SubmissionList>;
    /** Read a submission. `GET /v1/submissions/{submission_id}` */
    get(submission_id: string, options?: CallOptions): Promise<Submission>;
    /** Withdraw a submission. `POST /v1/submissions/{submission_id}/withdraw` */
    withdraw(submission_id: string, options?: CallOptions): Promise<Submission>;
  };
  tracks: {
    /** Add a track to a release. `POST /v1/tracks` */
    create(body: NewTrack, options?: CallOptions): Promise<Track>;
    /** List tracks, newest first. `GET /v1/tracks` */
    list(query?: {
      /** Only tracks of this release. */
      release_id?: string | undefined;
      /** Only what changed at or after this moment, the oldest change first. Deletions are not listed. Overlap by a minute: ask from a minute before the last `updated_at` you have seen. */
      updated_since?: string | undefined;
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<Track, TrackList>;
    /** Add many tracks at once. `POST /v1/tracks/bulk` */
    createMany(body: NewTracks, options?: CallOptions): Promise<Tracks>;
    /** Read a track. `GET /v1/tracks/{track_id}` */
    get(track_id: string, options?: CallOptions): Promise<Track>;
    /** Change a track. `PATCH /v1/tracks/{track_id}` */
    update(track_id: string, body?: TrackChanges, options?: CallOptions): Promise<Track>;
    /** Replace the audio of a track that was submitted. `POST /v1/tracks/{track_id}/replace-audio` */
    replaceAudio(track_id: string, body: ReplacedAudio, options?: CallOptions): Promise<Track>;
    /** Remove a track. `DELETE /v1/tracks/{track_id}` */
    delete(track_id: string, options?: CallOptions): Promise<void>;
  };
  preflightRules: {
    /** List the rules of preflight. `GET /v1/preflight-rules` */
    list(options?: CallOptions): Promise<PreflightRuleList>;
  };
  assets: {
    /** Create an asset and get its upload URL. `POST /v1/assets` */
    create(body: NewAsset, options?: CallOptions): Promise<Asset>;
    /** List assets, newest first. `GET /v1/assets` */
    list(query?: {
      type?: "audio" | "artwork" | undefined;
      status?: "awaiting_upload" | "processing" | "ready" | "failed" | undefined;
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<Asset, AssetList>;
    /** Read an asset. `GET /v1/assets/{asset_id}` */
    get(asset_id: string, options?: CallOptions): Promise<Asset>;
    /** Delete an asset that nothing uses. `DELETE /v1/assets/{asset_id}` */
    delete(asset_id: string, options?: CallOptions): Promise<void>;
  };
  uploads: {
    /** Upload the bytes of an asset. `PUT /v1/uploads/{upload_token}` */
    put(upload_token: string, body: Bytes, options?: CallOptions): Promise<Asset>;
    /** Ask how much of a resumable upload has arrived. `HEAD /v1/uploads/{upload_token}/resumable` */
    offset(upload_token: string, options?: CallOptions): Promise<Response>;
    /** Send the next bytes of a resumable upload. `PATCH /v1/uploads/{upload_token}/resumable` */
    append(upload_token: string, body: Bytes, options?: CallOptions): Promise<Response>;
  };
  downloads: {
    /** Download the bytes of an asset. `GET /v1/downloads/{download_token}` */
    get(download_token: string, options?: CallOptions): Promise<Response>;
  };
  overview: {
    /** Read what waits for you, and what comes next. `GET /v1/overview` */
    get(options?: CallOptions): Promise<Overview>;
  };
  operator: {
    overview: {
      /** Count what waits for the operator. `GET /v1/operator/overview` */
      get(options?: CallOptions): Promise<OperatorOverview>;
    };
    diagnosis: {
      /** Find what is wrong with the service. `GET /v1/operator/diagnosis` */
      get(options?: CallOptions): Promise<Diagnosis>;
    };
    catalog: {
      /** Find releases and tracks of all organizations, newest first. `GET /v1/operator/catalog` */
      list(query?: {
        /** A part of title, version, artist, label or UPC; a whole ISRC or a whole id. */
        q?: string | undefined;
        /** Only releases, or only tracks. */
        type?: "release" | "track" | undefined;
        /** Only this organization's. */
        organization_id?: string | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<CatalogEntry, CatalogEntryList>;
    };
    submissions: {
      /** List the submissions of all organizations, newest first. `GET /v1/operator/submissions` */
      list(query?: {
        review_status?: "pending_review" | "approved" | "rejected" | "withdrawn" | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<SubmittedRelease, SubmittedReleaseList>;
      /** Read a submission with everything that its review needs. `GET /v1/operator/submissions/{submission_id}` */
      get(submission_id: string, options?: CallOptions): Promise<SubmissionUnderReview>;
      /** Approve a submission. `POST /v1/operator/submissions/{submission_id}/approve` */
      approve(submission_id: string, body: Approval, options?: CallOptions): Promise<SubmittedRelease>;
      /** Reject a submission. `POST /v1/operator/submissions/{submission_id}/reject` */
      reject(submission_id: string, body: Rejection, options?: CallOptions): Promise<SubmittedRelease>;
    };
    stores: {
      /** Add a store. `POST /v1/operator/stores` */
      create(body: NewStore, options?: CallOptions): Promise<OperatorStore>;
      /** List stores, how they are reached and how they do. `GET /v1/operator/stores` */
      list(query?: {
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<StoreWithHealth, StoreWithHealthList>;
      /** See a store, how it is reached and how it does. `GET /v1/operator/stores/{store_id}` */
      get(store_id: string, options?: CallOptions): Promise<StoreWithHealth>;
      /** Remove a store that was never used. `DELETE /v1/operator/stores/{store_id}` */
      delete(store_id: string, options?: CallOptions): Promise<void>;
      /** Change a store. `PATCH /v1/operator/stores/{store_id}` */
      update(store_id: string, body?: StoreChanges, options?: CallOptions): Promise<OperatorStore>;
      /** Test the connection to a store. `POST /v1/operator/stores/{store_id}/test` */
      test(store_id: string, options?: CallOptions): Promise<StoreTestReport>;
      messages: {
        /** List a store's messages and its answers, newest first. `GET /v1/operator/stores/{store_id}/messages` */
        list(store_id: string, query?: {
          /** Only messages of this delivery. */
          delivery_id?: string | undefined;
          /** The most rows to return. A page also ends at about 4 MiB. */
          limit?: number | undefined;
          /** The `next_cursor` of the previous page. */
          cursor?: string | undefined;
        }, options?: CallOptions): List<SentMessage, SentMessageList>;
        /** Read a message as the store gets it. `GET /v1/operator/stores/{store_id}/messages/{message_id}` */
        get(store_id: string, message_id: string, options?: CallOptions): Promise<Response>;
        /** Read a file that goes with a message. `GET /v1/operator/stores/{store_id}/messages/{message_id}/files/{asset_id}` */
        file(store_id: string, message_id: string, asset_id: string, options?: CallOptions): Promise<Response>;
        acknowledgements: {
          /** Read what a store wrote back about a message. `GET /v1/operator/stores/{store_id}/messages/{message_id}/acknowledgements/{sha256}` */
          get(store_id: string, message_id: string, sha256: string, options?: CallOptions): Promise<Response>;
        };
        /** Send a message again. `POST /v1/operator/stores/{store_id}/messages/{message_id}/resend` */
        resend(store_id: string, message_id: string, options?: CallOptions): Promise<SentMessage>;
      };
      credentials: {
        /** Create a credential for a store that fetches. `POST /v1/operator/stores/{store_id}/credentials` */
        create(store_id: string, body?: NewStoreCredential, options?: CallOptions): Promise<CreatedStoreCredential>;
        /** List a store's credentials. `GET /v1/operator/stores/{store_id}/credentials` */
        list(store_id: string, query?: {
          /** The most rows to return. A page also ends at about 4 MiB. */
          limit?: number | undefined;
          /** The `next_cursor` of the previous page. */
          cursor?: string | undefined;
        }, options?: CallOptions): List<StoreCredential, StoreCredentialList>;
        /** Revoke a store's credential. `DELETE /v1/operator/stores/{store_id}/credentials/{credential_id}` */
        delete(store_id: string, credential_id: string, options?: CallOptions): Promise<void>;
      };
    };
    storePresets: {
      /** List what is publicly known of real stores. `GET /v1/operator/store-presets` */
      list(options?: CallOptions): Promise<StorePresetList>;
    };
    deliveries: {
      /** List the deliveries of all organizations, newest first. `GET /v1/operator/deliveries` */
      list(query?: {
        status?: "in_progress" | "delivered" | "rejected" | "action_required" | "taken_down" | "cancelled" | undefined;
        /** Only deliveries to this store. */
        store_id?: string | undefined;
        /** Only deliveries with this status at a store, or at the one that `store_id` names. */
        store_status?: "queued" | "sending" | "ingesting" | "stalled" | "delivered" | "rejected" | "action_required" | "takedown_requested" | "taken_down" | "cancelled" | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<OrganizationDelivery, OrganizationDeliveryList>;
      /** Enter a store's answer by hand. `POST /v1/operator/deliveries/{delivery_id}/stores/{store_id}/report` */
      report(delivery_id: string, store_id: string, body: StoreAnswer, options?: CallOptions): Promise<OrganizationDelivery>;
    };
    changelog: {
      /** Publish a change of the API. `POST /v1/operator/changelog` */
      create(body: NewChangelogEntry, options?: CallOptions): Promise<ChangelogEntry>;
    };
    organizations: {
      /** Create an organization. `POST /v1/operator/organizations` */
      create(body: NewOrganization, options?: CallOptions): Promise<Organization>;
      /** List organizations. `GET /v1/operator/organizations` */
      list(query?: {
        /** A part of the name, or a whole id. */
        q?: string | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<Organization, OrganizationList>;
      /** See an organization. `GET /v1/operator/organizations/{org_id}` */
      get(org_id: string, options?: CallOptions): Promise<Organization>;
      /** Change an organization. `PATCH /v1/operator/organizations/{org_id}` */
      update(org_id: string, body?: OrganizationChanges, options?: CallOptions): Promise<Organization>;
      /** View an organization as its owner sees it. `POST /v1/operator/organizations/{org_id}/view` */
      view(org_id: string, options?: CallOptions): Promise<DashboardSession>;
    };
    auditLog: {
      /** Read every change made by anyone. `GET /v1/operator/audit-log` */
      list(query?: {
        organization_id?: string | undefined;
        /** Who did it: `key_…`, `cli_…`, `usr_…`, or `operator`. */
        actor?: string | undefined;
        /** The name of an operation, such as `updateRelease`. */
        operation?: string | undefined;
        /** The resource that was changed. */
        resource_id?: string | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<AuditLogEntry, AuditLogEntryList>;
    };
    apiKeys: {
      /** Create an API key for an organization. `POST /v1/operator/organizations/{org_id}/api-keys` */
      create(org_id: string, body?: NewApiKey, options?: CallOptions): Promise<CreatedApiKey>;
      /** List an organization's API keys. `GET /v1/operator/organizations/{org_id}/api-keys` */
      list(org_id: string, query?: {
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<ApiKey, ApiKeyList>;
      /** Revoke an organization's API key. `DELETE /v1/operator/organizations/{org_id}/api-keys/{key_id}` */
      delete(org_id: string, key_id: string, options?: CallOptions): Promise<void>;
    };
    oauthClients: {
      /** Create an OAuth client for an organization. `POST /v1/operator/organizations/{org_id}/oauth-clients` */
      create(org_id: string, body?: NewOAuthClient, options?: CallOptions): Promise<CreatedOAuthClient>;
      /** List an organization's OAuth clients. `GET /v1/operator/organizations/{org_id}/oauth-clients` */
      list(org_id: string, query?: {
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<OAuthClient, OAuthClientList>;
      /** Revoke an OAuth client and all its tokens. `DELETE /v1/operator/organizations/{org_id}/oauth-clients/{client_id}` */
      delete(org_id: string, client_id: string, options?: CallOptions): Promise<void>;
    };
    members: {
      /** Invite a person to an organization. `POST /v1/operator/organizations/{org_id}/members` */
      create(org_id: string, body: NewMember, options?: CallOptions): Promise<InvitedMember>;
      /** List an organization's members and open invitations. `GET /v1/operator/organizations/{org_id}/members` */
      list(org_id: string, query?: {
        role?: "owner" | "manager" | "editor" | "finance" | "viewer" | "payee" | undefined;
        status?: "invited" | "active" | "suspended" | undefined;
        /** A part of the name or the email. */
        q?: string | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<Member, MemberList>;
      /** See an organization's member. `GET /v1/operator/organizations/{org_id}/members/{member_id}` */
      get(org_id: string, member_id: string, options?: CallOptions): Promise<Member>;
      /** Change the role, labels, payees or status of an organization's member. `PATCH /v1/operator/organizations/{org_id}/members/{member_id}` */
      update(org_id: string, member_id: string, body?: MemberChanges, options?: CallOptions): Promise<Member>;
      /** Remove an organization's member, or revoke an invitation. `DELETE /v1/operator/organizations/{org_id}/members/{member_id}` */
      delete(org_id: string, member_id: string, options?: CallOptions): Promise<void>;
      /** Send an organization's invitation again. `POST /v1/operator/organizations/{org_id}/members/{member_id}/resend` */
      resend(org_id: string, member_id: string, options?: CallOptions): Promise<InvitedMember>;
    };
    staff: {
      /** Invite a person to the staff. `POST /v1/operator/staff` */
      create(body: NewStaff, options?: CallOptions): Promise<InvitedStaff>;
      /** List staff and open invitations. `GET /v1/operator/staff` */
      list(query?: {
        role?: "admin" | "reviewer" | "finance" | "support" | undefined;
        status?: "invited" | "active" | "suspended" | undefined;
        /** A part of the name or the email. */
        q?: string | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<Staff, StaffList>;
      /** See one of the staff. `GET /v1/operator/staff/{staff_id}` */
      get(staff_id: string, options?: CallOptions): Promise<Staff>;
      /** Change the role or the status of staff. `PATCH /v1/operator/staff/{staff_id}` */
      update(staff_id: string, body?: StaffChanges, options?: CallOptions): Promise<Staff>;
      /** Remove staff, or revoke an invitation. `DELETE /v1/operator/staff/{staff_id}` */
      delete(staff_id: string, options?: CallOptions): Promise<void>;
      /** Send an invitation to the staff again. `POST /v1/operator/staff/{staff_id}/resend` */
      resend(staff_id: string, options?: CallOptions): Promise<InvitedStaff>;
    };
    people: {
      /** List people. `GET /v1/operator/people` */
      list(query?: {
        /** A part of the name or the email, or a whole id. */
        q?: string | undefined;
        status?: "invited" | "active" | "disabled" | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<Person, PersonList>;
      /** See a person. `GET /v1/operator/people/{person_id}` */
      get(person_id: string, options?: CallOptions): Promise<Person>;
      /** Disable a person, or remove a second factor or a bound identity. `PATCH /v1/operator/people/{person_id}` */
      update(person_id: string, body?: PersonChanges, options?: CallOptions): Promise<Person>;
      /** Erase a person. `DELETE /v1/operator/people/{person_id}` */
      delete(person_id: string, options?: CallOptions): Promise<void>;
    };
    jobs: {
      /** List background jobs that are not done. `GET /v1/operator/jobs` */
      list(query?: {
        status?: "waiting" | "ready" | "running" | "parked" | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<Job, JobList>;
      /** Try a parked job again. `POST /v1/operator/jobs/{job_id}/retry` */
      retry(job_id: string, options?: CallOptions): Promise<Job>;
    };
    mails: {
      /** List mails to people, newest first. `GET /v1/operator/mails` */
      list(query?: {
        status?: "queued" | "sent" | "failed" | undefined;
        kind?: "invitation" | "password_reset" | "security" | "rejection" | "delivered" | "taken_down" | "statement" | "payout" | "endpoint" | "review" | "store" | "job" | "payout_request" | undefined;
        /** Only mails to this address. */
        to?: string | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<Mail, MailList>;
      /** Send a failed mail again. `POST /v1/operator/mails/{mail_id}/retry` */
      retry(mail_id: string, options?: CallOptions): Promise<Mail>;
    };
    payouts: {
      /** List the payouts of all organizations, newest first. `GET /v1/operator/payouts` */
      list(query?: {
        status?: "pending" | "on_hold" | "processing" | "paid" | "failed" | "cancelled" | undefined;
        /** Only of this payee. */
        payee_id?: string | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<AnyPayout, AnyPayoutList>;
      /** Put a payout on hold. `POST /v1/operator/payouts/{payout_id}/hold` */
      hold(payout_id: string, body: NewPayoutHold, options?: CallOptions): Promise<AnyPayout>;
      /** Release a payout from its hold. `POST /v1/operator/payouts/{payout_id}/release` */
      release(payout_id: string, options?: CallOptions): Promise<AnyPayout>;
      /** Mark a payout as on its way to the bank. `POST /v1/operator/payouts/{payout_id}/process` */
      process(payout_id: string, options?: CallOptions): Promise<AnyPayout>;
      /** Mark a payout as paid. `POST /v1/operator/payouts/{payout_id}/pay` */
      pay(payout_id: string, body?: PayoutPayment, options?: CallOptions): Promise<AnyPayout>;
      /** Mark a payout as failed, or as returned by the bank. `POST /v1/operator/payouts/{payout_id}/fail` */
      fail(payout_id: string, body: PayoutFailure, options?: CallOptions): Promise<AnyPayout>;
      /** Export payouts as CSV, to pay them. `GET /v1/operator/payouts/export` */
      export(query?: {
        status?: "pending" | "processing" | undefined;
        /** ISO 4217. */
        currency?: string | undefined;
      }, options?: CallOptions): Promise<Response>;
      /** Mark many payouts as on their way to the bank. `POST /v1/operator/payouts/process` */
      processMany(body: PayoutsToProcess, options?: CallOptions): Promise<MovedPayouts>;
      /** Mark many payouts as paid. `POST /v1/operator/payouts/pay` */
      payMany(body: PayoutsToPay, options?: CallOptions): Promise<MovedPayouts>;
    };
    payees: {
      /** List the payees of all organizations, newest first. `GET /v1/operator/payees` */
      list(query?: {
        /** Only of this organization. */
        organization_id?: string | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<AnyPayee, AnyPayeeList>;
    };
    balances: {
      /** List the balances of all organizations, newest first. `GET /v1/operator/balances` */
      list(query?: {
        /** Only of this organization. */
        organization_id?: string | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<AnyBalance, AnyBalanceList>;
    };
    ledger: {
      /** Check the books, from the rows of reports to the balances. `GET /v1/operator/ledger/check` */
      check(options?: CallOptions): Promise<LedgerCheck>;
    };
    adjustments: {
      /** Add to a balance, or take from it. `POST /v1/operator/organizations/{org_id}/adjustments` */
      create(org_id: string, body: NewAdjustment, options?: CallOptions): Promise<Adjustment>;
    };
    conversions: {
      /** Move a balance into another currency. `POST /v1/operator/organizations/{org_id}/conversions` */
      create(org_id: string, body: NewConversion, options?: CallOptions): Promise<Conversion>;
      /** List the conversions of an organization's balances, newest first. `GET /v1/operator/organizations/{org_id}/conversions` */
      list(org_id: string, query?: {
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<Conversion, ConversionList>;
    };
    salesReports: {
      /** Import a store's sales report. `POST /v1/operator/sales-reports` */
      create(body: Bytes, query?: {
        /** Which store reports. */
        store_id?: string | undefined;
        /** The month that it is accounted in. Rows may be about earlier ones. */
        period?: string | undefined;
        /** With `currency`: what the store paid. A usage profile needs it; otherwise it is compared with the rows. */
        amount?: string | undefined;
        /** With `amount`, for a DSR of several files: `file` says that it is the part of this file. Without it such an amount is refused, because each file would be given all of it. */
        amount_is?: "file" | undefined;
        /** How the file is read. Without it: by its bytes, or the one format that fits its heading row. */
        format_id?: string | undefined;
        currency?: string | undefined;
      }, options?: CallOptions): Promise<SalesReport>;
      /** List sales reports, newest first. `GET /v1/operator/sales-reports` */
      list(query?: {
        /** Only this store's. */
        store_id?: string | undefined;
        /** For this month alone. */
        period?: string | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<SalesReport, SalesReportList>;
      /** Read a sales report. `GET /v1/operator/sales-reports/{report_id}` */
      get(report_id: string, options?: CallOptions): Promise<SalesReport>;
      /** Note what a store paid for a report, or give the report its own exchange rates. `PATCH /v1/operator/sales-reports/{report_id}` */
      update(report_id: string, body?: SalesReportChanges, options?: CallOptions): Promise<SalesReport>;
      /** Delete a report of which no row is on a statement. `DELETE /v1/operator/sales-reports/{report_id}` */
      delete(report_id: string, options?: CallOptions): Promise<void>;
      /** List the unmatched rows of a report. `GET /v1/operator/sales-reports/{report_id}/unmatched` */
      unmatched(report_id: string, query?: {
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<UnmatchedRow, UnmatchedRowList>;
      /** List the unmatched works of a report, the most money first. `GET /v1/operator/sales-reports/{report_id}/unmatched-works` */
      unmatchedWorks(report_id: string, query?: {
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<UnmatchedWork, UnmatchedWorkList>;
      /** List the rows of a report, with whose they are and on which statement. `GET /v1/operator/sales-reports/{report_id}/rows` */
      rows(report_id: string, query?: {
        /** Rows with this ISRC alone. */
        isrc?: string | undefined;
        /** Rows that this track earns by, also as a part of its release. */
        track_id?: string | undefined;
        /** Rows that are on this statement. */
        statement_id?: string | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<ReportedRow, ReportedRowList>;
      /** Fetch the file of a report as it was received. `GET /v1/operator/sales-reports/{report_id}/file` */
      file(report_id: string, options?: CallOptions): Promise<Response>;
      /** Give unmatched rows to a track, or to a release. `POST /v1/operator/sales-reports/{report_id}/assign` */
      assign(report_id: string, body?: Assignment, options?: CallOptions): Promise<SalesReport>;
      /** Take back a report that is on statements. `POST /v1/operator/sales-reports/{report_id}/reverse` */
      reverse(report_id: string, options?: CallOptions): Promise<SalesReport>;
    };
    reconciliation: {
      /** Compare what stores reported with what they paid and with what was stated. `GET /v1/operator/reconciliation` */
      list(query?: {
        /** For this month alone. */
        period?: string | undefined;
        /** Only this store's. */
        store_id?: string | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<ReconciledAmount, ReconciledAmountList>;
    };
    exchangeRates: {
      /** Set the exchange rate of a month. `POST /v1/operator/exchange-rates` */
      create(body: NewExchangeRate, options?: CallOptions): Promise<ExchangeRate>;
      /** List exchange rates, newest first. `GET /v1/operator/exchange-rates` */
      list(query?: {
        period?: string | undefined;
        /** ISO 4217. */
        from?: string | undefined;
        /** ISO 4217. */
        to?: string | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<ExchangeRate, ExchangeRateList>;
      /** Delete an exchange rate. `DELETE /v1/operator/exchange-rates/{rate_id}` */
      delete(rate_id: string, options?: CallOptions): Promise<void>;
      /** Import a file of exchange rates. `POST /v1/operator/exchange-rates/import` */
      import(body: Bytes, options?: CallOptions): Promise<ImportedRates>;
      /** List the exchange rates that a close would lack now. `GET /v1/operator/exchange-rates/missing` */
      missing(query?: {
        /** The month to close. Needed. */
        period?: string | undefined;
      }, options?: CallOptions): Promise<MissingRates>;
    };
    reportFormats: {
      /** Add a report format. `POST /v1/operator/report-formats` */
      create(body: NewReportFormat, options?: CallOptions): Promise<ReportFormat>;
      /** List report formats. `GET /v1/operator/report-formats` */
      list(query?: {
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<ReportFormat, ReportFormatList>;
      /** See a report format. `GET /v1/operator/report-formats/{format_id}` */
      get(format_id: string, options?: CallOptions): Promise<ReportFormat>;
      /** Change a report format. `PATCH /v1/operator/report-formats/{format_id}` */
      update(format_id: string, body?: ReportFormatChanges, options?: CallOptions): Promise<ReportFormat>;
      /** Remove a report format that no report was read by. `DELETE /v1/operator/report-formats/{format_id}` */
      delete(format_id: string, options?: CallOptions): Promise<void>;
      /** Try a format with a sample of a file. `POST /v1/operator/report-formats/{format_id}/try` */
      try(format_id: string, body: Bytes, query?: {
        /** The sender. */
        store_id?: string | undefined;
        /** The month that it would be accounted in. The present one by default. */
        period?: string | undefined;
        /** ISO 4217. */
        currency?: string | undefined;
      }, options?: CallOptions): Promise<TriedReport>;
      /** Try a format before it is saved. `POST /v1/operator/report-formats/try` */
      tryDraft(body: DraftTrial, options?: CallOptions): Promise<TriedReport>;
    };
    periods: {
      /** Close a period: write its statements. `POST /v1/operator/periods/{period}/close` */
      close(period: string, options?: CallOptions): Promise<PeriodClose>;
    };
    statements: {
      /** List the statements of all organizations. `GET /v1/operator/statements` */
      list(query?: {
        organization_id?: string | undefined;
        period?: string | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<OperatorStatement, OperatorStatementList>;
      /** Read a statement of any organization. `GET /v1/operator/statements/{statement_id}` */
      get(statement_id: string, options?: CallOptions): Promise<OperatorStatement>;
      /** List the line items of any statement. `GET /v1/operator/statements/{statement_id}/line-items` */
      lineItems(statement_id: string, query?: {
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<LineItem, LineItemList>;
    };
  };
  thumbnails: {
    /** Download a small version of an artwork. `GET /v1/thumbnails/{thumbnail_token}` */
    get(thumbnail_token: string, query?: {
      /** The longer side in pixels. A smaller picture keeps its size. */
      size?: "96" | "320" | "960" | undefined;
    }, options?: CallOptions): Promise<Response>;
  };
  peaks: {
    /** Read the outline of a sound. `GET /v1/peaks/{peaks_token}` */
    get(peaks_token: string, options?: CallOptions): Promise<Peaks>;
  };
  stores: {
    /** List stores. `GET /v1/stores` */
    list(query?: {
      /** Only stores that serve this territory. `WORLD`: only stores that serve every territory. */
      territory?: string | undefined;
      /** Only stores with this capability. */
      capability?: "streaming" | "download" | "preorder" | "updates" | "takedown" | "ugc" | undefined;
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<Store, StoreList>;
    /** List territories. `GET /v1/stores/territories` */
    territories(options?: CallOptions): Promise<TerritoryList>;
    /** See a store. `GET /v1/stores/{store_id}` */
    get(store_id: string, options?: CallOptions): Promise<Store>;
  };
  deliveries: {
    /** Deliver a release to stores. `POST /v1/deliveries` */
    create(body: NewDelivery, options?: CallOptions): Promise<Delivery>;
    /** List deliveries, newest first. `GET /v1/deliveries` */
    list(query?: {
      status?: "in_progress" | "delivered" | "rejected" | "action_required" | "taken_down" | "cancelled" | undefined;
      /** Only deliveries of this release. */
      release_id?: string | undefined;
      /** Only what changed at or after this moment, the oldest change first. Deletions are not listed. Overlap by a minute: ask from a minute before the last `updated_at` you have seen. */
      updated_since?: string | undefined;
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<Delivery, DeliveryList>;
    /** Read a delivery: where it stands at every store. `GET /v1/deliveries/{delivery_id}` */
    get(delivery_id: string, options?: CallOptions): Promise<Delivery>;
    /** Send a corrected release again. `POST /v1/deliveries/{delivery_id}/resubmit` */
    resubmit(delivery_id: string, body?: AnotherAttempt, options?: CallOptions): Promise<Delivery>;
    /** Send the present metadata to stores that have the release. `POST /v1/deliveries/{delivery_id}/update` */
    update(delivery_id: string, body?: AnotherAttempt, options?: CallOptions): Promise<Delivery>;
    /** Take a release down from stores that have it. `POST /v1/deliveries/{delivery_id}/takedown` */
    takedown(delivery_id: string, body?: Takedown, options?: CallOptions): Promise<Delivery>;
    /** Cancel what was not sent to stores yet. `POST /v1/deliveries/{delivery_id}/cancel` */
    cancel(delivery_id: string, body?: ChosenStores, options?: CallOptions): Promise<Delivery>;
  };
  migrations: {
    /** Move a release here from another distributor. `POST /v1/migrations` */
    create(body: NewMigration, options?: CallOptions): Promise<Migration>;
    /** List migrations, newest first. `GET /v1/migrations` */
    list(query?: {
      /** Only that of this release. */
      release_id?: string | undefined;
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<Migration, MigrationList>;
    /** Read a migration: where it stands at every store. `GET /v1/migrations/{migration_id}` */
    get(migration_id: string, options?: CallOptions): Promise<Migration>;
  };
  webhooks: {
    /** Register an endpoint. `POST /v1/webhooks` */
    create(body: NewWebhook, options?: CallOptions): Promise<WebhookWithSecret>;
    /** List endpoints, newest first. `GET /v1/webhooks` */
    list(query?: {
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<Webhook, WebhookList>;
    /** Read an endpoint. `GET /v1/webhooks/{webhook_id}` */
    get(webhook_id: string, options?: CallOptions): Promise<Webhook>;
    /** Change an endpoint. `PATCH /v1/webhooks/{webhook_id}` */
    update(webhook_id: string, body?: WebhookChanges, options?: CallOptions): Promise<PingedWebhook>;
    /** Delete an endpoint. `DELETE /v1/webhooks/{webhook_id}` */
    delete(webhook_id: string, options?: CallOptions): Promise<void>;
    /** Ping an endpoint. `POST /v1/webhooks/{webhook_id}/ping` */
    ping(webhook_id: string, options?: CallOptions): Promise<PingedWebhook>;
    /** Give an endpoint a new secret. `POST /v1/webhooks/{webhook_id}/rotate-secret` */
    rotateSecret(webhook_id: string, body?: SecretRotation, options?: CallOptions): Promise<WebhookWithSecret>;
    /** Send an endpoint the events it has missed. `POST /v1/webhooks/{webhook_id}/redeliver` */
    redeliver(webhook_id: string, body?: {
      /** Only events from this moment on. */
      since?: string | undefined;
      /** Only events up to this moment. */
      until?: string | undefined;
    }, options?: CallOptions): Promise<Redelivery>;
    /** List the attempts at an endpoint, newest first. `GET /v1/webhooks/{webhook_id}/attempts` */
    attempts(webhook_id: string, query?: {
      /** Only those that failed. */
      status?: "failed" | undefined;
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<WebhookAttempt, WebhookAttemptList>;
    /** Read how an endpoint answered in the last 24 hours. `GET /v1/webhooks/{webhook_id}/health` */
    health(webhook_id: string, options?: CallOptions): Promise<WebhookHealth>;
  };
  events: {
    /** Send an event again. `POST /v1/events/{event_id}/redeliver` */
    redeliver(event_id: string, body?: {
      /** Only to this endpoint. */
      webhook_id?: string | undefined;
    }, options?: CallOptions): Promise<Redelivery>;
    /** List events, newest first. `GET /v1/events` */
    list(query?: {
      event_type?: "ping" | "release.status.changed" | "submission.reviewed" | "asset.ready" | "asset.failed" | "delivery.store.updated" | "delivery.completed" | "delivery.taken_down" | "migration.store.safe" | "statement.available" | "payee_statement.available" | "contract.recouped" | "payout.status.changed" | "api.changelog.published" | undefined;
      status?: "none" | "pending" | "delivered" | "undelivered" | undefined;
      /** The id of an event. */
      after?: string | undefined;
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<Event, EventList>;
    /** Read an event and where it was sent. `GET /v1/events/{event_id}` */
    get(event_id: string, options?: CallOptions): Promise<Event>;
    /** List the attempts to deliver an event, newest first. `GET /v1/events/{event_id}/attempts` */
    attempts(event_id: string, query?: {
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<Attempt, AttemptList>;
  };
  eventTypes: {
    /** List the types of events, with an example of each. `GET /v1/event-types` */
    list(options?: CallOptions): Promise<EventTypeList>;
  };
  changelog: {
    /** List the changes of the API, newest first. `GET /v1/changelog` */
    list(query?: {
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<ChangelogEntry, ChangelogEntryList>;
  };
  organization: {
    /** See your own organization. `GET /v1/organization` */
    get(options?: CallOptions): Promise<Organization>;
  };
  auditLog: {
    /** Read every change made in your organization. `GET /v1/audit-log` */
    list(query?: {
      /** Who did it: `key_…`, `cli_…`, `usr_…`, or `operator`. */
      actor?: string | undefined;
      /** The name of an operation, such as `updateRelease`. */
      operation?: string | undefined;
      /** The resource that was changed. */
      resource_id?: string | undefined;
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<AuditLogEntry, AuditLogEntryList>;
  };
  me: {
    /** Get yourself. `GET /v1/me` */
    get(options?: CallOptions): Promise<Me>;
    /** Change your name, notifications or password. `PATCH /v1/me` */
    update(body?: MeChanges, options?: CallOptions): Promise<Me>;
    totp: {
      /** Begin to set up a second factor. `POST /v1/me/totp` */
      create(body?: {
        password?: string | undefined;
      }, options?: CallOptions): Promise<OfferedSecondFactor>;
      /** Confirm the second factor with its first code. `POST /v1/me/totp/confirm` */
      confirm(body: {
        /** Six digits of the authenticator app, or a recovery code. */
        code: string;
      }, options?: CallOptions): Promise<RecoveryCodes>;
      /** Remove the second factor. `POST /v1/me/totp/remove` */
      remove(body: {
        /** Six digits of the authenticator app, or a recovery code. */
        code: string;
      }, options?: CallOptions): Promise<Me>;
      /** Get ten new recovery codes; the old ones end. `POST /v1/me/totp/recovery-codes` */
      renewCodes(body: {
        /** Six digits of the authenticator app, or a recovery code. */
        code: string;
      }, options?: CallOptions): Promise<RecoveryCodes>;
    };
    /** Read the balances of your payees. `GET /v1/me/payee-balance` */
    payeeBalance(options?: CallOptions): Promise<OwnPayeeBalances>;
    payeeStatements: {
      /** List the statements of your payees, newest first. `GET /v1/me/payee-statements` */
      list(query?: {
        payee_id?: string | undefined;
        statement_id?: string | undefined;
        period?: string | undefined;
        /** ISO 4217. */
        currency?: string | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<PayeeStatement, PayeeStatementList>;
      /** Read a statement of one of your payees. `GET /v1/me/payee-statements/{payee_statement_id}` */
      get(payee_statement_id: string, options?: CallOptions): Promise<PayeeStatement>;
      /** List the line items of a statement of one of your payees. `GET /v1/me/payee-statements/{payee_statement_id}/line-items` */
      lineItems(payee_statement_id: string, query?: {
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<PayeeLineItem, PayeeLineItemList>;
    };
    sessions: {
      /** List your sessions. `GET /v1/me/sessions` */
      list(query?: {
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<PersonSession, PersonSessionList>;
      /** End one of your sessions. `DELETE /v1/me/sessions/{session_id}` */
      delete(session_id: string, options?: CallOptions): Promise<void>;
    };
  };
  members: {
    /** Invite a person by email. `POST /v1/members` */
    create(body: NewMember, options?: CallOptions): Promise<InvitedMember>;
    /** List your members and open invitations. `GET /v1/members` */
    list(query?: {
      role?: "owner" | "manager" | "editor" | "finance" | "viewer" | "payee" | undefined;
      status?: "invited" | "active" | "suspended" | undefined;
      /** A part of the name or the email. */
      q?: string | undefined;
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<Member, MemberList>;
    /** See a member. `GET /v1/members/{member_id}` */
    get(member_id: string, options?: CallOptions): Promise<Member>;
    /** Change a member's role, labels, payees or status. `PATCH /v1/members/{member_id}` */
    update(member_id: string, body?: MemberChanges, options?: CallOptions): Promise<Member>;
    /** Remove a member, or revoke an invitation. `DELETE /v1/members/{member_id}` */
    delete(member_id: string, options?: CallOptions): Promise<void>;
    /** Send an invitation again. `POST /v1/members/{member_id}/resend` */
    resend(member_id: string, options?: CallOptions): Promise<InvitedMember>;
  };
  requestLog: {
    /** List your requests of the last 7 days. `GET /v1/request-log` */
    list(query?: {
      /** A status such as 404, or `4xx` or `5xx`. */
      status?: string | undefined;
      method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS" | undefined;
      /** A part of the path. */
      path?: string | undefined;
      request_id?: string | undefined;
      source?: "api" | "dashboard" | undefined;
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<LoggedRequest, LoggedRequestList>;
  };
  apiKeys: {
    /** List your API keys. `GET /v1/api-keys` */
    list(query?: {
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<ApiKey, ApiKeyList>;
    /** Create an API key. `POST /v1/api-keys` */
    create(body?: NewApiKey, options?: CallOptions): Promise<CreatedApiKey>;
    /** Revoke an API key. `DELETE /v1/api-keys/{key_id}` */
    delete(key_id: string, options?: CallOptions): Promise<void>;
  };
  oauth: {
    /** Get an access token. `POST /v1/oauth/token` */
    token(body: TokenRequest, options?: CallOptions): Promise<AccessToken>;
  };
  ddex: {
    messages: {
      /** Send a DDEX message. `POST /v1/ddex/messages` */
      create(body: Bytes, options?: CallOptions): Promise<ReceivedMessage>;
    };
  };
  feed: {
    messages: {
      /** List your messages, oldest first. `GET /v1/feed/messages` */
      list(query?: {
        /** Only messages that came into the feed after this one. */
        after?: string | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<FeedMessage, FeedMessageList>;
      /** Fetch a message. `GET /v1/feed/messages/{message_id}` */
      get(message_id: string, options?: CallOptions): Promise<Response>;
      /** Fetch a file of a message. `GET /v1/feed/messages/{message_id}/files/{name}` */
      file(message_id: string, name: string, options?: CallOptions): Promise<Response>;
      /** Report what came of a message. `POST /v1/feed/messages/{message_id}/status` */
      report(message_id: string, body: StoreAnswer, options?: CallOptions): Promise<FeedMessage>;
    };
  };
  openapi: {
    /** Read this description. `GET /v1/openapi.json` */
    get(options?: CallOptions): Promise<Record<string, unknown>>;
  };
  sandbox: {
    assets: {
      /** Make an asset without an upload. `POST /v1/sandbox/assets` */
      create(body: NewSandboxAsset, options?: CallOptions): Promise<Asset>;
    };
    deliveries: {
      /** Let a store answer at once. `POST /v1/sandbox/deliveries/{delivery_id}/simulate` */
      simulate(delivery_id: string, body: SimulatedAnswer, options?: CallOptions): Promise<Delivery>;
    };
    events: {
      /** Send an example of an event to your own endpoints. `POST /v1/sandbox/events` */
      create(body: NewSandboxEvent, options?: CallOptions): Promise<Event>;
    };
    statements: {
      /** Make statements of your own tracks. `POST /v1/sandbox/statements` */
      create(body: NewSandboxStatement, options?: CallOptions): Promise<SandboxStatements>;
    };
    payouts: {
      /** Move a payout as the operator would. `POST /v1/sandbox/payouts/{payout_id}/simulate` */
      simulate(payout_id: string, body: SimulatedPayoutMove, options?: CallOptions): Promise<Payout>;
    };
    mails: {
      /** Read the mails to your members, newest first. `GET /v1/sandbox/mails` */
      list(query?: {
        /** Only mails to this address. */
        to?: string | undefined;
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<SandboxMail, SandboxMailList>;
    };
  };
  payees: {
    /** Read a payee's balance in every currency. `GET /v1/payees/{payee_id}/balance` */
    balance(payee_id: string, options?: CallOptions): Promise<Balances>;
    /** List what changed a payee's balance, newest first. `GET /v1/payees/{payee_id}/balance/transactions` */
    transactions(payee_id: string, query?: {
      /** ISO 4217. */
      currency?: string | undefined;
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<PayeeTransaction, PayeeTransactionList>;
    /** Add to a payee's balance, or take from it. `POST /v1/payees/{payee_id}/adjustments` */
    createAdjustment(payee_id: string, body: NewAdjustment, options?: CallOptions): Promise<PayeeAdjustment>;
    /** Record that you paid a payee. `POST /v1/payees/{payee_id}/payments` */
    createPayment(payee_id: string, body: NewPayeePayment, options?: CallOptions): Promise<PayeePayment>;
    /** Add a payee. `POST /v1/payees` */
    create(body: NewPayee, options?: CallOptions): Promise<Payee>;
    /** List your payees, newest first. `GET /v1/payees` */
    list(query?: {
      /** A part of the name, or a whole id, `external_id` or email. */
      q?: string | undefined;
      status?: "active" | "archived" | undefined;
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<Payee, PayeeList>;
    /** Read a payee. `GET /v1/payees/{payee_id}` */
    get(payee_id: string, options?: CallOptions): Promise<Payee>;
    /** Change a payee, or archive it. `PATCH /v1/payees/{payee_id}` */
    update(payee_id: string, body?: PayeeChanges, options?: CallOptions): Promise<Payee>;
    /** Delete a payee. `DELETE /v1/payees/{payee_id}` */
    delete(payee_id: string, options?: CallOptions): Promise<void>;
    payment: {
      /** Set a payee's payment details. `PATCH /v1/payees/{payee_id}/payment` */
      update(payee_id: string, body: PaymentDetails, options?: CallOptions): Promise<SetPayment>;
      /** Remove a payee's payment details. `DELETE /v1/payees/{payee_id}/payment` */
      delete(payee_id: string, options?: CallOptions): Promise<void>;
    };
  };
  payouts: {
    /** Request a payout. `POST /v1/payouts` */
    create(body: NewPayout, options?: CallOptions): Promise<Payout>;
    /** List payouts, newest first. `GET /v1/payouts` */
    list(query?: {
      status?: "pending" | "on_hold" | "processing" | "paid" | "failed" | "cancelled" | undefined;
      /** Only of this payee. */
      payee_id?: string | undefined;
      /** Only what changed at or after this moment, the oldest change first. Deletions are not listed. Overlap by a minute: ask from a minute before the last `updated_at` you have seen. */
      updated_since?: string | undefined;
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<Payout, PayoutList>;
    /** Read a payout: where it stands, and what it waits for. `GET /v1/payouts/{payout_id}` */
    get(payout_id: string, options?: CallOptions): Promise<Payout>;
    /** Cancel a payout that is pending. `POST /v1/payouts/{payout_id}/cancel` */
    cancel(payout_id: string, options?: CallOptions): Promise<Payout>;
  };
  balance: {
    /** Read your balance in every currency. `GET /v1/balance` */
    get(options?: CallOptions): Promise<Balances>;
    /** List what changed your balance, newest first. `GET /v1/balance/transactions` */
    transactions(query?: {
      /** ISO 4217. */
      currency?: string | undefined;
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<BalanceTransaction, BalanceTransactionList>;
  };
  contracts: {
    /** Create a contract. `POST /v1/contracts` */
    create(body: NewContract, options?: CallOptions): Promise<Contract>;
    /** List contracts, newest first. `GET /v1/contracts` */
    list(query?: {
      /** Only contracts with a share of this payee. */
      payee_id?: string | undefined;
      /** Only contracts that name the track or could hold it: by its release, its label, or all. */
      track_id?: string | undefined;
      /** Only contracts that could hold lines of the release: that name it, one of its tracks or its label, or all. */
      release_id?: string | undefined;
      status?: "draft" | "active" | "ended" | undefined;
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<Contract, ContractList>;
    /** Read a contract. `GET /v1/contracts/{contract_id}` */
    get(contract_id: string, options?: CallOptions): Promise<Contract>;
    /** Change a contract. `PATCH /v1/contracts/{contract_id}` */
    update(contract_id: string, body?: ContractChanges, options?: CallOptions): Promise<Contract>;
    /** Delete a draft, with its costs. `DELETE /v1/contracts/{contract_id}` */
    delete(contract_id: string, options?: CallOptions): Promise<void>;
    /** Activate a draft. `POST /v1/contracts/{contract_id}/activate` */
    activate(contract_id: string, options?: CallOptions): Promise<Contract>;
    /** End a contract. `POST /v1/contracts/{contract_id}/end` */
    end(contract_id: string, body: ContractEnd, options?: CallOptions): Promise<Contract>;
    /** List the versions of a contract, newest first. `GET /v1/contracts/{contract_id}/versions` */
    versions(contract_id: string, query?: {
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<ContractVersion, ContractVersionList>;
    /** See what a net amount would become now. `POST /v1/contracts/{contract_id}/preview` */
    preview(contract_id: string, body: PreviewedAmount, options?: CallOptions): Promise<ContractPreview>;
    costs: {
      /** Record an advance or a cost. `POST /v1/contracts/{contract_id}/costs` */
      create(contract_id: string, body: NewContractCost, options?: CallOptions): Promise<ContractCost>;
      /** List the advances and costs of a contract, newest first. `GET /v1/contracts/{contract_id}/costs` */
      list(contract_id: string, query?: {
        /** The most rows to return. A page also ends at about 4 MiB. */
        limit?: number | undefined;
        /** The `next_cursor` of the previous page. */
        cursor?: string | undefined;
      }, options?: CallOptions): List<ContractCost, ContractCostList>;
      /** Cancel an advance or a cost. `POST /v1/contracts/{contract_id}/costs/{cost_id}/cancel` */
      cancel(contract_id: string, cost_id: string, options?: CallOptions): Promise<ContractCost>;
    };
  };
  royalties: {
    /** List royalties, newest first. `GET /v1/royalties` */
    list(query?: {
      statement_id?: string | undefined;
      release_id?: string | undefined;
      store_id?: string | undefined;
      period?: string | undefined;
      /** From 1. Use `cursor` instead: this ends on 2027-12-31. @deprecated */
      page?: number | undefined;
      /** Use `limit` instead: this ends on 2027-12-31. @deprecated */
      per_page?: number | undefined;
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<Royalty, RoyaltyList>;
  };
  statements: {
    /** List statements, newest first. `GET /v1/statements` */
    list(query?: {
      period?: string | undefined;
      /** ISO 4217. */
      currency?: string | undefined;
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<Statement, StatementList>;
    /** Read a statement. `GET /v1/statements/{statement_id}` */
    get(statement_id: string, options?: CallOptions): Promise<Statement>;
    /** List a statement's line items. `GET /v1/statements/{statement_id}/line-items` */
    lineItems(statement_id: string, query?: {
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<LineItem, LineItemList>;
  };
  payeeStatements: {
    /** List payee statements, newest first. `GET /v1/payee-statements` */
    list(query?: {
      payee_id?: string | undefined;
      statement_id?: string | undefined;
      period?: string | undefined;
      /** ISO 4217. */
      currency?: string | undefined;
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<PayeeStatement, PayeeStatementList>;
    /** Read a payee statement. `GET /v1/payee-statements/{payee_statement_id}` */
    get(payee_statement_id: string, options?: CallOptions): Promise<PayeeStatement>;
    /** List a payee statement's line items. `GET /v1/payee-statements/{payee_statement_id}/line-items` */
    lineItems(payee_statement_id: string, query?: {
      /** The most rows to return. A page also ends at about 4 MiB. */
      limit?: number | undefined;
      /** The `next_cursor` of the previous page. */
      cursor?: string | undefined;
    }, options?: CallOptions): List<PayeeLineItem, PayeeLineItemList>;
  };
  earnings: {
    /** Sum up what you earned. `GET /v1/earnings` */
    list(query?: {
      group_by?: "month" | "store" | "territory" | "track" | "release" | undefined;
      /** ISO 4217. */
      currency?: string | undefined;
      /** The first month. */
      from?: string | undefined;
      /** The last month. */
      to?: string | undefined;
    }, options?: CallOptions): Promise<EarningList>;
  };
  paymentDetails: {
    /** See where your organization's own payouts are sent. `GET /v1/payment-details` */
    get(options?: CallOptions): Promise<Payment>;
    /** Set your organization's own payment details. `PATCH /v1/payment-details` */
    update(body: PaymentDetails, options?: CallOptions): Promise<SetPayment>;
    /** Remove your organization's own payment details. `DELETE /v1/payment-details` */
    delete(options?: CallOptions): Promise<void>;
  };
}

/** The codes of the errors that a method may answer. */
export type MethodErrors = {
  "releases.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "duplicate_submission" | "idempotency_in_progress" | "upc_pool_exhausted" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "releases.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "releases.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "releases.update": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "duplicate_submission" | "asset_not_ready" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "territory_not_supported" | "idempotency_key_reused" | "feature_sunset" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "releases.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "releases.submit": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "duplicate_submission" | "asset_not_ready" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "releases.assignIsrcs": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "releases.ern": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "tier_not_eligible" | "not_found" | "invalid_state" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "releases.export": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "releases.preflight": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "submissions.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "submissions.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "submissions.withdraw": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "tracks.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "invalid_isrc_format" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "tracks.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "tracks.createMany": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "invalid_isrc_format" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "tracks.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "tracks.update": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "invalid_isrc_format" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "tracks.replaceAudio": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "asset_not_ready" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "tracks.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "preflightRules.list": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "assets.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "assets.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "assets.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "assets.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "uploads.put": "invalid_request" | "not_found" | "invalid_state" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "internal_error" | "service_unavailable";
  "uploads.offset": "invalid_request" | "not_found" | "internal_error" | "service_unavailable";
  "uploads.append": "invalid_request" | "not_found" | "invalid_state" | "payload_too_large" | "unsupported_media_type" | "validation_failed" | "internal_error" | "service_unavailable";
  "downloads.get": "invalid_request" | "not_found" | "internal_error" | "service_unavailable";
  "overview.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.overview.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.diagnosis.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "thumbnails.get": "invalid_request" | "not_found" | "internal_error" | "service_unavailable";
  "peaks.get": "invalid_request" | "not_found" | "internal_error" | "service_unavailable";
  "stores.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "stores.territories": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "stores.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "deliveries.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "duplicate_submission" | "asset_not_ready" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "deliveries.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "deliveries.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "deliveries.resubmit": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "duplicate_submission" | "asset_not_ready" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "deliveries.update": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "duplicate_submission" | "asset_not_ready" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "deliveries.takedown": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "deliveries.cancel": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "duplicate_submission" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "migrations.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "migrations.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "migrations.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "webhooks.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "tier_not_eligible" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "webhook_url_not_allowed" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "webhooks.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "webhooks.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "webhooks.update": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "tier_not_eligible" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "webhook_url_not_allowed" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "webhooks.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "webhooks.ping": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "webhook_url_not_allowed" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "webhooks.rotateSecret": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "webhooks.redeliver": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "webhooks.attempts": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "webhooks.health": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "events.redeliver": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "events.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "events.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "events.attempts": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "eventTypes.list": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "changelog.list": "invalid_request" | "invalid_cursor" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "organization.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "auditLog.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "me.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "me.update": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "me.totp.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "me.totp.confirm": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "me.totp.remove": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "me.totp.renewCodes": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "me.payeeBalance": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "me.payeeStatements.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "me.payeeStatements.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "me.payeeStatements.lineItems": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "me.sessions.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "me.sessions.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "members.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "members.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "members.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "members.update": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "members.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "members.resend": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "requestLog.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "apiKeys.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "apiKeys.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "apiKeys.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "oauth.token": "invalid_request" | "authentication_required" | "invalid_credentials" | "tier_not_eligible" | "payload_too_large" | "unsupported_media_type" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "ddex.messages.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "tier_not_eligible" | "duplicate_submission" | "asset_not_ready" | "invalid_state" | "idempotency_in_progress" | "upc_pool_exhausted" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "invalid_isrc_format" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "feed.messages.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "feed.messages.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "feed.messages.file": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "feed.messages.report": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "openapi.get": "invalid_request" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.catalog.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.submissions.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.submissions.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.submissions.approve": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.submissions.reject": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.stores.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.stores.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.stores.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.stores.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.stores.update": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.stores.test": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.storePresets.list": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.stores.messages.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.stores.messages.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.stores.messages.file": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.stores.messages.acknowledgements.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.stores.messages.resend": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.stores.credentials.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.stores.credentials.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.stores.credentials.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.deliveries.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.deliveries.report": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.changelog.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.organizations.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.organizations.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.organizations.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.organizations.update": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.organizations.view": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.auditLog.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.apiKeys.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.apiKeys.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.apiKeys.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.oauthClients.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "tier_not_eligible" | "not_found" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.oauthClients.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.oauthClients.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.members.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.members.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.members.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.members.update": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.members.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.members.resend": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.staff.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.staff.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.staff.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.staff.update": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.staff.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.staff.resend": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.people.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.people.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.people.update": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.people.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.jobs.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.jobs.retry": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.mails.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.mails.retry": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "sandbox.assets.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "sandbox.deliveries.simulate": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "sandbox.events.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "tier_not_eligible" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "sandbox.statements.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "invalid_isrc_format" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "sandbox.payouts.simulate": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "sandbox.mails.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "payees.balance": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "payees.transactions": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "payees.createAdjustment": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "payees.createPayment": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "payouts.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "payouts.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "payouts.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "payouts.cancel": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "balance.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "balance.transactions": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "contracts.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "contracts.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "contracts.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "contracts.update": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "contracts.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "contracts.activate": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "contracts.end": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "contracts.versions": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "contracts.preview": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "contracts.costs.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "contracts.costs.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "contracts.costs.cancel": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "royalties.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "statements.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "statements.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "statements.lineItems": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "payeeStatements.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "payeeStatements.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "payeeStatements.lineItems": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "earnings.list": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "payees.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "payees.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "payees.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "payees.update": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "payees.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "payees.payment.update": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "payees.payment.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "paymentDetails.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "paymentDetails.update": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "paymentDetails.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.payouts.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.payouts.hold": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.payouts.release": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.payouts.process": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.payouts.pay": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.payouts.fail": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.payouts.export": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.payouts.processMany": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.payouts.payMany": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.payees.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.balances.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.ledger.check": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.adjustments.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.conversions.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.conversions.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.salesReports.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "duplicate_submission" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "invalid_isrc_format" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.salesReports.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.salesReports.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.salesReports.update": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.salesReports.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.salesReports.unmatched": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.salesReports.unmatchedWorks": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.salesReports.rows": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.salesReports.file": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.salesReports.assign": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "invalid_isrc_format" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.salesReports.reverse": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.reconciliation.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.exchangeRates.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.exchangeRates.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.exchangeRates.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.exchangeRates.import": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.exchangeRates.missing": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.reportFormats.create": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.reportFormats.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.reportFormats.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.reportFormats.update": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "territory_not_supported" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.reportFormats.delete": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.reportFormats.try": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.reportFormats.tryDraft": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "missing_required_field" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.periods.close": "invalid_request" | "invalid_idempotency_key" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "invalid_state" | "idempotency_in_progress" | "payload_too_large" | "unsupported_media_type" | "unknown_field" | "idempotency_key_reused" | "validation_failed" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.statements.list": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.statements.get": "invalid_request" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
  "operator.statements.lineItems": "invalid_request" | "invalid_cursor" | "authentication_required" | "invalid_credentials" | "insufficient_scope" | "not_found" | "rate_limit_exceeded" | "internal_error" | "service_unavailable";
};
