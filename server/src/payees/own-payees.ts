// The payees of a member who signs in as one: what `/v1/me/payee-…` shows is limited to them.

import { ApiError } from "../platform/errors.ts";
import type { PersonPrincipal } from "../platform/http/principal.ts";

export type OwnPayees = { organization_id: string; payee_ids: readonly string[] };

/** 403 for every other role, and for staff. */
export function ownPayees(principal: PersonPrincipal): OwnPayees {
  if (principal.kind === "organization" && principal.payee_ids)
    return { organization_id: principal.organization_id, payee_ids: principal.payee_ids };
  throw new ApiError("insufficient_scope", "This is for members of the role payee.");
}
