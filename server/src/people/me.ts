// A person's own view of itself, and what it can change about itself.

import { type Static, Type } from "typebox";
import { isNotificationKind, notificationKinds } from "../mail/mail.ts";
import { type Issue, problem } from "../platform/errors.ts";
import { Id, Nullable, OneOf, Timestamp } from "../platform/schema.ts";
import { memberRoles, staffRoles } from "../rights/role.ts";
import { PersonFields, PersonName } from "./person.ts";

export const GivenPassword = Type.String({
  minLength: 1,
  maxLength: 1_000,
  examples: ["correct horse battery staple"],
});
export const GivenCode = Type.String({
  minLength: 1,
  maxLength: 40,
  description: "Six digits of the authenticator app, or a recovery code.",
  examples: ["123456"],
});

export const Me = Type.Object(
  {
    ...PersonFields,
    notifications: Type.Record(Type.String(), Type.Boolean(), {
      description: "By kind of mail: whether this person gets it.",
      examples: [notificationKinds],
    }),
    memberships: Type.Array(
      Type.Object({
        member_id: Id("mbr"),
        organization_id: Id("org"),
        organization_name: Type.String({ examples: ["Nightjar Records"] }),
        role: OneOf(memberRoles),
        labels: Nullable(Type.Array(Type.String())),
      }),
    ),
    staff_role: Nullable(OneOf(staffRoles)),
  },
  { title: "Me" },
);
export type Me = Static<typeof Me>;

export const MeChanges = Type.Partial(
  Type.Object({
    name: PersonName,
    notifications: Type.Record(Type.String(), Type.Boolean(), {
      description: "Only the kinds that change.",
      rule: (kinds: Record<string, unknown>): Issue[] =>
        Object.keys(kinds)
          .filter((kind) => !isNotificationKind(kind))
          .map((kind) => problem(kind, "is no kind of mail that can be turned on or off")),
    }),
    password: Type.Object(
      { current: GivenPassword, new: GivenPassword },
      { additionalProperties: false, description: "A new password ends all other sessions." },
    ),
  }),
  { title: "MeChanges", additionalProperties: false },
);
export type MeChanges = Static<typeof MeChanges>;

export const OfferedFactor = Type.Object(
  {
    secret: Nullable(Type.String({ description: "Base32, for an authenticator app; null in a replay." })),
    otpauth_url: Nullable(Type.String({ description: "The same as a link, which the pages draw as a QR code." })),
  },
  { title: "OfferedSecondFactor" },
);

export const RecoveryCodes = Type.Object(
  {
    recovery_codes: Nullable(
      Type.Array(Type.String(), {
        description: "Ten codes that each work once in place of the app; null in a replay.",
      }),
    ),
  },
  { title: "RecoveryCodes" },
);

export const PersonSession = Type.Object(
  {
    id: Id("ses"),
    created_at: Timestamp,
    last_seen_at: Timestamp,
    expires_at: Timestamp,
    address: Nullable(Type.String({ examples: ["203.0.113.7"] })),
    user_agent: Nullable(Type.String({ examples: ["Mozilla/5.0"] })),
    is_current: Type.Boolean({ examples: [true] }),
  },
  { title: "PersonSession" },
);
export type PersonSession = Static<typeof PersonSession>;
