// The rights of people: the one table of roles. Members act for an organization, staff for the operator.

import { type Scope, scopes } from "./scope.ts";

export const memberRoles = ["owner", "manager", "editor", "finance", "viewer", "payee"] as const;
export type MemberRole = (typeof memberRoles)[number];

/** `all`: every scope that the service has, later ones too. */
export const scopesOfRole: Readonly<Record<MemberRole, "all" | readonly Scope[]>> = {
  owner: "all",
  manager: [
    "catalog:write",
    "deliveries:write",
    "webhooks:write",
    "ddex:write",
    "royalties:read",
    "payouts:read",
    "payees:read",
    "members:read",
  ],
  editor: ["catalog:write", "deliveries:read"],
  finance: ["catalog:read", "royalties:read", "payouts:write", "payees:write", "members:read"],
  viewer: ["catalog:read", "deliveries:read"],
  /** It reads its own statements and balance at `/v1/me`, and nothing else. */
  payee: [],
};

/** A member with labels has no others. */
const scopesOfLabels: readonly Scope[] = ["catalog:read", "catalog:write", "deliveries:read", "deliveries:write"];

export const rolesWithLabels: readonly MemberRole[] = ["manager", "editor", "viewer"];

export const staffRoles = ["admin", "reviewer", "finance", "support"] as const;
export type StaffRole = (typeof staffRoles)[number];

export function scopesOf(role: MemberRole, labels: readonly string[] | null): readonly Scope[] {
  const of_role = scopesOfRole[role];
  const all = of_role === "all" ? scopes : of_role;
  return labels === null ? all : all.filter((scope) => scopesOfLabels.includes(scope));
}
