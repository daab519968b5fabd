import { sessionHash } from "../credentials/session-actions.ts";
import { deleteSessionsOfPerson } from "../credentials/session-queries.ts";
import type { MailParts } from "../mail/actions.ts";
import { notificationKinds } from "../mail/mail.ts";
import { type Context, type Transaction, timestamp } from "../platform/context.ts";
import { ApiError, notFound, problem, validationError } from "../platform/errors.ts";
import { OutOfDate } from "../platform/http/idempotency.ts";
import type { PersonPrincipal } from "../platform/http/principal.ts";
import {
  type Account,
  confirmSecret,
  findAccount,
  findSeats,
  lockAccount,
  offerSecret,
  removeFactor,
  replacePassword,
  replaceRecoveryCodes,
  updateProfile,
} from "./account-queries.ts";
import type { Me, MeChanges } from "./me.ts";
import { checkPassword, newPassword } from "./password.ts";
import { findPerson } from "./person-queries.ts";
import {
  type FactorParts,
  hashRecoveryCode,
  makeRecoveryCodes,
  OFFER_MINUTES,
  openFactor,
  sealFactor,
  takeCode,
} from "./second-factor.ts";
import { membershipsOf, tellPerson } from "./session-actions.ts";
import { countCode } from "./sign-in.ts";
import { base32, otpauthUrl, stepOfCode, TOTP_SECRET_BYTES } from "./totp.ts";
import { type CountedTry, takeTry } from "./tries.ts";

export type MeParts = FactorParts & { mail: MailParts };

/** A person without a password proves itself by a sign-in that is not older. */
const RECENT_MINUTES = 10;

export async function showMe(ctx: Context, person_id: string): Promise<Me> {
  const [person, account, seats] = await Promise.all([
    findPerson(ctx.db, person_id),
    findAccount(ctx.db, person_id),
    findSeats(ctx.db, person_id),
  ]);
  if (!person || !account) throw notFound("person");
  const staff_role = seats.find(({ staff }) => staff !== null)?.staff?.role ?? null;
  const notifications = { ...notificationKinds, ...account.notifications };
  return { ...person, notifications, memberships: membershipsOf(seats) as Me["memberships"], staff_role };
}

/** Work that must not hold a transaction open: comparing a password takes a tenth of a second. */
type ProvenPassword = { account: Account; isRight: boolean; address: string };

/** Wrong ones are counted as those of sign-ins are. */
async function tryPassword(
  ctx: Context,
  { pepper }: MeParts,
  { account, password, address }: { account: Account; password: string; address: string },
): Promise<ProvenPassword> {
  const counted = await takeTry(ctx, "password", { pepper, about: account.email, address });
  const { isRight } = await checkPassword(password, account.password);
  if (isRight) await counted.takeBack();
  return { account, isRight, address };
}

async function ownAccount(ctx: Context, { person }: PersonPrincipal): Promise<Account> {
  const account = await findAccount(ctx.db, person.id);
  if (!account) throw notFound("person");
  return account;
}

type ChangeAhead = { proven?: ProvenPassword; hash?: string };

export async function prepareOwnChange(
  ctx: Context,
  parts: MeParts,
  { principal, body, address }: { principal: PersonPrincipal; body: MeChanges; address: string },
): Promise<ChangeAhead> {
  if (!body.password) return {};
  const account = await ownAccount(ctx, principal);
  if (account.password === null)
    throw validationError([problem("password", "cannot be set here: you sign in by the identity provider")]);
  const proven = await tryPassword(ctx, parts, { account, password: body.password.current, address });
  if (!proven.isRight) return { proven };
  return { proven, hash: await newPassword(ctx.chance, body.password.new, account.email, "password.new") };
}

export async function changeMe(
  ctx: Transaction,
  { mail }: MeParts,
  { principal, body }: { principal: PersonPrincipal; body: MeChanges },
  { proven, hash }: ChangeAhead,
): Promise<Me> {
  const account = await lockAccount(ctx.db, principal.person.id);
  if (!account) throw notFound("person");
  if (proven && !proven.isRight) throw validationError([problem("password.current", "is wrong")]);
  const { id } = account;
  if (proven && hash !== undefined) {
    const isReplaced = await replacePassword(ctx.db, { id, old: proven.account.password, password: hash });
    if (!isReplaced) throw new OutOfDate();
    await deleteSessionsOfPerson(ctx.db, id, sessionHash(principal.session));
    await tellPerson(ctx, mail, account, {
      subject: "Your password was changed",
      paragraphs: ["Your password was changed, and all your other sessions ended.", ...ifNotYou],
    });
  }
  const { name = account.name, notifications = {} } = body;
  await updateProfile(ctx.db, { id, name, notifications: { ...account.notifications, ...notifications } });
  return showMe(ctx, id);
}

const ifNotYou = ["If it was not you, ask for a new password on the sign-in page, and tell your operator."];

// The second factor

export async function prepareOffer(
  ctx: Context,
  parts: MeParts,
  { principal, password, address }: { principal: PersonPrincipal; password: string | undefined; address: string },
): Promise<ProvenPassword> {
  const account = await ownAccount(ctx, principal);
  if (account.password === null) return { account, isRight: isRecent(ctx, account), address };
  if (password === undefined) {
    throw validationError([problem("password", "is required to set up a second factor", "missing_required_field")]);
  }
  return tryPassword(ctx, parts, { account, password, address });
}

function isRecent(ctx: Context, { last_sign_in_at }: Account): boolean {
  const since_ms = ctx.clock.now().getTime() - RECENT_MINUTES * 60_000;
  return last_sign_in_at !== null && new Date(last_sign_in_at).getTime() > since_ms;
}

export async function offerFactor(
  ctx: Transaction,
  parts: MeParts,
  { account, isRight }: ProvenPassword,
): Promise<{ secret: string; otpauth_url: string }> {
  if (!isRight && account.password !== null) throw validationError([problem("password", "is wrong")]);
  if (!isRight) throw new ApiError("invalid_state", "Sign in again first: your last sign-in is too long ago for this.");
  const secret = ctx.chance.bytes(TOTP_SECRET_BYTES);
  const sealed = sealFactor(parts, account.id, secret);
  if (!(await offerSecret(ctx.db, { id: account.id, sealed, now: timestamp(ctx) })))
    throw new ApiError("invalid_state", "You have a second factor already; remove it first.");
  return { secret: base32(secret), otpauth_url: otpauthUrl(secret, { issuer: "Segue", account: account.email }) };
}

/** Counts the try of a code before the transaction, so that a wrong one stays counted. */
export async function countOwnCode(ctx: Context, parts: MeParts, principal: PersonPrincipal): Promise<CountedTry> {
  return countCode(ctx, parts, await ownAccount(ctx, principal));
}

export async function confirmFactor(
  ctx: Transaction,
  parts: MeParts,
  { principal, code }: { principal: PersonPrincipal; code: string },
  counted: CountedTry,
): Promise<{ recovery_codes: string[] }> {
  const account = await lockAccount(ctx.db, principal.person.id);
  if (!account) throw notFound("person");
  const since_ms = ctx.clock.now().getTime() - OFFER_MINUTES * 60_000;
  const isOffered =
    account.totp_confirmed_at === null &&
    account.totp_offered_at !== null &&
    new Date(account.totp_offered_at).getTime() > since_ms;
  const secret = isOffered ? openFactor(parts, account) : undefined;
  if (!secret || account.totp_secret === null)
    throw new ApiError(
      "invalid_state",
      "There is no second factor to confirm; begin again: the secret is good for 10 minutes.",
    );
  const step = stepOfCode(secret, code, ctx.clock.now());
  if (step === undefined) throw wrongCode();
  const { id, totp_secret: sealed } = account;
  if (!(await confirmSecret(ctx.db, { id, sealed, step, now: timestamp(ctx) }))) throw wrongCode();
  await tellPerson(ctx, parts.mail, account, {
    subject: "A second factor was set up",
    paragraphs: ["From now on a sign-in to your account needs a code of your authenticator app.", ...ifNotYou],
  });
  await counted.takeBack(ctx);
  return newRecoveryCodes(ctx, parts, id);
}

async function newRecoveryCodes(ctx: Transaction, { pepper }: MeParts, id: string) {
  const recovery_codes = makeRecoveryCodes(ctx.chance);
  await replaceRecoveryCodes(
    ctx.db,
    id,
    recovery_codes.map((code) => hashRecoveryCode(pepper, id, code)),
  );
  return { recovery_codes };
}

export async function removeOwnFactor(
  ctx: Transaction,
  parts: MeParts,
  given: { principal: PersonPrincipal; code: string },
  counted: CountedTry,
): Promise<Me> {
  const account = await proveOwnCode(ctx, parts, given, counted);
  await removeFactor(ctx.db, account.id);
  await tellPerson(ctx, parts.mail, account, {
    subject: "Your second factor was removed",
    paragraphs: ["From now on a sign-in to your account needs your password alone.", ...ifNotYou],
  });
  return showMe(ctx, account.id);
}

export async function renewRecoveryCodes(
  ctx: Transaction,
  parts: MeParts,
  given: { principal: PersonPrincipal; code: string },
  counted: CountedTry,
): Promise<{ recovery_codes: string[] }> {
  const account = await proveOwnCode(ctx, parts, given, counted);
  return newRecoveryCodes(ctx, parts, account.id);
}

async function proveOwnCode(
  ctx: Transaction,
  parts: MeParts,
  { principal, code }: { principal: PersonPrincipal; code: string },
  counted: CountedTry,
): Promise<Account> {
  const account = await lockAccount(ctx.db, principal.person.id);
  if (!account || account.totp_confirmed_at === null)
    throw new ApiError("invalid_state", "You have no second factor; set one up first.");
  if (!(await takeCode(ctx, parts, account, code))) throw wrongCode();
  await counted.takeBack(ctx);
  return account;
}

function wrongCode(): ApiError {
  return validationError([problem("code", "is wrong, or was used already")]);
}
