import { memberStatuses } from "@segue/sdk";
import { staffRoles } from "../../../server/src/rights/role.ts";
import { choice, required, text } from "../option.ts";
import { changesOf, listVerb, noun, verb } from "../row.ts";
import { showInvitation, withPerson } from "./member.ts";
import { staffRolesText } from "./role-text.ts";

const EXAMPLE = "stf_01k8z3v9qxe7p9a4m2c6t5w8rn";
const role = choice("--role <role>", "sets what they may do", staffRoles);

export const staffNoun = noun("staff", "people who act for the operator", {
  as: "operator",
  examples: ["staff add you@example.com --role admin", "staff list", `staff update ${EXAMPLE} --role reviewer`],
  verbs: [
    verb("add <email>", "invite a person to the staff; the link to accept is shown only this once", {
      options: { role: required(role) },
      notes: staffRolesText,
      examples: ["staff add you@example.com --role admin", "staff add ana@example.com --role reviewer --sandbox"],
      call: ({ operator }, staff) => operator.staff.create(staff),
      show: (invocation, staff) => showInvitation(invocation, staff, `staff resend ${staff.id}`),
    }),
    listVerb("list", "list staff and open invitations, newest first", {
      options: {
        role: choice("--role <role>", "only these", staffRoles),
        status: choice("--status <status>", "only these", memberStatuses),
        q: text("--search <text>", "a part of name or email"),
      },
      columns: ["id", "email", "name", "role", "status", "last_seen_at"],
      empty: "There is no staff yet. Add yourself: `segue staff add you@example.com --role admin`",
      examples: ["staff list", "staff list --role reviewer --json"],
      call: ({ operator }, query) => operator.staff.list(query),
      asText: withPerson,
    }),
    verb("update <staff_id>", "change the role or the status of staff", {
      options: {
        role,
        status: choice("--status <status>", "suspended staff is signed out", ["active", "suspended"] as const),
      },
      notes: staffRolesText,
      examples: [`staff update ${EXAMPLE} --role finance`, `staff update ${EXAMPLE} --status suspended`],
      call: ({ operator }, { staff_id, ...changes }) =>
        operator.staff.update(staff_id, changesOf(changes, "staff update")),
      asText: withPerson,
    }),
    verb("resend <staff_id>", "send an invitation again, with a new link; the old one ends", {
      examples: [`staff resend ${EXAMPLE}`],
      call: ({ operator }, { staff_id }) => operator.staff.resend(staff_id),
      show: (invocation, staff) => showInvitation(invocation, staff, `staff resend ${staff.id}`),
    }),
    verb("remove <staff_id>", "remove staff, or revoke an invitation", {
      examples: [`staff remove ${EXAMPLE}`],
      call: ({ operator }, { staff_id }) => operator.staff.delete(staff_id),
      done: ({ staff_id }) => `Removed ${staff_id}.`,
    }),
  ],
});
