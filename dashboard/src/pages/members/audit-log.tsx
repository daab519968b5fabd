// Every change made in the organization: by its members and keys, and by the operator.

import { PageHead } from "../../components/page-head.tsx";
import { segue } from "../../data/api.ts";
import { takeFirst } from "../../data/catalog.ts";
import { PAGE_ROWS, useList, useRead } from "../../data/data.ts";
import { useSession } from "../../data/session.ts";
import { AuditEntries, AuditFilters, useAuditFilters } from "./audit-entries.tsx";
import { auditLogWords } from "./words.ts";

/** An organization has no more. */
const MAX_MEMBERS = 600;

/** Members by name, you as you; others by their id. */
function useActorName(): (actor: string) => string {
  const own = useSession()?.session?.person?.id;
  const { data = [] } = useRead(
    ["members.list", "names"],
    () => takeFirst(segue.members.list({ limit: PAGE_ROWS }), MAX_MEMBERS),
    { isSteady: true },
  );
  const names = new Map(data.map(({ person }) => [person.id, person.name]));
  return (actor) => {
    if (actor === own) return auditLogWords.you;
    return actor === "operator" ? auditLogWords.operator : (names.get(actor) ?? actor);
  };
}

export default function AuditLog() {
  const filters = useAuditFilters();
  const nameOf = useActorName();
  const list = useList(["auditLog.list", filters], (page) => segue.auditLog.list({ ...page, ...filters }));
  return (
    <>
      <PageHead title={auditLogWords.title} about={auditLogWords.about} />
      <AuditFilters />
      <AuditEntries
        list={list}
        by={({ actor }) => ({ name: nameOf(actor) })}
        isFiltered={Object.keys(filters).length > 0}
        noneHint={auditLogWords.noneHint}
      />
    </>
  );
}
