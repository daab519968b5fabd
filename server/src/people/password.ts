// Passwords are kept as scrypt. A hash takes about 100 ms of a processor and 32 MiB, so few run at a time, in threads beside
// the event loop. When too many wait, the next is refused: strangers can ask for sign-ins without end.

import { scrypt, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import type { Chance } from "../platform/context.ts";
import { problem, validationError } from "../platform/errors.ts";
import { semaphore } from "../platform/semaphore.ts";
import { isCommonPassword } from "./common-passwords.ts";

type Cost = { log2_n: number; r: number; p: number };

/** The numbers stand beside each hash: a hash with older ones is made anew at the next sign-in. */
const cost: Cost = { log2_n: 15, r: 8, p: 3 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
// One processor stays free for requests.
const AT_ONCE = availableParallelism() > 2 ? 2 : 1;
const MAX_WAITING = 50;
const WAIT_MS = 20_000;

const MIN_LENGTH = 10;
const MAX_LENGTH = 200;

const inTurn = semaphore(AT_ONCE, { max_waiting: MAX_WAITING });

export async function hashPassword(chance: Chance, password: string): Promise<string> {
  const salt = chance.bytes(SALT_BYTES);
  const hash = await inTurn(WAIT_MS, () => derive(password, salt, cost));
  return ["scrypt", cost.log2_n, cost.r, cost.p, salt.toString("base64"), hash.toString("base64")].join("$");
}

/** For an email that is not known: the same work, and never the same hash. */
const unknown = ["scrypt", cost.log2_n, cost.r, cost.p, Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES)];
const of_nobody = unknown.map((part) => (Buffer.isBuffer(part) ? part.toString("base64") : part)).join("$");

/** `kept` null: there is no such person, or none with a password. That takes as long as a wrong password. */
export async function checkPassword(
  password: string,
  kept: string | null,
): Promise<{ isRight: boolean; isOld: boolean }> {
  const { salt, hash, ...kept_cost } = readHash(kept ?? of_nobody);
  const made = await inTurn(WAIT_MS, () => derive(password, salt, kept_cost));
  const isRight = timingSafeEqual(made, hash) && kept !== null;
  const isOld = kept_cost.log2_n !== cost.log2_n || kept_cost.r !== cost.r || kept_cost.p !== cost.p;
  return { isRight, isOld };
}

function readHash(kept: string): Cost & { salt: Buffer; hash: Buffer } {
  const [, log2_n, r, p, salt = "", hash = ""] = kept.split("$");
  const numbers = { log2_n: Number(log2_n), r: Number(r), p: Number(p) };
  return { ...numbers, salt: Buffer.from(salt, "base64"), hash: Buffer.from(hash, "base64") };
}

function derive(password: string, salt: Buffer, { log2_n, r, p }: Cost): Promise<Buffer> {
  const N = 2 ** log2_n;
  // Twice what it needs: Node counts some bytes more than the algorithm.
  const options = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, HASH_BYTES, options, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });
}

/** The reason why a password may not be used, for its field; undefined if it may. `email` is in its one form. */
export async function passwordIssue(password: string, email: string): Promise<string | undefined> {
  const text = password.normalize("NFKC");
  const length = [...text].length;
  if (length < MIN_LENGTH || length > MAX_LENGTH) return `must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`;
  const folded = text.toLowerCase();
  if (folded === email || folded === email.slice(0, email.indexOf("@"))) return "must not be the email address";
  if (await isCommonPassword(folded)) return "is one of the most common passwords; choose another";
  return undefined;
}

/** The hash of a password that may be used; otherwise the error of its field. */
export async function newPassword(
  chance: Chance,
  password: string,
  email: string,
  field = "password",
): Promise<string> {
  const issue = await passwordIssue(password, email);
  if (issue !== undefined) throw validationError([problem(field, issue)]);
  return hashPassword(chance, password);
}
