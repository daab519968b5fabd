// A forgotten password: a link by mail, good once and for an hour.

import { generateKey, hashKey, isWellFormedKey, KEY_BYTES, type KeyForm } from "../credentials/api-key.ts";
import { invalid } from "../credentials/holder.ts";
import { prefixOf } from "../credentials/oauth-client.ts";
import { deleteSessionsOfPerson } from "../credentials/session-queries.ts";
import { type MailParts, queueMail } from "../mail/actions.ts";
import { audit } from "../organizations/actions.ts";
import { type Context, type Transaction, timestamp } from "../platform/context.ts";
import { type ApiError, problem, validationError } from "../platform/errors.ts";
import { enqueue } from "../platform/jobs/queue.ts";
import { endOldAccount, type LinkParts } from "./acceptance-actions.ts";
import { findAccount, findAccountByEmail, lockAccount } from "./account-queries.ts";
import { readEmail } from "./email.ts";
import { mailPasswordReset } from "./job-definitions.ts";
import { findPersonLink, replaceResetLink, setUpAccount, takePersonLink } from "./link-queries.ts";
import { newPassword } from "./password.ts";
import { tellPerson } from "./session-actions.ts";
import { noPasswords } from "./sign-in.ts";
import { countTry, hashTried, takeTry } from "./tries.ts";
import { deleteTriesOf } from "./tries-queries.ts";

const LIFETIME_MINUTES = 60;

/** The same work for an address that no person has: the mail is a job, and one is made in any case. */
export async function askForReset(ctx: Transaction, parts: LinkParts, given: string): Promise<void> {
  if (parts.sign_in === "oidc") throw noPasswords();
  const email = readEmail(given);
  if (email === undefined) throw validationError([problem("email", "is not an email address")]);
  const account = await findAccountByEmail(ctx.db, email);
  const person_id = account?.status === "active" ? account.id : null;
  await enqueue(ctx, mailPasswordReset, { person_id });
}

export type ResetMailParts = { form: KeyForm; mail: MailParts };

/** Three an hour at most, so that a stranger cannot fill a person's mailbox. */
export async function mailReset(ctx: Transaction, { form, mail }: ResetMailParts, person_id: string): Promise<void> {
  const account = await lockAccount(ctx.db, person_id);
  if (account?.status !== "active") return;
  const counted = await countTry(ctx, "reset", { pepper: form.pepper, about: account.id });
  if (counted.exceeded !== undefined) return counted.takeBack();
  const token = generateKey(prefixOf("pr", form.prefix), ctx.chance.bytes(KEY_BYTES));
  const expires_at = new Date(ctx.clock.now().getTime() + LIFETIME_MINUTES * 60_000).toISOString();
  const hash = hashKey(token, form.pepper);
  await replaceResetLink(ctx.db, { hash, person_id, created_at: timestamp(ctx), expires_at });
  await queueMail(ctx, mail, {
    kind: "password_reset",
    to: account.email,
    person_id,
    about_organization: null,
    expires_at,
    content: {
      subject: "Set a new password",
      paragraphs: [
        "A new password was asked for on the sign-in page, for your account. The link works once, within an hour.",
        "If it was not you, ignore this mail: your password stays as it is.",
      ],
      action: { label: "Set a new password", url: `${mail.links.public_url}/dashboard/reset#token=${token}` },
    },
  });
}

export async function prepareReset(
  ctx: Context,
  parts: LinkParts,
  { token, password, address }: { token: string; password: string; address: string },
): Promise<string> {
  if (parts.sign_in === "oidc") throw noPasswords();
  await takeTry(ctx, "address", { pepper: parts.pepper, about: address });
  const asked = { hash: resetHash(parts, token), kind: "password_reset", now: timestamp(ctx) } as const;
  const link = await findPersonLink(ctx.db, asked);
  const account = link && (await findAccount(ctx.db, link.person_id));
  if (account?.status !== "active") throw usedReset();
  return newPassword(ctx.chance, password, account.email);
}

/** Ends all sessions and clears the counters of wrong passwords. The second factor stays, unless the address was not verified. */
export async function completeReset(
  ctx: Transaction,
  parts: LinkParts,
  { token, request_id }: { token: string; request_id: string },
  password: string,
): Promise<void> {
  const now = timestamp(ctx);
  const link = await takePersonLink(ctx.db, { hash: resetHash(parts, token), kind: "password_reset", now });
  const account = link && (await lockAccount(ctx.db, link.person_id));
  if (account?.status !== "active") throw usedReset();
  const { id, name, email } = account;
  if (account.email_verified_at === null) await endOldAccount(ctx, id);
  else await deleteSessionsOfPerson(ctx.db, id);
  await setUpAccount(ctx.db, { id, name, password, verified_at: now });
  await deleteTriesOf(ctx.db, "password", hashTried(parts.pepper, email));
  await tellPerson(ctx, parts.mail, account, {
    subject: "Your password was changed",
    paragraphs: ["A new password was set by the link that we sent you, and all your sessions ended."],
  });
  await audit(ctx, {
    principal_id: account.last_organization_id ?? "operator",
    actor: id,
    request_id,
    operation: "resetPassword",
    resource_id: id,
    fields: ["password"],
  });
}

function resetHash({ form }: LinkParts, token: string): Buffer {
  if (!token.startsWith(prefixOf("pr", form.prefix)) || !isWellFormedKey(token)) throw usedReset();
  return hashKey(token, form.pepper);
}

function usedReset(): ApiError {
  return invalid("This link was used or replaced, or has expired; ask for a new one on the sign-in page.");
}
