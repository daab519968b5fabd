// Folders with ERN messages, distinguished from folders of audio by the beginnings of their .xml files. Manifests, acknowledgements and
// every other XML are no messages.

import { closeSync, openSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Folder } from "./folder.ts";

/** Enough for the declaration, some comments and the name of the root. */
const HEAD_BYTES = 16_384;
const MESSAGE = /^<(?:[\w.-]+:)?(?:NewReleaseMessage|PurgeReleaseMessage)[\s/>]/;

/** The paths of the messages. Empty where there is no NewReleaseMessage or PurgeReleaseMessage of any version. */
export function messagesIn({ path, files, folders }: Folder): string[] {
  const here = files.filter((name) => name.toLowerCase().endsWith(".xml")).map((name) => join(path, name));
  return [...here.filter(isMessage), ...folders.flatMap(messagesIn)];
}

function isMessage(path: string): boolean {
  return MESSAGE.test(fromRoot(headOf(path).replace(/^\ufeff/, "")));
}

/** Parts of a document that may precede the root, by their beginning and their end. */
const before = [
  ["<?", "?>"],
  ["<!--", "-->"],
  ["<!DOCTYPE", ">"],
] as const;

/** Without declarations and comments. Empty where one of them has no end. */
function fromRoot(text: string): string {
  for (let at = 0; ; ) {
    while (" \t\r\n".includes(text[at] ?? "none")) at++;
    const found = before.find(([begin]) => text.startsWith(begin, at));
    if (!found) return text.slice(at);
    const [begin, end] = found;
    const from = begin === "<!DOCTYPE" ? afterSubset(text, at) : at + begin.length;
    const ended = text.indexOf(end, from);
    if (ended < 0) return "";
    at = ended + end.length;
  }
}

/** A DOCTYPE may hold declarations in brackets, each with an end of its own. */
function afterSubset(text: string, at: number): number {
  const [open, close] = [text.indexOf("[", at), text.indexOf(">", at)];
  return open >= 0 && open < close ? Math.max(open, text.indexOf("]", open)) : at;
}

function headOf(path: string): string {
  // A link that leads nowhere has no beginning, and a pipe might never have one.
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return "";
  const head = Buffer.alloc(HEAD_BYTES);
  const file = openSync(path, "r");
  try {
    const bytes = head.subarray(0, readSync(file, head));
    const mark = bytes.subarray(0, 2).toString("hex");
    return new TextDecoder(mark === "feff" ? "utf-16be" : mark === "fffe" ? "utf-16le" : "utf-8").decode(bytes);
  } finally {
    closeSync(file);
  }
}
