// Answers that a client may keep, and then ask whether they are still so (RFC 9110, 13.1.2).

import { hash } from "node:crypto";
import type { Answer, Headers } from "./route.ts";

/** Weak: two answers with the same tag say the same, but a cursor in them is sealed anew each time. */
export function tagOf(text: string): string {
  return `W/"${hash("sha256", text, "base64url")}"`;
}

/** The answer with its tag, or 304 if the client has it already. Only the client itself may keep it. */
export function withTag(asked: Headers, answer: Answer, etag: string): Answer {
  const headers = { etag, "cache-control": "private, no-cache" };
  return isKnown(asked, etag) ? { status: 304, headers, payload: undefined } : { ...answer, headers };
}

/** True if the client has this already: it names the tag, perhaps among others, or `*`. */
export function isKnown({ "if-none-match": asked }: Headers, tag: string): boolean {
  if (asked === undefined) return false;
  const text = String(asked);
  return text.trim() === "*" || text.match(TAGS)?.includes(opaque(tag)) === true;
}

const TAGS = /"[^"]*"/g;

const opaque = (tag: string) => tag.replace(/^W\//, "");
