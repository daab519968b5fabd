import { type Static, Type } from "typebox";
import type { EventType } from "../events/event.ts";
import { ApiError, type Issue, problem } from "../platform/errors.ts";
import { Id, Nullable, OneOf, Text, Timestamp } from "../platform/schema.ts";
import type { Transitions } from "../platform/state-machine.ts";
import { AudioFacts, ImageFacts } from "./inspection/facts.ts";

export const assetTypes = ["audio", "artwork"] as const;
export type AssetType = (typeof assetTypes)[number];

export const assetStatuses = ["awaiting_upload", "processing", "ready", "failed"] as const;
export type AssetStatus = (typeof assetStatuses)[number];

export const assetTransitions = {
  receive: { from: ["awaiting_upload"], to: "processing", event: "none" },
  expire: { from: ["awaiting_upload"], to: "failed", event: "asset.failed" },
  accept: { from: ["processing"], to: "ready", event: "asset.ready" },
  refuse: { from: ["processing"], to: "failed", event: "asset.failed" },
  // The service could not check the file, for no fault of the file. Its bytes are kept, so that the operator can retry.
  give_up: { from: ["processing"], to: "failed", event: "asset.failed" },
  try_again: { from: ["failed"], to: "processing", event: "none" },
} as const satisfies Transitions<AssetStatus, EventType>;

export const UPLOAD_HOURS = 24;

const maxBytes: Readonly<Record<AssetType, number>> = { audio: 2 * 1024 ** 3, artwork: 50 * 1024 ** 2 };

/** For each organization. Every open upload reserves storage that others then do not have. */
const MAX_AWAITING_UPLOADS = 1_000;

/** `use` counts the asset of `size_bytes` already. */
export function assertWithinQuota(
  use: { used_bytes: number; quota_bytes: number; awaiting_uploads: number },
  size_bytes: number,
): void {
  if (use.awaiting_uploads > MAX_AWAITING_UPLOADS) {
    const awaited = MAX_AWAITING_UPLOADS.toLocaleString("en");
    throw new ApiError("invalid_state", `${awaited} uploads are open already: send their bytes, or delete some.`);
  }
  if (use.used_bytes <= use.quota_bytes) return;
  const left = Math.max(0, use.quota_bytes - use.used_bytes + size_bytes);
  throw new ApiError(
    "invalid_state",
    `Your organization may keep ${use.quota_bytes} bytes, and ${left} are left. Delete assets that you do not need, or ask the operator for more.`,
    [{ field: "size_bytes", issue: `must be <= ${left}: so much is left of \`storage_quota_bytes\`` }],
  );
}

const Filename = Text({ maxLength: 255, examples: ["01 Midnight in Paris.wav"] });
const Sha256 = Type.String({
  pattern: "^[0-9A-Fa-f]{64}$",
  form: "64 hexadecimal digits",
  description: "SHA-256 of all the bytes, in hex.",
  examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
});
const ContentType = Type.String({
  maxLength: 255,
  pattern: "^[\\w.+-]+/[\\w.+-]+( *; *[\\w.+-]+=[\\w.+-]+)*$",
  form: "a media type such as audio/wav",
  description: "The type that you declare. The service finds the actual format in the bytes.",
  examples: ["audio/wav"],
});

const Failure = Type.Object(
  {
    code: Type.String({ examples: ["corrupt_file"] }),
    message: Type.String({ description: "The problem and how to solve it, for people to read." }),
  },
  { title: "AssetFailure" },
);
type Failure = Static<typeof Failure>;

const Url = (description: string, example: string) => Type.String({ description, examples: [example] });

const Upload = Type.Object(
  {
    method: OneOf(["PUT"]),
    url: Url("Send the bytes here, without a credential.", "https://api.example.com/v1/uploads/AdQm3…"),
    headers: Type.Record(Type.String(), Type.String(), { examples: [{ "content-type": "audio/wav" }] }),
    expires_at: Timestamp,
    resumable_url: Url(
      "The same upload by tus 1.0: HEAD and PATCH, no creation.",
      "https://api.example.com/v1/uploads/AdQm3…/resumable",
    ),
  },
  { title: "AssetUpload" },
);

const Image = Type.Object({
  ...ImageFacts.properties,
  mean_color: Nullable(
    Type.String({
      description:
        "The mean of all pixels. Null for a file that was checked by an older version, until its preview is made.",
      examples: ["#5b4a3f"],
    }),
  ),
  thumbnail_url: Nullable(
    Url(
      "A small JPEG, for ten minutes: 320 pixels wide or high, or as many as `?size=` says (96, 320 or 960).",
      "https://api.example.com/v1/thumbnails/Ae1x0…",
    ),
  ),
});

const Audio = Type.Object({
  ...AudioFacts.properties,
  peaks_url: Nullable(
    Url(
      "The outline of the sound as 600 numbers, for ten minutes. Null for audio that was not decoded.",
      "https://api.example.com/v1/peaks/Ah7c2…",
    ),
  ),
});

export const Peaks = Type.Object(
  {
    peaks: Type.Array(Type.Integer({ minimum: 0, maximum: 255 }), {
      description: "The loudest sample of each of 600 equal parts; 255 is full scale.",
      examples: [[0, 12, 87, 190]],
    }),
  },
  { title: "Peaks" },
);

export const Asset = Type.Object(
  {
    id: Id("ast"),
    type: OneOf(assetTypes),
    filename: Filename,
    content_type: ContentType,
    size_bytes: Type.Integer({ minimum: 1, examples: [31_752_044] }),
    checksum_sha256: Nullable(Sha256),
    status: OneOf(assetStatuses),
    failure: Nullable(Failure),
    audio: Nullable(Audio),
    image: Nullable(Image),
    download_url: Nullable(
      Url("The bytes of a ready asset, for ten minutes.", "https://api.example.com/v1/downloads/AbC9k…"),
    ),
    upload: Nullable(Upload),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "Asset" },
);
export type Asset = Static<typeof Asset>;

export const NewAsset = Type.Object(
  {
    type: OneOf(assetTypes),
    filename: Filename,
    content_type: ContentType,
    size_bytes: Type.Integer({
      minimum: 1,
      maximum: maxBytes.audio,
      description: "Audio: at most 2 GiB. Artwork: at most 50 MiB.",
      examples: [31_752_044],
    }),
    checksum_sha256: Type.Optional(Nullable(Sha256)),
  },
  {
    title: "NewAsset",
    additionalProperties: false,
    rule: ({ type, size_bytes }: { type?: unknown; size_bytes?: unknown }): Issue[] =>
      type === "artwork" && Number(size_bytes) > maxBytes.artwork
        ? [problem("size_bytes", `must be <= ${maxBytes.artwork} for artwork`)]
        : [],
  },
);
export type NewAsset = Static<typeof NewAsset>;

/** An asset as it is kept. */
export type AssetRow = Omit<Asset, "audio" | "image" | "download_url" | "upload"> & {
  audio: AudioFacts | null;
  image: ImageFacts | null;
  /** Null for a file that an older version processed, until a message needs it. */
  checksum_md5: string | null;
  blob_key: string | null;
  mean_color: string | null;
  thumbnail_key: string | null;
  /** The lengths of the thumbnails in their one file. Null: it is one picture, of an older version. */
  thumbnail_bytes: number[] | null;
  has_peaks: boolean;
  upload_expires_at: string;
};

/** Made of the bytes, for people to see: the outline of a sound, or the thumbnails and the colour of a picture. */
export type Preview = Pick<AssetRow, "mean_color" | "thumbnail_key" | "thumbnail_bytes"> & { peaks: Buffer | null };

export const expired: Failure = {
  code: "upload_expired",
  message: `The bytes were not uploaded within ${UPLOAD_HOURS} hours: create a new asset and upload it.`,
};

export const unprocessed: Failure = {
  code: "not_processed",
  message:
    "The service could not check the file; this is not your fault. Upload it as a new asset, or ask the operator to try again.",
};

/** The media type of a file's found format. Browsers get any other file as plain bytes. */
export const mediaTypeOf: Readonly<Record<string, string>> = {
  wav: "audio/wav",
  flac: "audio/flac",
  aiff: "audio/aiff",
  mp3: "audio/mpeg",
  aac: "audio/aac",
  ogg: "audio/ogg",
  mp4: "audio/mp4",
  jpeg: "image/jpeg",
  png: "image/png",
  tiff: "image/tiff",
  gif: "image/gif",
  webp: "image/webp",
};
