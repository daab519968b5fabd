// Sealed values leave the service and come back. Their holders can neither read nor change them.

import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject, randomBytes } from "node:crypto";

/** `bound_to` names the purpose of a value. Opened for any other purpose, it is as invalid as a forged one. */
export type Seal = {
  seal(value: unknown, bound_to: string): string;
  /** Undefined if it was not sealed by us. */
  open(text: string, bound_to: string): unknown;
};

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const VERSION = 1;
const NONCE_END = 1 + 12;
const TAG_BYTES = 16;
// Several times what a value of ours takes; whatever is longer is refused before any work is done on it.
const MAX_LENGTH = 512;

export function createSeal(key: Buffer, max_length = MAX_LENGTH): Seal {
  if (key.length !== KEY_BYTES) throw new Error(`A sealing key has ${KEY_BYTES} bytes, not ${key.length}.`);
  const secret = createSecretKey(key);
  return {
    seal: (value, bound_to) => sealValue(secret, value, bound_to),
    open: (text, bound_to) => (text.length > max_length ? undefined : openValue(secret, text, bound_to)),
  };
}

// Version, nonce, ciphertext, tag.
function sealValue(key: KeyObject, value: unknown, bound_to: string): string {
  const head = randomBytes(NONCE_END);
  head[0] = VERSION;
  const cipher = createCipheriv(CIPHER, key, head.subarray(1)).setAAD(Buffer.from(bound_to));
  const sealed = [head, cipher.update(JSON.stringify(value), "utf8"), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(sealed).toString("base64url");
}

function openValue(key: KeyObject, text: string, bound_to: string): unknown {
  const sealed = sealedBytes(text);
  const tag_start = (sealed?.length ?? 0) - TAG_BYTES;
  if (!sealed || tag_start <= NONCE_END || sealed[0] !== VERSION) return undefined;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(1, NONCE_END), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(bound_to)).setAuthTag(sealed.subarray(tag_start));
  const json = decipher.update(sealed.subarray(NONCE_END, tag_start), undefined, "utf8");
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  // The tag was right, so this is what sealValue wrote.
  return JSON.parse(json);
}

function sealedBytes(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  // Node skips what is not base64url and ignores spare bits at the end: a sealed value has one spelling only.
  return bytes.toString("base64url") === text ? bytes : undefined;
}
