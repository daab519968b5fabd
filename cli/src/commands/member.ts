import { type InvitedMember, type InvitedStaff, type Member, memberStatuses, type Segue } from "@segue/sdk";
import { memberRoles, rolesWithLabels } from "../../../server/src/rights/role.ts";
import type { Invocation, KeyHolder } from "../invocation.ts";
import { choice, flag, parsed, required, text } from "../option.ts";
import { note, printable } from "../output.ts";
import { changesOf, listVerb, noun, verb } from "../row.ts";
import { memberRolesText } from "./role-text.ts";

const ORG = "org_01k8z3v9qxe7p9a4m2c6t5w8rn";
const EXAMPLE = "mbr_01k8z3v9qxe7p9a4m2c6t5w8rn";

const owner = { org_id: text("--org <org_id>", "the organization, with the operator's key") };
type Owner = { org_id?: string };

const labels = parsed<string[]>(
  "--label <label>",
  `see this label's releases alone, for ${rolesWithLabels.join(", ")}; may be given several times`,
  (label, before = []) => [...before, label],
);
const payee_ids = parsed<string[]>(
  "--payee <payee_id>",
  "for the role payee: read this payee's statements; may be given several times",
  (payee, before = []) => [...before, payee],
);
const role = choice("--role <role>", "sets what the member may do", memberRoles);

export const memberNoun = noun(
  "member",
  "people of an organization: with --org, of that one, as the operator; without it, of the organization of SEGUE_API_KEY",
  {
    examples: ["member invite ana@example.com --role editor", "member list", `member remove ${EXAMPLE}`],
    verbs: [
      verb("invite <email>", "invite a person; the link to accept is shown only this once", {
        as: holderOf,
        options: { ...owner, role: required(role), labels, payee_ids },
        notes: memberRolesText,
        examples: [
          "member invite ana@example.com --role editor",
          "member invite ana@example.com --role viewer --label Nightjar --label Owl",
          "member invite vera@example.com --role payee --payee pye_01k8z3v9qxe7p9a4m2c6t5w8rn",
          `member invite ana@example.com --role owner --org ${ORG}`,
        ],
        call: (client, { org_id, ...member }) => membersOf(client, org_id).create(member),
        show: (invocation, member, { org_id }) => showInvitation(invocation, member, again("member", member, org_id)),
      }),
      listVerb("list", "list members and open invitations, newest first", {
        as: holderOf,
        options: {
          ...owner,
          role: choice("--role <role>", "only these", memberRoles),
          status: choice("--status <status>", "only these", memberStatuses),
          q: text("--search <text>", "a part of name or email"),
        },
        columns: ["id", "email", "name", "role", "labels", "status", "last_seen_at"],
        empty: "There is no member yet. Invite one, such as: `segue member invite ana@example.com --role editor`",
        examples: ["member list", `member list --org ${ORG} --role owner`, "member list --status invited --json"],
        call: (client, { org_id, ...query }) => membersOf(client, org_id).list(query),
        asText: withPerson,
      }),
      verb("update <member_id>", "change a member; only the given options change", {
        as: holderOf,
        options: {
          ...owner,
          role,
          labels: { ...labels, conflicts: ["allLabels"] },
          payee_ids,
          has_all_labels: flag<true>("--all-labels", "see the releases of all labels"),
          status: choice("--status <status>", "a suspended member is signed out", ["active", "suspended"] as const),
        },
        notes: memberRolesText,
        examples: [
          `member update ${EXAMPLE} --role manager`,
          `member update ${EXAMPLE} --status suspended --org ${ORG}`,
          `member update ${EXAMPLE} --all-labels`,
        ],
        call: (client, { org_id, member_id, has_all_labels, ...changes }) =>
          membersOf(client, org_id).update(
            member_id,
            changesOf({ ...changes, ...(has_all_labels && { labels: null }) }, "member update"),
          ),
        asText: withPerson,
      }),
      verb("resend <member_id>", "send an invitation again, with a new link; the old one ends", {
        as: holderOf,
        options: owner,
        examples: [`member resend ${EXAMPLE}`],
        call: (client, { org_id, member_id }) => membersOf(client, org_id).resend(member_id),
        show: (invocation, member, { org_id }) => showInvitation(invocation, member, again("member", member, org_id)),
      }),
      verb("remove <member_id>", "remove a member, or revoke an invitation; the member's keys keep working", {
        as: holderOf,
        options: owner,
        examples: [`member remove ${EXAMPLE}`, `member remove ${EXAMPLE} --org ${ORG}`],
        call: (client, { org_id, member_id }) => membersOf(client, org_id).delete(member_id),
        done: ({ member_id }) => `Removed ${member_id}.`,
      }),
    ],
  },
);

function holderOf({ org_id }: Owner): KeyHolder {
  return org_id === undefined ? "organization" : "operator";
}

type Members = Pick<Segue["members"], "create" | "list" | "update" | "delete" | "resend">;

function membersOf({ members, operator }: Segue, org_id: string | undefined): Members {
  if (org_id === undefined) return members;
  return {
    create: (body, options) => operator.members.create(org_id, body, options),
    list: (query, options) => operator.members.list(org_id, query, options),
    update: (member_id, body, options) => operator.members.update(org_id, member_id, body, options),
    delete: (member_id, options) => operator.members.delete(org_id, member_id, options),
    resend: (member_id, options) => operator.members.resend(org_id, member_id, options),
  };
}

/** The command that makes a new link. */
function again(noun: string, { id }: { id: string }, org_id?: string): string {
  return `${noun} resend ${id}${org_id === undefined ? "" : ` --org ${org_id}`}`;
}

type Seat = Pick<Member, "id" | "person">;

/** Email and name in place of the person. Until a person accepts, the service shows the address as its name. */
export function withPerson({ id, person, ...rest }: Seat): object {
  const { email, name } = person;
  return { id, email, name: name === email ? null : name, ...rest };
}

/** The link is null where it went by mail alone, and where the answer that showed it was lost. */
export function showInvitation(
  { output, typed }: Invocation,
  invited: InvitedMember | InvitedStaff,
  resend: string,
): void {
  const { invitation_url, ...seat } = invited;
  const shown = output.is_json ? invited : { ...withPerson(seat), ...(invitation_url && { invitation_url }) };
  output.resource(shown, invitation_url === null ? [] : ["invitation_url"]);
  if (invitation_url === null && !output.is_json)
    note(`The link is in the mail to ${printable(seat.person.email)}. For a new one: ${typed(resend)}`);
}
