// The second factor of a person: codes of an authenticator app, and ten recovery codes that each work once.

import { hashKey } from "../credentials/api-key.ts";
import type { Chance, Transaction } from "../platform/context.ts";
import type { Seal } from "../platform/seal.ts";
import { type Account, takeRecoveryCode, takeStep } from "./account-queries.ts";
import { base32, stepOfCode } from "./totp.ts";

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 7;
const RECOVERY_LETTERS = 10;

export type FactorParts = { vault: Seal; pepper: Buffer };

/** An offered secret can be confirmed for so long. */
export const OFFER_MINUTES = 10;

export function makeRecoveryCodes(chance: Chance): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => base32(chance.bytes(RECOVERY_BYTES)).slice(0, RECOVERY_LETTERS));
}

export function hashRecoveryCode(pepper: Buffer, person_id: string, code: string): Buffer {
  return hashKey(`recovery ${person_id} ${code}`, pepper);
}

export function openFactor({ vault }: FactorParts, { id, totp_secret }: Account): Buffer | undefined {
  const text = totp_secret === null ? undefined : vault.open(totp_secret, `second factor ${id}`);
  return typeof text === "string" ? Buffer.from(text, "base64") : undefined;
}

export function sealFactor({ vault }: FactorParts, person_id: string, secret: Buffer): string {
  return vault.seal(secret.toString("base64"), `second factor ${person_id}`);
}

/** Takes the code: it works no second time. False if it is wrong or was taken. */
export async function takeCode(ctx: Transaction, parts: FactorParts, account: Account, code: string): Promise<boolean> {
  const plain = code.replaceAll(/[\s-]/g, "").toUpperCase();
  if (plain.length === RECOVERY_LETTERS)
    return takeRecoveryCode(ctx.db, account.id, hashRecoveryCode(parts.pepper, account.id, plain));
  const secret = openFactor(parts, account);
  const step = secret && stepOfCode(secret, plain, ctx.clock.now());
  return step !== undefined && takeStep(ctx.db, account.id, step);
}
