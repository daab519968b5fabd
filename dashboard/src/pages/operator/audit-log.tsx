// Every change, by anyone: who, what, when, and the id of the request.

import { PageHead } from "../../components/page-head.tsx";
import { segue } from "../../data/api.ts";
import { useList } from "../../data/data.ts";
import { SearchSelect } from "../../forms/search-select.tsx";
import { Link, useFilter } from "../../router.tsx";
import { AuditEntries, AuditFilters, useAuditFilters } from "../members/audit-entries.tsx";
import { auditLogWords } from "../members/words.ts";
import { useOrganizationName } from "./organizations/organization-names.ts";
import { organizationsWords } from "./organizations/words.ts";
import { searchOrganizations } from "./search.ts";
import { auditWords } from "./words.ts";

/** Stands for the organization where the operator acted. */
const OPERATOR = "operator";

/** The operator, and the organizations with such a name. */
async function searchActors(q: string) {
  const operator = { value: OPERATOR, label: organizationsWords.operator };
  const isOperator = operator.label.toLowerCase().startsWith(q.toLowerCase());
  return [...(isOperator ? [operator] : []), ...(q === OPERATOR ? [] : await searchOrganizations(q))];
}

export default function AuditLog() {
  const [organization_id, setOrganization] = useFilter("organization_id");
  const filters = { ...useAuditFilters(), ...(organization_id && { organization_id }) };
  const nameOf = useOrganizationName();
  const list = useList(["operator.auditLog.list", filters], (page) =>
    segue.operator.auditLog.list({ ...page, ...filters }),
  );
  return (
    <>
      <PageHead title={auditLogWords.title} about={auditWords.about} />
      <AuditFilters>
        <SearchSelect
          queryKey={["operator.organizations.list", "actors"]}
          search={searchActors}
          aria-label={auditWords.organization}
          placeholder={auditWords.everyOrganization}
          nothing={auditWords.noOrganization}
          value={organization_id}
          onChange={setOrganization}
          clearable
          w={{ base: "100%", xs: 280 }}
        />
      </AuditFilters>
      <AuditEntries
        list={list}
        by={({ organization_id: of, actor }) => ({ name: nameOf(of), page: pageOf(of, actor, nameOf(of)) })}
        isFiltered={Object.keys(filters).length > 0}
        noneHint={auditWords.noneHint}
      />
    </>
  );
}

/** The organization's, or that of the person who acted for the operator. */
function pageOf(organization_id: string, actor: string, name: string) {
  if (organization_id !== OPERATOR) return <Link to={`/organizations/${organization_id}`}>{name}</Link>;
  return actor.startsWith("usr_") ? <Link to={`/people?q=${actor}`}>{name}</Link> : name;
}
