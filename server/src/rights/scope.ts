// The rights of an organization's callers. Keys and clients list their scopes, members get them from their role (role.ts).

export const scopes = [
  "catalog:read",
  "catalog:write",
  "deliveries:read",
  "deliveries:write",
  "webhooks:read",
  "webhooks:write",
  "royalties:read",
  "payouts:read",
  "payouts:write",
  "payees:read",
  "payees:write",
  "ddex:write",
  "keys:write",
  "members:read",
  "members:write",
] as const;
export type Scope = (typeof scopes)[number];
