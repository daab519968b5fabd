// A mail of every kind, with sample data, as files to look at. Nothing is sent.

import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Config } from "../config.ts";
import { composeMail } from "../mail/composing.ts";
import type { MailKind } from "../mail/mail.ts";
import { sampleMails } from "../notices/sample-mails.ts";
import { makeFolder } from "../platform/make-folder.ts";
import { createSeal } from "../platform/seal.ts";

export type MailPreview = { kind: string; eml: string; html: string };

/** Its links are made by the public URL of production. They lead nowhere. */
export async function writePreviews({ listeners, mail }: Config, folder: string): Promise<MailPreview[]> {
  const public_url = listeners.production.public_url ?? `http://localhost:${listeners.production.port}`;
  const parts = { vault: createSeal(Buffer.alloc(32)), links: { public_url }, from: mail.production.from };
  await makeFolder(resolve(folder));
  const written: MailPreview[] = [];
  for (const [kind, content] of Object.entries(sampleMails(public_url))) {
    const head = { id: `mal_${kind}`, kind: kind as MailKind, to: "ana@example.com", person_id: "usr_sample" };
    const { raw, html } = await composeMail(parts, { ...head, created_at: "2026-01-15T09:30:00.000Z", content });
    const place = (ending: string) => join(resolve(folder), `${kind}.${ending}`);
    await writeFile(place("eml"), raw);
    await writeFile(place("html"), html);
    written.push({ kind, eml: place("eml"), html: place("html") });
  }
  return written;
}
