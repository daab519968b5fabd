import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { ApiError } from "./errors.ts";

/** Where a page ends. `created_at` is RFC 3339 with milliseconds and Z, as rows have it. */
export type Position = readonly [created_at: string, id: string];

/**
 * A cursor is a position that only its maker can read or write. `bound_to` names what it belongs to (organization, route,
 * filters); opened for anything else it is as wrong as a forged one.
 */
export type CursorSeal = {
  seal(position: Position, bound_to: string): string;
  open(cursor: string, bound_to: string): Position;
};

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const VERSION = 1;
const NONCE_END = 1 + 12;
const TAG_BYTES = 16;
// Four times what a position of ours takes; whatever is longer is refused before any work is done on it.
const MAX_CURSOR_LENGTH = 512;

export function cursorSeal(key: Buffer): CursorSeal {
  if (key.length !== KEY_BYTES) throw new Error(`A cursor key has ${KEY_BYTES} bytes, not ${key.length}.`);
  const secret = createSecretKey(key);
  return {
    seal: (position, bound_to) => sealCursor(secret, position, bound_to),
    open: (cursor, bound_to) => openCursor(secret, cursor, bound_to),
  };
}

/** `rows` were asked for with one more than `limit`; that one only tells that there is more. */
export function pageOf<Row extends { created_at: string; id: string }>(
  rows: Row[],
  limit: number,
  sealPosition: (position: Position) => string,
): { data: Row[]; next_cursor: string | null; has_more: boolean } {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  if (last === undefined || rows.length <= limit) return { data, next_cursor: null, has_more: false };
  return { data, next_cursor: sealPosition([last.created_at, last.id]), has_more: true };
}

// Version, nonce, ciphertext, tag.
function sealCursor(key: KeyObject, position: Position, bound_to: string): string {
  const head = randomBytes(NONCE_END);
  head[0] = VERSION;
  const cipher = createCipheriv(CIPHER, key, head.subarray(1)).setAAD(Buffer.from(bound_to));
  const sealed = [head, cipher.update(JSON.stringify(position), "utf8"), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString("base64url");
}

function openCursor(key: KeyObject, cursor: string, bound_to: string): Position {
  const sealed = cursorBytes(cursor);
  const tag_start = sealed.length - TAG_BYTES;
  if (tag_start <= NONCE_END || sealed[0] !== VERSION) throw invalidCursor();
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(1, NONCE_END), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(bound_to)).setAuthTag(sealed.subarray(tag_start));
  const text = decipher.update(sealed.subarray(NONCE_END, tag_start), undefined, "utf8");
  try {
    decipher.final();
  } catch {
    throw invalidCursor();
  }
  // The tag was right, so this is what sealCursor wrote.
  return JSON.parse(text) as Position;
}

function cursorBytes(cursor: string): Buffer {
  if (cursor.length > MAX_CURSOR_LENGTH) throw invalidCursor();
  const bytes = Buffer.from(cursor, "base64url");
  // Node skips what is not base64url and ignores spare bits at the end: a cursor has one spelling only.
  if (bytes.toString("base64url") !== cursor) throw invalidCursor();
  return bytes;
}

function invalidCursor(): ApiError {
  return new ApiError("invalid_cursor", "The cursor is not one that this list returned for these filters.");
}
