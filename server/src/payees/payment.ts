// Payment details: where the money of a payee, or of an organization itself, is sent. They are kept sealed and shown to no client again.

import { type Static, Type } from "typebox";
import { readEmail } from "../people/email.ts";
import { GivenEmail } from "../people/person.ts";
import { type Issue, problem } from "../platform/errors.ts";
import { Nullable, OneOf, Text, Timestamp } from "../platform/schema.ts";
import type { Seal } from "../platform/seal.ts";
import { isAccountNumber, isUsRoutingNumber, readBic, readIban } from "../standards/bank-account.ts";
import { isTerritory } from "../standards/territory.ts";

const methods = ["bank", "paypal", "other"] as const;
type Method = (typeof methods)[number];

const method = OneOf(methods, { examples: ["bank"] });

const shown = {
  method,
  last4: Type.String({
    description: "The last four characters of the IBAN, the account number, the PayPal address or the text.",
    examples: ["3000"],
  }),
  changed_at: Timestamp,
  is_readable: Type.Boolean({
    description: "False: the service has lost the secret that these details were sealed with. Send them again.",
    examples: [true],
  }),
};

/** All that is ever shown of payment details. */
export const ShownPayment = Type.Object(shown, { title: "Payment" });
export type ShownPayment = Static<typeof ShownPayment>;

/** The answer to new details. A stored reply must not tell where money goes, so a replay has nulls. */
export const SetPayment = Type.Object(
  { ...shown, method: Nullable(method), last4: Nullable(shown.last4) },
  { title: "SetPayment", description: "`method` and `last4` are null when the request is replayed." },
);

export const Country = Type.String({
  rule: (code: string): Issue[] =>
    isTerritory(code) ? [] : [problem("", "must be the code of a country (ISO 3166-1 alpha-2), such as DE")],
  examples: ["DE"],
});

const fields = {
  holder: Text({ maxLength: 200, description: "The holder of the account.", examples: ["Vera Lux"] }),
  iban: Type.String({
    maxLength: 100,
    rule: (text: string): Issue[] =>
      readIban(text) === undefined ? [problem("", "is no IBAN: its length or its check digits are wrong")] : [],
    examples: ["DE89370400440532013000"],
  }),
  account_number: Type.String({
    maxLength: 100,
    rule: (text: string): Issue[] => (isAccountNumber(text) ? [] : [problem("", "must be 4 to 34 letters and digits")]),
    examples: ["000123456789"],
  }),
  routing_number: Type.String({
    maxLength: 100,
    rule: (text: string): Issue[] =>
      /^[A-Za-z0-9-]{1,20}$/.test(text) ? [] : [problem("", "must be 1 to 20 letters, digits and hyphens")],
    description: "The code of the bank, as its country has it. In the United States: nine digits.",
    examples: ["021000021"],
  }),
  bic: Type.String({
    maxLength: 100,
    rule: (text: string): Issue[] =>
      readBic(text) === undefined ? [problem("", "must be a BIC of 8 or 11 characters, such as DEUTDEFF")] : [],
    examples: ["CHASUS33"],
  }),
  country: { ...Country, description: "The country of the bank, ISO 3166-1 alpha-2.", examples: ["US"] },
  email: { ...GivenEmail, description: "The address of the PayPal account." },
  text: Text({ maxLength: 500, description: "How to pay, in words.", examples: ["By cheque, to the office."] }),
};

type Field = keyof typeof fields;
type GivenFields = { method?: Method } & Partial<Record<Field, unknown>>;

/** Each way to be paid, and its fields. A bank account has one of two forms. */
const forms = {
  iban: { required: ["holder", "iban"], optional: [] },
  account: { required: ["holder", "account_number", "country"], optional: ["routing_number", "bic"] },
  paypal: { required: ["email"], optional: [] },
  other: { required: ["text"], optional: [] },
} as const satisfies Record<string, { required: readonly Field[]; optional: readonly Field[] }>;

/** They replace the old details whole. */
export const PaymentDetails = Type.Object(
  { method, ...Type.Partial(Type.Object(fields)).properties },
  {
    title: "PaymentDetails",
    additionalProperties: false,
    rule: detailsIssues,
    description:
      "`bank`: `holder` and `iban`, or `holder`, `account_number` and `country` with `routing_number` and `bic` if there are any. " +
      "`paypal`: `email`. `other`: `text`.",
    examples: [{ method: "bank", holder: "Vera Lux", iban: "DE89370400440532013000" }],
  },
);
export type PaymentDetails = Static<typeof PaymentDetails>;

function detailsIssues(given: GivenFields): Issue[] {
  const form = formOf(given);
  if (form === undefined) return [];
  const { required, optional } = forms[form] as { required: readonly Field[]; optional: readonly Field[] };
  const issues = required
    .filter((name) => given[name] === undefined)
    .map((name) => problem(name, missingIssue(given, name), "missing_required_field"));
  const names = Object.keys(fields) as Field[];
  const beyond = names.filter((name) => given[name] !== undefined && ![...required, ...optional].includes(name));
  for (const name of beyond) issues.push(problem(name, beyondIssue(given, form)));
  const { country, routing_number } = given;
  if (
    form === "account" &&
    country === "US" &&
    typeof routing_number === "string" &&
    !isUsRoutingNumber(routing_number)
  )
    issues.push(problem("routing_number", "is no routing number of the United States: its check digit is wrong"));
  return issues;
}

function formOf(given: GivenFields): keyof typeof forms | undefined {
  if (given.method === "paypal" || given.method === "other") return given.method;
  if (given.method !== "bank") return undefined;
  return given.account_number === undefined ? "iban" : "account";
}

function missingIssue({ method }: GivenFields, name: Field): string {
  return name === "iban" ? "is required, unless there is `account_number`" : `is required for the method ${method}`;
}

function beyondIssue({ method }: GivenFields, form: keyof typeof forms): string {
  if (form === "iban" || form === "account")
    return `does not go with \`${form === "iban" ? "iban" : "account_number"}\``;
  return `does not belong to the method ${method}`;
}

/** As they are kept: each number and address in its one form. */
export function keptDetails({ iban, bic, email, ...given }: PaymentDetails): PaymentDetails {
  // The schema has refused any other text.
  return {
    ...given,
    ...(iban !== undefined && { iban: readIban(iban) ?? "" }),
    ...(bic !== undefined && { bic: readBic(bic) ?? "" }),
    ...(email !== undefined && { email: readEmail(email) ?? "" }),
  };
}

export function last4Of({ iban, account_number, email, text }: PaymentDetails): string {
  return [...(iban ?? account_number ?? email ?? text ?? "")].slice(-4).join("");
}

/** `owner_id`: the payee, or the organization itself. Details that are moved to another owner cannot be read there. */
export function sealDetails(vault: Seal, owner_id: string, details: PaymentDetails): string {
  return vault.seal(details, `payment details ${owner_id}`);
}

/** Undefined if the secret that they were sealed with was lost. */
export function openDetails(vault: Seal, owner_id: string, sealed: string): PaymentDetails | undefined {
  return vault.open(sealed, `payment details ${owner_id}`) as PaymentDetails | undefined;
}

/** As a table keeps them. */
export type PaymentRow = {
  owner_id: string;
  organization_id: string;
  method: Method;
  last4: string;
  sealed: string;
  changed_at: string;
};

export function shownPayment(vault: Seal, row: Omit<PaymentRow, "organization_id">): ShownPayment {
  const { owner_id, method, last4, changed_at, sealed } = row;
  return { method, last4, changed_at, is_readable: openDetails(vault, owner_id, sealed) !== undefined };
}
