import { createHmac } from "node:crypto";
import { crc32 } from "node:zlib";
import { type Static, Type } from "typebox";
import { GivenTimestamp, Id, Nullable, OneOf, Timestamp } from "../platform/schema.ts";
import { scopes } from "../rights/scope.ts";

/** The form of keys in an environment, and the pepper for their hashes. */
export type KeyForm = { prefix: string; pepper: Buffer };

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
// 32 letters of 62 are 190 bits; six more hold a CRC-32, so that a damaged key is refused without asking the database.
const RANDOM_LETTERS = 32;
const CHECKSUM_LETTERS = 6;
/** How many random bytes a key is made of. */
export const KEY_BYTES = RANDOM_LETTERS * 2;

export function generateKey(prefix: string, random: Buffer): string {
  let letters = "";
  for (let index = 0; index < RANDOM_LETTERS; index++)
    letters += alphabet[random.readUInt16BE(index * 2) % alphabet.length];
  return prefix + letters + checksum(prefix + letters);
}

export function isWellFormedKey(key: string): boolean {
  return /^[\w]{40,80}$/.test(key) && checksum(key.slice(0, -CHECKSUM_LETTERS)) === key.slice(-CHECKSUM_LETTERS);
}

/** An HMAC with a pepper, not a slow hash: the key itself is random, and this is done for every new caller. */
export function hashKey(key: string, pepper: Buffer): Buffer {
  return createHmac("sha256", pepper).update(key).digest();
}

function checksum(text: string): string {
  let rest = crc32(text);
  let letters = "";
  for (let index = 0; index < CHECKSUM_LETTERS; index++) {
    letters = alphabet[rest % alphabet.length] + letters;
    rest = Math.floor(rest / alphabet.length);
  }
  return letters;
}

const KeyFields = {
  id: Id("key"),
  name: Nullable(Type.String({ minLength: 1, maxLength: 200, examples: ["Label back office"] })),
  scopes: Type.Array(OneOf(scopes), { uniqueItems: true }),
  last4: Type.String({ examples: ["x7Qa"] }),
  created_at: Timestamp,
  last_used_at: Nullable(Timestamp),
  expires_at: Nullable(Timestamp),
  created_by: Nullable(
    Type.String({
      description:
        "The key, client or person that made it: `key_…`, `cli_…`, `usr_…`, or `operator`. Null for keys that are older than this field.",
      examples: ["operator"],
    }),
  ),
};

export const ApiKey = Type.Object(KeyFields, { title: "ApiKey" });
export type ApiKey = Static<typeof ApiKey>;

export const CreatedApiKey = Type.Object(
  {
    ...KeyFields,
    key: Nullable(
      Type.String({ description: "Shown only here; null when the request is replayed.", examples: ["sk_live_…"] }),
    ),
  },
  { title: "CreatedApiKey" },
);
export type CreatedApiKey = ApiKey & { key: string };

export const NewApiKey = Type.Object(
  {
    name: Type.Optional(KeyFields.name),
    scopes: Type.Optional(
      Type.Array(OneOf(scopes), {
        minItems: 1,
        uniqueItems: true,
        description:
          "Without it, the key gets the scopes of the key that makes it; a key made by the operator gets all.",
      }),
    ),
    expires_at: Type.Optional(
      Nullable(
        GivenTimestamp({
          description:
            "RFC 3339, in the future, and not later than the key or access token that makes it. Without it, the key expires " +
            "with that one. A key made by the operator, or with a key that never expires, never expires.",
        }),
      ),
    ),
  },
  { title: "NewApiKey", additionalProperties: false },
);
export type NewApiKey = Static<typeof NewApiKey>;
