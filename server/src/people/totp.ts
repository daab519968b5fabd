// One-time codes by RFC 6238: SHA-1, 30 seconds, six digits, and one step of tolerance for clocks that differ.

import { createHmac, timingSafeEqual } from "node:crypto";

const STEP_MS = 30_000;
const DIGITS = 6;
const TOLERANCE = 1;
export const TOTP_SECRET_BYTES = 20;

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** RFC 4648, without padding, as authenticator apps take it. */
export function base32(bytes: Buffer): string {
  let text = "";
  let held = 0;
  let bits = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text;
}

/** `issuer` and `account` are shown by the app. */
export function otpauthUrl(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const query = new URLSearchParams({ secret: base32(secret), issuer, algorithm: "SHA1", digits: "6", period: "30" });
  return `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${query.toString()}`;
}

/**
 * The step that this code belongs to; undefined if it is wrong. The caller takes a step only if it is later than the last that
 * was taken, by compare-and-set: so no code works twice.
 */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  const given = code.replaceAll(/[\s-]/g, "");
  if (!/^\d{6}$/.test(given)) return undefined;
  const present = Math.floor(now.getTime() / STEP_MS);
  let found: number | undefined;
  // All of them are compared, whichever it is, so that the time tells nothing.
  for (let step = present - TOLERANCE; step <= present + TOLERANCE; step++)
    if (timingSafeEqual(Buffer.from(codeOfStep(secret, step)), Buffer.from(given))) found = step;
  return found;
}

export function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac("sha1", secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}
