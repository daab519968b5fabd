// Mail to people: its kinds, and what one says. A mail has one recipient and no text that a stranger chose freely.

import { type Static, Type } from "typebox";
import { Id, Nullable, OneOf, Timestamp } from "../platform/schema.ts";
import type { Transitions } from "../platform/state-machine.ts";
import type { MemberRole, StaffRole } from "../rights/role.ts";

type KindOfMail = {
  /** `always` cannot be turned off. The others are on or off until a person says otherwise. */
  usual: "always" | "on" | "off";
  /** Empty: the cause names the person. */
  members: readonly MemberRole[];
  staff: readonly StaffRole[];
  /** All causes within five minutes go out as one mail. */
  is_gathered: boolean;
  /** When such a mail is written, for the documentation and for the page on which people choose. */
  when: string;
};

const at_once = { usual: "always", members: [], staff: [], is_gathered: false } as const;
const gathered = { usual: "on", members: [], staff: [], is_gathered: true } as const;

/** All kinds of mail. The documentation, `/v1/me` and the sender read this table. */
export const mailKindTable = {
  invitation: { ...at_once, when: "You are invited to an organization, or to the staff." },
  password_reset: { ...at_once, when: "You asked for a link to set a new password." },
  security: {
    ...at_once,
    when: "Your password, second factor or sign-in changed, an API key was made, or payment details were changed (both to all owners).",
  },
  rejection: {
    ...gathered,
    members: ["owner", "manager", "editor"],
    when: "A submission was rejected, or a store rejected or flagged a release.",
  },
  delivered: {
    ...gathered,
    usual: "off",
    members: ["owner", "manager", "editor"],
    when: "A delivery became `delivered`.",
  },
  taken_down: { ...gathered, members: ["owner", "manager"], when: "A takedown was confirmed by its last store." },
  statement: {
    ...gathered,
    members: ["owner", "finance", "payee"],
    when: "A royalty statement was written; to payees, their own.",
  },
  payout: {
    ...gathered,
    members: ["owner", "finance", "payee"],
    when: "A payout became `on_hold`, `paid` or `failed`; to payees, their own.",
  },
  endpoint: {
    ...gathered,
    members: ["owner", "manager"],
    when: "A webhook endpoint has failed for an hour, or was disabled.",
  },
  review: { ...gathered, staff: ["reviewer"], when: "Submissions wait for their review; at most once a day." },
  store: { ...gathered, staff: ["admin"], when: "A store has failed for an hour." },
  job: { ...gathered, staff: ["admin", "support"], when: "A background job failed for good." },
  payout_request: { ...gathered, staff: ["finance"], when: "A payout was requested." },
} as const satisfies Record<string, KindOfMail>;

export type MailKind = keyof typeof mailKindTable;
export const mailKinds = Object.keys(mailKindTable) as [MailKind, ...MailKind[]];
export const kindOfMail = (kind: MailKind): KindOfMail => mailKindTable[kind];

type Choosable = {
  [kind in MailKind]: (typeof mailKindTable)[kind]["usual"] extends "always" ? never : kind;
}[MailKind];
export type NotificationKind = Choosable;

/** The kinds that a person can turn on and off, with what they are until then. */
export const notificationKinds = Object.fromEntries(
  mailKinds.flatMap((kind) => {
    const { usual } = kindOfMail(kind);
    return usual === "always" ? [] : [[kind, usual === "on"]];
  }),
) as Readonly<Record<NotificationKind, boolean>>;

export function isNotificationKind(kind: string): kind is NotificationKind {
  return Object.hasOwn(notificationKinds, kind);
}

/** All of it is text: names and reasons are escaped where it becomes HTML, and no part of them becomes a link. */
export type MailContent = {
  subject: string;
  paragraphs: readonly string[];
  /** The causes, one line each. */
  list?: readonly string[];
  /** The one thing to do, as a button. Its address is ours. */
  action?: { label: string; url: string };
};

export type NewMail = {
  kind: MailKind;
  to: string;
  person_id: string | null;
  /** The id of the organization that it is about, if it is about one. */
  about_organization: string | null;
  /** Mail that waited longer is not sent: its link would not work any more. */
  expires_at?: string;
  content: MailContent;
};

export const mailStatuses = ["queued", "sent", "failed"] as const;
export type MailStatus = (typeof mailStatuses)[number];

export const mailTransitions = {
  send: { from: ["queued"], to: "sent", event: "none" },
  fail: { from: ["queued"], to: "failed", event: "none" },
  retry: { from: ["failed"], to: "queued", event: "none" },
} as const satisfies Transitions<MailStatus, never>;

/** Never its text, never a link: they may sign in. */
export const Mail = Type.Object(
  {
    id: Id("mal"),
    kind: OneOf(mailKinds),
    to: Type.String({ description: "The one recipient.", examples: ["ana@example.com"] }),
    subject: Type.String({ examples: ["You are invited to Nightjar Records"] }),
    status: OneOf(mailStatuses),
    error: Nullable(Type.String({ description: "Why the last try failed, in words." })),
    attempts: Type.Integer({ minimum: 0, description: "How often it was tried to send it.", examples: [1] }),
    created_at: Timestamp,
    sent_at: Nullable(Timestamp),
  },
  { title: "Mail" },
);
export type Mail = Static<typeof Mail>;

/** In the sandbox partners read the mails of their members, for so many days. */
export const READABLE_DAYS = 7;

export const SandboxMail = Type.Object(
  {
    ...Mail.properties,
    text: Nullable(
      Type.String({ description: "Its text, as it was written to the file. Null: it is kept no longer." }),
    ),
    links: Type.Array(Type.String(), {
      description: "The links in the text, in their order.",
      examples: [["http://localhost:8081/dashboard/accept#token=iv_test_…"]],
    }),
  },
  { title: "SandboxMail" },
);
export type SandboxMail = Static<typeof SandboxMail>;

export const Unsubscribe = Type.Object({
  token: Type.String({ minLength: 1, maxLength: 512, description: "The token of the link in the mail." }),
});
