import { type Static, Type } from "typebox";
import { MinimumPayouts, Rate, WithholdingTerritories } from "../organizations/terms.ts";
import { GivenEmail } from "../people/person.ts";
import { tryLimits } from "../people/tries.ts";
import { type Issue, problem } from "../platform/errors.ts";
import { Id, Nullable, OneOf, onlyFieldsOf, Text, Timestamp } from "../platform/schema.ts";
import type { Transitions } from "../platform/state-machine.ts";
import { isCalendarDate } from "../standards/calendar-date.ts";
import { Country, ShownPayment } from "./payment.ts";

export const MAX_PAYEES = 5_000;

export const payeeStatuses = ["active", "archived"] as const;
export type PayeeStatus = (typeof payeeStatuses)[number];

export const payeeTransitions = {
  archive: { from: ["active"], to: "archived", event: "none" },
  restore: { from: ["archived"], to: "active", event: "none" },
} as const satisfies Transitions<PayeeStatus, never>;

const taxForms = ["w9", "w8ben", "w8ben_e", "other"] as const;

const Day = Type.String({
  rule: (text: string): Issue[] => (isCalendarDate(text) ? [] : [problem("", "must be a date such as 2026-03-01")]),
  examples: ["2026-03-01"],
});

const tax = {
  country: Nullable({ ...Country, description: "The country where the payee pays tax." }),
  form: Nullable(OneOf(taxForms, { description: "The tax form that you have received.", examples: ["w8ben"] })),
  received_on: Nullable(Day),
  expires_on: Nullable({ ...Day, description: "The last day on which the form is valid.", examples: ["2029-12-31"] }),
  withholding_rate: { ...Rate, description: 'The part of the payee\'s share that is withheld. "0" unless you set it.' },
  withholding_territories: WithholdingTerritories,
};

const Tax = Type.Object(tax, { title: "PayeeTax" });
export type Tax = Static<typeof Tax>;

export const noTax: Tax = {
  country: null,
  form: null,
  received_on: null,
  expires_on: null,
  withholding_rate: "0",
  withholding_territories: null,
};

const GivenTax = Nullable(
  Type.Partial(Type.Object(tax), {
    title: "GivenPayeeTax",
    additionalProperties: false,
    rule: taxIssues,
    description: "Only the fields that you send change. Null clears all of them.",
  }),
);

/** `at`: where the fields stand. */
export function taxIssues({ received_on, expires_on }: Partial<Tax>, at = ""): Issue[] {
  if (typeof received_on !== "string" || typeof expires_on !== "string" || expires_on >= received_on) return [];
  return [problem(`${at}expires_on`, "must not be before `received_on`")];
}

const paidBy = OneOf(["operator", "organization"], {
  default: "operator",
  description:
    "`operator`: the payee's money leaves your balance, and the operator pays it out. `organization`: it stays in your balance, and " +
    "you pay the payee yourself.",
});

const Email = Nullable({
  ...GivenEmail,
  description: `Changes of the payment details are mailed to it; ${tryLimits.payee_mail[0].max} such mails a day at most.`,
});
const ExternalId = Nullable(
  Text({
    maxLength: 100,
    description: "Your own id for the payee. No two payees have the same.",
    examples: ["A-1042"],
  }),
);
const name = Text({ maxLength: 200, examples: ["Vera Lux"] });

const payee = {
  id: Id("pye"),
  name,
  email: Email,
  external_id: ExternalId,
  paid_by: paidBy,
  minimum_payouts: MinimumPayouts,
  tax: Tax,
  status: OneOf(payeeStatuses),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const fieldsBesidePayment = onlyFieldsOf(Type.Object(payee));

export const Payee = Type.Object({ ...payee, payment: Nullable(ShownPayment) }, { title: "Payee" });
export type Payee = Static<typeof Payee>;

/** For the operator: without payment details. */
export const AnyPayee = Type.Object({ ...payee, organization_id: Id("org") }, { title: "AnyPayee" });
export type AnyPayee = Static<typeof AnyPayee>;

export const shownAnyPayee = onlyFieldsOf(AnyPayee);

const given = {
  name,
  email: Email,
  external_id: ExternalId,
  paid_by: paidBy,
  minimum_payouts: MinimumPayouts,
  tax: GivenTax,
};

export const NewPayee = Type.Object(
  { ...Type.Partial(Type.Object(given)).properties, name },
  { title: "NewPayee", additionalProperties: false },
);
export type NewPayee = Static<typeof NewPayee>;

export const PayeeChanges = Type.Partial(
  Type.Object({
    ...given,
    status: OneOf(payeeStatuses),
    payment: Type.Null({ description: "Null removes the payment details. Others are set at `…/payment`." }),
  }),
  { title: "PayeeChanges", additionalProperties: false },
);
export type PayeeChanges = Static<typeof PayeeChanges>;

/** Filters of lists of payees. */
export const PayeeFilter = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 200,
    description: "A part of the name, or a whole id, `external_id` or email.",
  }),
  status: OneOf(payeeStatuses),
});
