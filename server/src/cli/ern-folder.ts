// Folders with ERN messages, told from folders of audio by the beginnings of their .xml files. Manifests, acknowledgements and
// every other XML are no messages.

import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import type { Folder } from "./import-folder.ts";

/** Enough for the declaration, some comments and the name of the root. */
const HEAD_BYTES = 16_384;
const MESSAGE = /^\s*<(?:[\w.-]+:)?(?:NewReleaseMessage|PurgeReleaseMessage)[\s/>]/;

/** The paths of the messages. Empty where there is no NewReleaseMessage or PurgeReleaseMessage of any version. */
export function messagesIn({ path, files, folders }: Folder): string[] {
  const here = files.filter((name) => name.toLowerCase().endsWith(".xml")).map((name) => join(path, name));
  return [...here.filter(isMessage), ...folders.flatMap(messagesIn)];
}

function isMessage(path: string): boolean {
  const text = headOf(path).replace(/^\ufeff/, "");
  return MESSAGE.test(text.replaceAll(/<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>/g, ""));
}

function headOf(path: string): string {
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
