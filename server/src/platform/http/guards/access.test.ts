import { expect, test } from "vitest";
import type { Principal } from "../principal.ts";
import { type Access, route } from "../route.ts";
import { accessRefusal } from "./access.ts";

const limits = { per_minute: 1, burst: 1 };
const organization: Principal = {
  kind: "organization",
  labels: null,
  organization_id: "org_1",
  tier: "pro",
  actor: "key_1",
  scopes: ["catalog:read"],
  expires_at: null,
  limits,
};
const store: Principal = { kind: "store", store_id: "store_a", actor: "stc_1", limits };
const operator: Principal = { kind: "operator", actor: "operator", limits };

const table: [access: Access, organization: string, store: string, operator: string][] = [
  ["public", "yes", "yes", "yes"],
  ["session", "yes", "yes", "yes"],
  ["any_key", "yes", "insufficient_scope", "insufficient_scope"],
  [{ scope: "catalog:read" }, "yes", "insufficient_scope", "insufficient_scope"],
  [{ scope: "catalog:write" }, "insufficient_scope", "insufficient_scope", "insufficient_scope"],
  [{ scope: "catalog:read", or_operator: true }, "yes", "insufficient_scope", "yes"],
  ["store", "not_found", "yes", "insufficient_scope"],
  ["operator", "not_found", "not_found", "yes"],
];

test.each(table)("%j: an organization %s, a store %s, the operator %s", (access, ...expected) => {
  const found = [organization, store, operator].map((one) => accessRefusal({ access }, one)?.code ?? "yes");
  expect(found).toEqual(expected);
});

test("a route for a tier is for organizations of that tier alone", () => {
  const codeFor = (tier: string, one: Principal) => accessRefusal({ access: "public", tier }, one)?.code;
  expect(codeFor("pro", organization)).toBeUndefined();
  for (const one of [store, operator]) expect(codeFor("pro", one)).toBe("tier_not_eligible");
  expect(codeFor("enterprise", organization)).toBe("tier_not_eligible");
});

const needsOrganization = (_organization_id: string) => undefined;
const shape = {
  method: "GET",
  path: "/v1/probe",
  operation: "probe",
  tag: "Probe",
  summary: "Asks who is calling",
  success: { status: 204 },
} as const;

test("a handler gets the kinds of principals that its access admits: the compiler refuses any other", () => {
  const routes = [
    route({ ...shape, access: "any_key", handle: (_, { principal }) => needsOrganization(principal.organization_id) }),
    route({ ...shape, access: "store", handle: (_, { principal }) => principal.store_id }),
    // @ts-expect-error A store has no organization.
    route({ ...shape, access: "store", handle: (_, { principal }) => needsOrganization(principal.organization_id) }),
    // @ts-expect-error The operator has no organization.
    route({ ...shape, access: "operator", handle: (_, { principal }) => needsOrganization(principal.organization_id) }),
    // @ts-expect-error The caller may have no credential.
    route({ ...shape, access: "public", handle: (_, { principal }) => principal.actor }),
    route({
      ...shape,
      access: { scope: "catalog:read", or_operator: true },
      // @ts-expect-error It may be the operator.
      handle: (_, { principal }) => needsOrganization(principal.organization_id),
    }),
  ];
  expect(routes).toHaveLength(6);
});
