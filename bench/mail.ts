// A thousand mails to a mail server that takes fifty a second: they leave within a minute.

import { openDatabase } from "../server/src/platform/database/db.ts";
import { newId } from "../server/src/platform/ids.ts";
import { createSeal } from "../server/src/platform/seal.ts";
import { deriveKeys } from "../server/src/secrets.ts";
import { startMailServer } from "../server/test/mail-server.ts";
import { startProduct } from "./product.ts";
import type { Result } from "./report.ts";

const MAILS = 1_000;
const PER_SECOND = 50;
const MARK_S = 60;
const POLL_MS = 50;

export async function benchMail(): Promise<Result[]> {
  // Eight connections wait for an answer at a time, so that they are fifty a second together.
  const mails = await startMailServer({ has_tls: false, takes_ms: (8 / PER_SECOND) * 1_000 });
  const secret = Buffer.alloc(32, 7);
  const { user, password } = mails.way.credentials ?? { user: "", password: "" };
  const product = await startProduct({
    SEGUE_SECRET: secret.toString("base64"),
    SEGUE_MAIL: `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${mails.way.port}`,
    SEGUE_MAIL_FROM: "segue@example.com",
  });
  const { db, close } = openDatabase({ socket_dir: product.socket_dir, username: "segue", database: "segue" }, 2);
  const vault = createSeal(deriveKeys(secret).vault_key, Number.POSITIVE_INFINITY);
  const content = { subject: "A sign-in from a new place", paragraphs: ["Your account was used."] };
  const rows = Array.from({ length: MAILS }, () => newId("mal")).map((id) => [id, vault.seal(content, `mail ${id}`)]);
  const began = performance.now();
  await db`
    insert into mails (id, kind, recipient, subject, content, status, created_at)
    select given ->> 0, 'security', 'ana@example.com', 'x', given ->> 1, 'queued', now()
    from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) as given`;
  await db`
    insert into jobs (id, name, lane, group_key, key, payload, status, run_at, created_at)
    select 'job_' || id, 'send_mail', 'mail', '', id, jsonb_build_object('mail_id', id), 'ready', now(), now() from mails`;
  while (mails.received.length < MAILS) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  const took_s = (performance.now() - began) / 1_000;
  await close();
  await product.stop();
  await mails.close();
  return [
    {
      what: `${MAILS} mails to a server that takes ${PER_SECOND} a second`,
      value: `${took_s.toFixed(1)} s`,
      floor: `${(MAILS / PER_SECOND).toFixed(1)} s`,
      ratio: MAILS / PER_SECOND / took_s,
      mark: { text: `≤ ${MARK_S} s`, isMet: took_s <= MARK_S },
    },
  ];
}
