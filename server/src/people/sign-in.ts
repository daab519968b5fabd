// A person signs in by email and password, and by a code if it has a second factor.
//
// Unknown email, wrong password, no password, disabled person, no seat: one answer after the same work, so that neither text
// nor time tells which emails exist.

import { hash } from "node:crypto";
import { invalid, type PersonRules, personPrincipal, suspended } from "../credentials/holder.ts";
import { type MailParts, queueMail } from "../mail/actions.ts";
import { type Context, type Transaction, transaction } from "../platform/context.ts";
import { ApiError, problem, validationError } from "../platform/errors.ts";
import type { Origin, PersonalSignIn } from "../platform/http/guards/guards.ts";
import type { VisitorPrincipal } from "../platform/http/principal.ts";
import {
  type Account,
  findAccountByEmail,
  findSeats,
  lockAccount,
  type OpenSeat,
  replacePassword,
  wasSeen,
} from "./account-queries.ts";
import { readEmail } from "./email.ts";
import { checkPassword, hashPassword } from "./password.ts";
import type { SignInWay } from "./people-settings.ts";
import { type FactorParts, takeCode } from "./second-factor.ts";
import { type CountedTry, countTry, hashTried, takeTry, tooManyTries } from "./tries.ts";

export type SignInParts = FactorParts & { mail: MailParts; rules: PersonRules; sign_in: SignInWay };

export const SEEN_DAYS = 90;

/** The holder of these, or why not. */
export async function authenticatePerson(
  ctx: Context,
  parts: SignInParts,
  given: PersonalSignIn,
  origin: Pick<Origin, "addressKey">,
): Promise<VisitorPrincipal | ApiError> {
  if (parts.sign_in === "oidc") return noPasswords();
  const email = readEmail(given.email);
  if (email === undefined) return validationError([problem("email", "is not an email address")]);
  const address = origin.addressKey();
  try {
    await takeTry(ctx, "address", { pepper: parts.pepper, about: address });
    const account = await provePassword(ctx, parts, {
      email,
      password: given.password,
      address,
      needs_seat: true,
    });
    await proveFactor(ctx, parts, account, given.code);
    const seat = await seatOf(ctx, parts.rules, account, false);
    if (seat === "suspended") return suspended();
    if (seat === "no_seat" || !seat.person) return wrongCredentials();
    return { ...seat, person: { ...seat.person, password_mark: markOf(account) } };
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/**
 * In the transaction that begins the session: a password that was set meanwhile has ended all sessions, and so this one. The lock
 * makes one wait for the other.
 */
export async function assertStillProven(ctx: Transaction, { person }: VisitorPrincipal): Promise<void> {
  if (person?.password_mark === undefined) return;
  const account = await lockAccount(ctx.db, person.id);
  if (account?.status !== "active" || markOf(account) !== person.password_mark) throw wrongCredentials();
}

function markOf({ password }: Account): string {
  return hash("sha256", password ?? "");
}

/** Throws the one answer unless there is such a person, with a seat and this password. */
export async function provePassword(
  ctx: Context,
  parts: SignInParts,
  { email, password, address, needs_seat }: { email: string; password: string; address: string; needs_seat: boolean },
): Promise<Account> {
  const counted = await countTry(ctx, "password", { pepper: parts.pepper, about: email, address });
  const account = await findAccountByEmail(ctx.db, email);
  await refuseTries(ctx, parts, counted, { account, address });
  const { isRight, isOld } = await checkPassword(password, account?.password ?? null);
  const isActive = account?.status === "active";
  const hasSeat = !needs_seat || (isActive && (await findSeats(ctx.db, account.id)).length > 0);
  if (!isActive || !isRight || !hasSeat) throw wrongCredentials();
  await counted.takeBack();
  if (isOld) {
    const { id, password: old } = account;
    const renewed = await hashPassword(ctx.chance, password);
    await transaction(ctx, ({ db }) => replacePassword(db, { id, old, password: renewed }));
    return { ...account, password: renewed };
  }
  return account;
}

/** After many wrong passwords from everywhere, the person still gets in from where it has signed in before. */
async function refuseTries(
  ctx: Context,
  parts: SignInParts,
  counted: CountedTry,
  { account, address }: { account: Account | undefined; address: string },
): Promise<void> {
  if (counted.exceeded === undefined) return;
  const since = new Date(ctx.clock.now().getTime() - SEEN_DAYS * 86_400_000).toISOString();
  const place = hashTried(parts.pepper, address);
  const isKnown =
    counted.exceeded > 0 &&
    account !== undefined &&
    (await wasSeen(ctx.db, { person_id: account.id, hash: place, since }));
  if (isKnown) return;
  await counted.takeBack();
  if (counted.exceeded > 0) await tellOfTries(ctx, parts, account, "passwords");
  throw tooManyTries(counted);
}

export async function proveFactor(
  ctx: Context,
  parts: SignInParts,
  account: Account,
  code: string | undefined,
): Promise<void> {
  if (account.totp_confirmed_at === null) return;
  if (code === undefined) throw codeNeeded();
  if (!(await tryCode(ctx, parts, account, code))) throw wrongCredentials();
}

/** Takes the code if it is right, and counts it if it is wrong. */
async function tryCode(
  ctx: Context,
  parts: FactorParts & { mail: MailParts },
  account: Account,
  code: string,
): Promise<boolean> {
  const counted = await countCode(ctx, parts, account);
  const isRight = await transaction(ctx, (ctx) => takeCode(ctx, parts, account, code));
  if (isRight) await counted.takeBack();
  return isRight;
}

/** Beyond the limit the try is refused, and the person is told once. */
export async function countCode(
  ctx: Context,
  parts: FactorParts & { mail: MailParts },
  account: Account,
): Promise<CountedTry> {
  const counted = await countTry(ctx, "code", { pepper: parts.pepper, about: account.id });
  if (counted.exceeded === undefined) return counted;
  await counted.takeBack();
  await tellOfTries(ctx, parts, account, "codes");
  throw tooManyTries(counted);
}

async function tellOfTries(
  ctx: Context,
  { mail, pepper }: FactorParts & { mail: MailParts },
  account: Account | undefined,
  what: "passwords" | "codes",
): Promise<void> {
  if (account?.status !== "active") return;
  const mailed = await countTry(ctx, "mailed", { pepper, about: `${what} ${account.id}` });
  if (mailed.exceeded !== undefined) return mailed.takeBack();
  const content = {
    subject: `Many wrong ${what} for your account`,
    paragraphs: [
      `Many wrong ${what} were tried for your account. None of them was right, and further tries are refused for a while.`,
      "If it was not you, no more needs to be done: choose a new password if you use this one elsewhere.",
    ],
  };
  await transaction(ctx, (ctx) =>
    queueMail(ctx, mail, {
      kind: "security",
      to: account.email,
      person_id: account.id,
      about_organization: null,
      content,
    }),
  );
}

/** The membership used last, else the oldest; staff without one act for the operator. */
export async function seatOf(
  ctx: Context,
  rules: PersonRules,
  account: Account,
  is_federated: boolean,
): Promise<VisitorPrincipal | "suspended" | "no_seat"> {
  const seats = await findSeats(ctx.db, account.id);
  const open = seats.filter(({ organization }) => organization?.status !== "suspended");
  const last = open.find(({ organization }) => organization?.organization_id === account.last_organization_id);
  const seat = (last?.organization ? last : undefined) ?? open[0];
  if (!seat) return seats.length > 0 ? "suspended" : "no_seat";
  return principalOfSeat(ctx, rules, account, { seat, seats, is_federated });
}

export function principalOfSeat(
  ctx: Context,
  rules: PersonRules,
  account: Account,
  { seat, seats, is_federated }: { seat: OpenSeat; seats: readonly OpenSeat[]; is_federated: boolean },
): VisitorPrincipal {
  const is_staff = seats.some(({ staff }) => staff !== null);
  const has_second_factor = account.totp_confirmed_at !== null;
  const person = { person_id: account.id, is_federated, has_second_factor, is_staff, viewed_until: null };
  return personPrincipal({ ...person, ...seat }, rules, ctx.clock.now());
}

function wrongCredentials(): ApiError {
  return invalid("The email or the password is wrong, or this account cannot sign in.");
}

export function noPasswords(): ApiError {
  return invalid("This service signs people in by its identity provider only; use the button on the sign-in page.");
}

function codeNeeded(): ApiError {
  const details = [{ field: "code", issue: "is required: six digits of your authenticator app, or a recovery code" }];
  return new ApiError("authentication_required", "This account has a second factor: send its `code` too.", details, {
    "www-authenticate": "Bearer",
  });
}
