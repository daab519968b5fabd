// An authenticator app for tests: it knows a secret as the pages show it, and tells the code of a moment.

import { codeOfStep } from "../src/people/totp.ts";

const STEP_MS = 30_000;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function base32Bytes(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export function codeAt(secret: string, now: Date): string {
  return codeOfStep(base32Bytes(secret), Math.floor(now.getTime() / STEP_MS));
}
