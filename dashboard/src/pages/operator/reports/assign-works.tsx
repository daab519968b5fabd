import { List, Text } from "@mantine/core";
import type { Assignment, UnmatchedWork } from "@segue/sdk";
import { useState } from "react";
import { segue } from "../../../data/api.ts";
import { errorAt, fieldErrors, useAct } from "../../../data/data.ts";
import { ActModal } from "../../../forms/act-modal.tsx";
import { type Choice, SearchSelect } from "../../../forms/search-select.tsx";
import { searchCatalog, searchOrganizations } from "../search.ts";
import { assignmentOf, keyOf, nameOf, ownerOfAll, sumOf } from "./chosen-works.ts";
import { showTotals } from "./report-totals.ts";
import { assignWords, unmatchedWords } from "./words.ts";

const SHOWN_WORKS = 5;

type AssignWorksProps = {
  report_id: string;
  works: readonly UnmatchedWork[];
  close: () => void;
  onDone: () => void;
};

/** Gives the chosen works to one track, or to one release, in one act. */
export function AssignWorks({ report_id, works, close, onDone }: AssignWorksProps) {
  const type = ownerOfAll(works);
  const words = assignWords[type];
  const [organization_id, setOrganization] = useState("");
  const [owner, setOwner] = useState<Choice>();
  const [error, setError] = useState<string>();
  const assigning = useAct((body: Assignment) => segue.operator.salesReports.assign(report_id, body), {
    done: ({ unmatched }) => assignWords.done(works.length, unmatched),
    isQuiet: true,
    onDone,
  });
  const submit = () => {
    if (!owner) return setError(words.missing);
    assigning.mutate(assignmentOf(works, owner.value), {
      onError: (refused) => setError(errorAt(fieldErrors(refused), `${type}_id`)),
    });
  };
  return (
    <ActModal
      title={assignWords.title(sumOf(works))}
      isOpen
      close={close}
      action={assignWords.send(works.length)}
      isBusy={assigning.isPending}
      error={assigning.error}
      onSubmit={submit}
    >
      <ChosenWorks works={works} />
      <SearchSelect
        queryKey={["operator.catalog.list", type, organization_id]}
        search={(q) => searchCatalog(q, { type, organization_id })}
        from={3}
        label={words.label}
        placeholder={assignWords.placeholder}
        nothing={words.noMatch}
        value={owner?.value ?? ""}
        onChange={(_id, chosen) => {
          setOwner(chosen);
          setError(undefined);
        }}
        error={error}
        required
        // The dialog gives it the focus, when there is nothing to choose from yet.
        openOnFocus={false}
        data-autofocus
      />
      <SearchSelect
        queryKey={["operator.organizations.list", "choice"]}
        search={searchOrganizations}
        label={assignWords.organization}
        placeholder={assignWords.everyOrganization}
        nothing={assignWords.noOrganization}
        value={organization_id}
        onChange={(id) => setOrganization(id)}
        clearable
      />
      <Text size="sm" role="status">
        {owner ? (
          <>
            {assignWords.before(sumOf(works))} <b>{owner.label}</b>. {words.after}
          </>
        ) : (
          words.hint
        )}
      </Text>
    </ActModal>
  );
}

function ChosenWorks({ works }: { works: readonly UnmatchedWork[] }) {
  const others = works.slice(SHOWN_WORKS);
  return (
    <List size="sm" listStyleType="none" aria-label={unmatchedWords.chosen}>
      {works.slice(0, SHOWN_WORKS).map((work) => (
        <List.Item key={keyOf(work)}>
          {nameOf(work)}, {showTotals(work.totals)}
        </List.Item>
      ))}
      {others.length > 0 && <List.Item>{assignWords.more(others.length)}</List.Item>}
    </List>
  );
}
