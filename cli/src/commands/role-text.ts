// The roles of people in words, for help texts: from the tables by which the service decides.

import {
  memberRoles,
  rolesWithLabels,
  type StaffRole,
  scopesOfRole,
  staffRoles,
} from "../../../server/src/rights/role.ts";
import { staffRights } from "../../../server/src/rights/staff-right.ts";

export function memberRolesText(): string {
  const lines = memberRoles.map((role) => {
    const scopes = scopesOfRole[role];
    return `  ${role.padEnd(9)}${scopes === "all" ? "all scopes" : scopes.join(" ")}`;
  });
  return ["Roles and their scopes:", ...lines, `Labels are for ${rolesWithLabels.join(", ")}.`].join("\n");
}

export function staffRolesText(): string {
  const lines = staffRoles.map((role) => `  ${role.padEnd(10)}${rightsText(role)}`);
  return ["Roles, and what they may do beside reading:", ...lines].join("\n");
}

function rightsText(role: StaffRole): string {
  if (role === "admin") return "everything that the operator key may";
  return staffRights[role].writes.map(inWords).join(", ");
}

/** `approveSubmission`: approve submission. */
function inWords(operation: string): string {
  return operation.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
