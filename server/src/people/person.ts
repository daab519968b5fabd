import { type Static, Type } from "typebox";
import { type Issue, problem } from "../platform/errors.ts";
import { Id, Nullable, OneOf, Text, Timestamp } from "../platform/schema.ts";
import type { Transitions } from "../platform/state-machine.ts";
import { readEmail } from "./email.ts";

export const personStatuses = ["invited", "active", "disabled"] as const;
export type PersonStatus = (typeof personStatuses)[number];

export const personTransitions = {
  accept: { from: ["invited"], to: "active", event: "none" },
  disable: { from: ["active"], to: "disabled", event: "none" },
  enable: { from: ["disabled"], to: "active", event: "none" },
} as const satisfies Transitions<PersonStatus, never>;

export const PersonName = Text({ maxLength: 200, examples: ["Ana Example"] });

/** As a client writes it: blanks around it and capitals are allowed. `readEmail` gives its one form. */
export const GivenEmail = Type.String({
  minLength: 1,
  maxLength: 500,
  rule: (text: string): Issue[] =>
    text === "" || readEmail(text) !== undefined
      ? []
      : [problem("", "must be an address such as ana@example.com: ASCII, one @, at most 254 characters")],
  examples: ["ana@example.com"],
});

const Email = Type.String({ examples: ["ana@example.com"] });

/** A person as members and staff show it. An invited person has its address as its name. */
export const PersonShown = Type.Object({
  id: Id("usr"),
  email: Email,
  name: Type.String({ examples: ["Ana Example"] }),
});

const secondFactors = ["none", "totp"] as const;

export const PersonFields = {
  id: Id("usr"),
  email: Email,
  name: Type.String({ description: "The address, until the person has accepted.", examples: ["Ana Example"] }),
  status: OneOf(personStatuses),
  email_verified_at: Nullable(Timestamp),
  has_password: Type.Boolean({ examples: [true] }),
  second_factor: OneOf(secondFactors),
  identity_provider: Nullable(
    Type.String({ description: "The issuer that the person is bound to.", examples: ["https://id.example.com"] }),
  ),
  created_at: Timestamp,
  last_sign_in_at: Nullable(Timestamp),
};

export const Person = Type.Object(PersonFields, { title: "Person" });
export type Person = Static<typeof Person>;

const True = (description: string) =>
  Type.Boolean({
    description,
    rule: (value: boolean): Issue[] => (value ? [] : [problem("", "must be true, or left out")]),
    examples: [true],
  });

export const PersonChanges = Type.Partial(
  Type.Object({
    status: OneOf(["active", "disabled"], { description: "A disabled person is signed out and cannot sign in." }),
    remove_second_factor: True("The next sign-in needs the password alone."),
    unbind_identity: True("The next sign-in by the identity provider binds it again."),
  }),
  { title: "PersonChanges", additionalProperties: false },
);
export type PersonChanges = Static<typeof PersonChanges>;
