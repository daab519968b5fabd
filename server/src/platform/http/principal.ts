// The caller of an operation, by kind. A route's `access` decides which kinds reach its handler (guards/access.ts), and the
// handler's input has the type of just these.
//
// A person who is signed in is no kind of its own: as a member it acts for its organization, as staff for the operator, with
// the rights of its role. `person` tells who it is.

import type { Limits } from "../limits/rate-limit.ts";

type Caller = {
  /** The public id of the credential or the person, which the audit log shows. */
  actor: string;
  limits: Limits;
};

/** A caller that may be signed in to the dashboard. */
type Visitor = { session?: Session; person?: SignedInPerson };

/** `view_expires_at`: until when staff views an organization in it. */
type Session = { id: string; expires_at: string; view_expires_at?: string | null };

export type SignedInPerson = {
  id: string;
  /** The person acts as one of both. */
  member_id: string | null;
  staff_id: string | null;
  /** Signed in by an identity provider. */
  is_federated: boolean;
  /** While it signs in by a password: the mark of the password that was right, which must still be the person's. */
  password_mark?: string;
  /** The budget that all people of an organization share; null for staff. */
  shared_limits: Limits | null;
  /** This service asks for a second factor, and the person has none yet: only its own settings are open to it. */
  lacks_second_factor: boolean;
};

export type OrganizationPrincipal = Caller &
  Visitor & {
    kind: "organization";
    organization_id: string;
    tier: string;
    scopes: readonly string[];
    /** When the credential expires. Null: never. */
    expires_at: string | null;
    /** A member that sees only releases of these labels. Null: all. */
    labels: readonly string[] | null;
    /** A member that acts for these payees: its own pages (`/v1/me`) are all that it can read. Missing: another caller. */
    payee_ids?: readonly string[];
    /** Staff that looks at the organization: nothing may be changed. */
    is_view?: true;
  };

/** A store that fetches its messages. */
export type StorePrincipal = Caller & { kind: "store"; store_id: string };

/** `mayDo` is missing for the operator key, which may do everything. */
export type OperatorPrincipal = Caller & Visitor & { kind: "operator"; staff?: StaffRights };

type StaffRights = { role: string; mayDo(operation: { operation: string; method: string }): boolean };

export type VisitorPrincipal = OrganizationPrincipal | OperatorPrincipal;
/** A person in its own session, for `/v1/me`. */
export type PersonPrincipal = VisitorPrincipal & Required<Pick<Visitor, "session" | "person">>;
export type Principal = VisitorPrincipal | StorePrincipal;

const OPERATOR_ID = "operator";

/**
 * Tells principals of all kinds apart: ids of organizations and of stores begin differently. Cursors and the audit log are kept
 * by it.
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

/** The owner of stored replies. Each person has its own: what one may see of an organization, another may not. */
export function replyOwner(principal: Principal | undefined): string {
  const person = principal && personOf(principal);
  return person ? `${callerId(principal)} ${person.id}` : callerId(principal);
}

export function personOf(principal: Principal): SignedInPerson | undefined {
  return principal.kind === "store" ? undefined : principal.person;
}

/** All sessions of a principal, or of a person, share one rate budget: otherwise each sign-in would be a new one. */
export function sessionBudget(principal: VisitorPrincipal): string {
  return principal.person ? principal.person.id : `${principalId(principal)} dashboard`;
}

export function budgetOf(principal: Principal): string {
  const isSignedIn = principal.kind !== "store" && principal.session !== undefined;
  return isSignedIn ? sessionBudget(principal) : principalId(principal);
}

/** The budget of all people of an organization together. */
export function sharedBudgetOf(principal: Principal): { key: string; limits: Limits } | undefined {
  const limits = personOf(principal)?.shared_limits;
  return limits ? { key: `${principalId(principal)} people`, limits } : undefined;
}
