import { type Static, Type } from "typebox";
import { type Issue, problem } from "../platform/errors.ts";
import { Id, Nullable, OneOf, Text, Timestamp } from "../platform/schema.ts";
import type { Transitions } from "../platform/state-machine.ts";
import { type MemberRole, memberRoles, rolesWithLabels } from "../rights/role.ts";
import { GivenEmail, PersonShown } from "./person.ts";

export const MAX_MEMBERS = 500;
export const MAX_OPEN_INVITATIONS = 100;
const MAX_PAYEES_OF_MEMBER = 20;

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

const payeesOfMember =
  "For the role payee, and only for it: the payees whose statements and balance the member reads. Null for other roles.";
const PayeeIds = Type.Array(Id("pye"), { description: payeesOfMember });
const GivenPayeeIds = Nullable(
  Type.Array(Id("pye", { maxLength: 100 }), {
    minItems: 1,
    maxItems: MAX_PAYEES_OF_MEMBER,
    uniqueItems: true,
    description: payeesOfMember,
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
  payee_ids: Nullable(PayeeIds),
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
  { email: GivenEmail, role: Role, labels: Type.Optional(Labels), payee_ids: Type.Optional(GivenPayeeIds) },
  {
    title: "NewMember",
    additionalProperties: false,
    rule: ({ role, labels = null, payee_ids = null }: Limited): Issue[] =>
      role === undefined ? [] : limitIssues({ role, labels, payee_ids }),
  },
);
export type NewMember = Static<typeof NewMember>;

export const MemberChanges = Type.Partial(
  Type.Object({
    role: Role,
    labels: Labels,
    payee_ids: GivenPayeeIds,
    status: OneOf(["active", "suspended"], { description: "A suspended member is signed out." }),
  }),
  { title: "MemberChanges", additionalProperties: false },
);
export type MemberChanges = Static<typeof MemberChanges>;

type Limited = { role?: MemberRole; labels?: string[] | null; payee_ids?: string[] | null };

/** The role decides whether a member has labels or payees. */
export function limitIssues({ role, labels, payee_ids }: Pick<Member, "role" | "labels" | "payee_ids">): Issue[] {
  return [...labelIssues(role, labels), ...payeeIssues(role, payee_ids)];
}

function payeeIssues(role: MemberRole, payee_ids: readonly string[] | null): Issue[] {
  if (!memberRoles.includes(role)) return [];
  if (role === "payee" && payee_ids === null)
    return [problem("payee_ids", "is required for the role payee", "missing_required_field")];
  if (role === "payee" || payee_ids === null) return [];
  return [problem("payee_ids", `must be null for the role ${role}: only the role payee can have payees`)];
}

function labelIssues(role: MemberRole, labels: readonly string[] | null): Issue[] {
  if (labels === null || !memberRoles.includes(role) || rolesWithLabels.includes(role)) return [];
  return [problem("labels", `must be null for the role ${role}: only ${rolesWithLabels.join(", ")} can have labels`)];
}

/** Filters of lists of members. */
export const MemberFilter = Type.Object({
  role: Role,
  status: OneOf(memberStatuses),
  q: Type.String({ minLength: 1, maxLength: 200, description: "A part of the name or the email." }),
});
