// A payee as a form holds it, and as the API takes it.

import type { NewPayee, Payee, PayeeChanges } from "@segue/sdk";
import { percentOf, rateOfPercent } from "../../values/percent.ts";

/** As the picker of territories names it. */
const everywhere = "WORLD";

export type PayeeValues = {
  name: string;
  email: string;
  external_id: string;
  paid_by: Payee["paid_by"];
  minimum_payouts: { currency: string; amount: string }[];
  tax: {
    country: string;
    form: string;
    received_on: string;
    expires_on: string;
    withholding_percent: string;
    /** Codes, or the word for everywhere alone. */
    withholding_territories: string[];
  };
};

export const newPayee: PayeeValues = {
  name: "",
  email: "",
  external_id: "",
  paid_by: "operator",
  minimum_payouts: [],
  tax: {
    country: "",
    form: "",
    received_on: "",
    expires_on: "",
    withholding_percent: "0",
    withholding_territories: [everywhere],
  },
};

export function valuesOf({ name, email, external_id, paid_by, minimum_payouts, tax }: Payee): PayeeValues {
  return {
    name,
    email: email ?? "",
    external_id: external_id ?? "",
    paid_by,
    minimum_payouts: Object.entries(minimum_payouts).map(([currency, amount]) => ({ currency, amount })),
    tax: {
      country: tax.country ?? "",
      form: tax.form ?? "",
      received_on: tax.received_on ?? "",
      expires_on: tax.expires_on ?? "",
      withholding_percent: percentOf(tax.withholding_rate),
      withholding_territories: [...(tax.withholding_territories ?? [everywhere])],
    },
  };
}

type Tax = NonNullable<NewPayee["tax"]>;

export function bodyOf({ name, email, external_id, paid_by, minimum_payouts, tax }: PayeeValues): NewPayee {
  const { withholding_territories: territories } = tax;
  return {
    name: name.trim(),
    email: email.trim() || null,
    external_id: external_id.trim() || null,
    paid_by,
    minimum_payouts: Object.fromEntries(
      minimum_payouts.map(({ currency, amount }) => [currency.trim().toUpperCase(), amount.trim()]),
    ),
    tax: {
      country: tax.country || null,
      form: (tax.form || null) as Tax["form"],
      received_on: tax.received_on || null,
      expires_on: tax.expires_on || null,
      withholding_rate: rateOfPercent(tax.withholding_percent || "0"),
      withholding_territories: territories.includes(everywhere) ? null : territories,
    },
  };
}

/** Only what differs is sent: two people who edit one payee do not undo each other's work. */
export function changesOf(before: PayeeValues, after: PayeeValues): PayeeChanges {
  const old = new Map(Object.entries(bodyOf(before)).map(([name, value]) => [name, JSON.stringify(value)]));
  return Object.fromEntries(
    Object.entries(bodyOf(after)).filter(([name, value]) => old.get(name) !== JSON.stringify(value)),
  );
}

/** The service's fields as the form names them. A minimum is named by its currency there, and by its row here. */
export function formErrors(errors: Record<string, string>, { minimum_payouts }: PayeeValues): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, issue]) => {
      if (field === "tax.withholding_rate") return ["tax.withholding_percent", issue];
      const currency = /^minimum_payouts\.(.*)$/.exec(field)?.[1];
      const row = minimum_payouts.findIndex((minimum) => minimum.currency.trim().toUpperCase() === currency);
      return [row < 0 ? field : `minimum_payouts.${row}.amount`, issue];
    }),
  );
}
