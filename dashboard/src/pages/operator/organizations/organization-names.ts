// Lists of the operator carry the organization's id. People know its name.

import type { Organization } from "@segue/sdk";
import { segue } from "../../../data/api.ts";
import { useRead } from "../../../data/data.ts";
import { organizationsWords } from "./words.ts";

const MOST_NAMES = 1_000;

async function readOrganizations(): Promise<Organization[]> {
  const found: Organization[] = [];
  for await (const organization of segue.operator.organizations.list({ limit: 100 })) {
    found.push(organization);
    if (found.length >= MOST_NAMES) break;
  }
  return found;
}

const none: readonly Organization[] = [];

/** Empty until it is read. */
function useOrganizations(): readonly Organization[] {
  return useRead(["operator.organizations.all"], readOrganizations).data ?? none;
}

/** The name of an organization, or its id until the name is known. */
export function useOrganizationName(): (organization_id: string) => string {
  const organizations = useOrganizations();
  return (organization_id) => {
    if (organization_id === "operator") return organizationsWords.operator;
    return organizations.find(({ id }) => id === organization_id)?.name ?? organization_id;
  };
}
