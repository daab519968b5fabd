// The part of an organization that a caller sees. A member who is limited to labels sees the releases that have one of them now, all that
// belongs to these releases, the files that they use, and the files that the member made.

import type { OrganizationPrincipal } from "../platform/http/principal.ts";

/** `labels` null: everything. */
export type Sight = {
  organization_id: string;
  labels: readonly string[] | null;
  person_id: string | null;
};

export function sightOf({ organization_id, labels, person }: OrganizationPrincipal): Sight {
  return { organization_id, labels, person_id: person?.id ?? null };
}
