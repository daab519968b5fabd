import { type Static, Type } from "typebox";
import { type Issue, problem } from "../platform/errors.ts";
import { Id, Nullable, OneOf, Text, Timestamp } from "../platform/schema.ts";
import type { Transitions } from "../platform/state-machine.ts";
import { type MemberRole, memberRoles, rolesWithLabels } from "../rights/role.ts";
import { GivenEmail, PersonShown } from "./person.ts";

export const MAX_MEMBERS = 500;
export const MAX_OPEN_INVITATIONS = 100;

/** Members and staff have the same statuses. An invitation is one that was not accepted yet. */
export const memberStatuses = ["invited", "active", "suspended"] as const;
export type MemberStatus = (typeof memberStatuses)[number];

export const memberTransitions = {
  accept: { from: ["invited"], to: "active", event: "none" },
  suspend: { from: ["active"], to: "suspended", event: "none" },
  reinstate: { from: ["suspended"], to: "active", event: "none" },
} as const satisfies Transitions<MemberStatus, never>;

const Role = OneOf(memberRoles, { examples: ["editor"] });

const Labels = Nullable(
  Type.Array(Text({ maxLength: 200 }), {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    description: `The member sees releases of these labels alone. For ${rolesWithLabels.join(", ")}. Null: all releases.`,
    examples: [["Nightjar"]],
  }),
);

/** The fields that members and staff share. */
export const Invited = {
  status: OneOf(memberStatuses),
  invited_by: Type.String({
    description: "The key, client or person that invited: `key_…`, `cli_…`, `usr_…`, or `operator`.",
    examples: ["operator"],
  }),
  invited_at: Timestamp,
  invitation_expires_at: Nullable({ ...Timestamp, description: "Null once it was accepted." }),
  last_seen_at: Nullable({ ...Timestamp, description: "Exact to five minutes." }),
};

export const InvitationUrl = Nullable(
  Type.String({
    description:
      "The link to accept the invitation, shown once. Null when the request is replayed, and for a partner whose service " +
      "sends mail: then only the mail has it.",
    examples: ["https://segue.example.com/dashboard/accept#token=iv_live_…"],
  }),
);

const MemberFields = {
  id: Id("mbr"),
  person: PersonShown,
  role: Role,
  labels: Labels,
  ...Invited,
  joined_at: Nullable(Timestamp),
};

export const Member = Type.Object(MemberFields, { title: "Member" });
export type Member = Static<typeof Member>;

export const InvitedMember = Type.Object(
  { ...MemberFields, invitation_url: InvitationUrl },
  { title: "InvitedMember" },
);
export type InvitedMember = Member & { invitation_url: string | null };

export const NewMember = Type.Object(
  { email: GivenEmail, role: Role, labels: Type.Optional(Labels) },
  {
    title: "NewMember",
    additionalProperties: false,
    rule: ({ role, labels }: { role?: MemberRole; labels?: string[] | null }): Issue[] =>
      role === undefined ? [] : labelIssues(role, labels ?? null),
  },
);
export type NewMember = Static<typeof NewMember>;

export const MemberChanges = Type.Partial(
  Type.Object({
    role: Role,
    labels: Labels,
    status: OneOf(["active", "suspended"], { description: "A suspended member is signed out." }),
  }),
  { title: "MemberChanges", additionalProperties: false },
);
export type MemberChanges = Static<typeof MemberChanges>;

export function labelIssues(role: MemberRole, labels: readonly string[] | null): Issue[] {
  if (labels === null || !memberRoles.includes(role) || rolesWithLabels.includes(role)) return [];
  return [problem("labels", `must be null for the role ${role}: only ${rolesWithLabels.join(", ")} can have labels`)];
}

/** Filters of lists of members. */
export const MemberFilter = Type.Object({
  role: Role,
  status: OneOf(memberStatuses),
  q: Type.String({ minLength: 1, maxLength: 200, description: "A part of the name or the email." }),
});
