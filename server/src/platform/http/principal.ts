// The caller of an operation, by kind. A route's `access` decides which kinds reach its handler (guards/access.ts), and the
// handler's input has the type of just these.

import type { Limits } from "../limits/rate-limit.ts";

type Caller = {
  /** The public id of the credential, which the audit log shows. */
  actor: string;
  limits: Limits;
};

/** A caller that may be signed in to the dashboard. */
type Visitor = { session?: { id: string; expires_at: string } };

export type OrganizationPrincipal = Caller &
  Visitor & {
    kind: "organization";
    organization_id: string;
    tier: string;
    scopes: readonly string[];
    /** When the credential expires. Null: never. */
    expires_at: string | null;
  };

/** A store that fetches its messages. */
export type StorePrincipal = Caller & { kind: "store"; store_id: string };

export type OperatorPrincipal = Caller & Visitor & { kind: "operator" };

export type VisitorPrincipal = OrganizationPrincipal | OperatorPrincipal;
export type Principal = VisitorPrincipal | StorePrincipal;

const OPERATOR_ID = "operator";

/**
 * Tells principals of all kinds apart: ids of organizations and of stores begin differently. Budgets, cursors, stored replies
 * and the audit log are kept by it.
 */
export function principalId(principal: Principal): string {
  switch (principal.kind) {
    case "organization":
      return principal.organization_id;
    case "store":
      return principal.store_id;
    case "operator":
      return OPERATOR_ID;
  }
}

/** Callers without a credential are as one. */
export function callerId(principal: Principal | undefined): string {
  return principal ? principalId(principal) : "";
}

/** All sessions of a principal share one rate budget: otherwise each sign-in would be a new one. */
export function sessionBudget(principal: VisitorPrincipal): string {
  return `${principalId(principal)} dashboard`;
}

export function budgetOf(principal: Principal): string {
  const isSignedIn = principal.kind !== "store" && principal.session !== undefined;
  return isSignedIn ? sessionBudget(principal) : principalId(principal);
}
