// Payees and contracts of an organization, made as partners make them.

import { must } from "./catalog.ts";
import type { Member } from "./world.ts";

export async function makePayee(by: Member, given: object = {}): Promise<string> {
  return (await must(by, "POST /v1/payees", { name: "Vera Lux", ...given })).body.id;
}

type Given = {
  applies_to?: object;
  terms?: readonly object[];
  shares: readonly { payee_id: string | undefined; share: string }[];
  starts_on?: string;
  ends_on?: string;
};

/** For everything, at a rate of 0.8, and active, unless it is given otherwise. */
export async function makeContract(by: Member, given: Given): Promise<string> {
  const body = { name: "Album deal", applies_to: { all: true }, terms: [{ rate: "0.8" }], ...given };
  const { id } = (await must(by, "POST /v1/contracts", body)).body;
  await must(by, `POST /v1/contracts/${id}/activate`);
  return id;
}

export async function addCost(by: Member, contract_id: string, amount: string, currency = "EUR"): Promise<string> {
  const body = { kind: "advance", amount, currency, description: "Advance" };
  return (await must(by, `POST /v1/contracts/${contract_id}/costs`, body)).body.id;
}
