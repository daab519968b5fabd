// Releases that come from another distributor: where each stands at its stores, and from when on all of them are safe.

import { Button, NumberInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { type Migration, migrationStatuses } from "@segue/sdk";
import { IconPlus } from "@tabler/icons-react";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { ReleaseName } from "../../components/release-name.tsx";
import { Empty } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { fieldErrors, useAct, useList } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { ActModal } from "../../forms/act-modal.tsx";
import { SearchSelect } from "../../forms/search-select.tsx";
import { navigate } from "../../router.tsx";
import { showDay } from "../../values/format.ts";
import { searchReleases } from "../deliveries/release-choice.tsx";
import classes from "./migration.module.css";
import { migrationsWords, newMigrationWords } from "./words.ts";

const columns: readonly Column<Migration>[] = [
  {
    id: "release",
    title: migrationsWords.columns.release,
    cell: ({ release_id }) => <ReleaseName release_id={release_id} />,
  },
  {
    id: "from",
    title: migrationsWords.columns.from,
    cell: ({ previous_distributor }) => previous_distributor,
    width: 180,
    isExtra: true,
  },
  {
    id: "stores",
    title: migrationsWords.columns.stores,
    cell: (migration) => (
      <>
        {sayStores(migration)}
        <div className={classes.below}>{sayBelow(migration)}</div>
      </>
    ),
    width: "35%",
  },
  { id: "safe", title: migrationsWords.columns.safe, cell: saySafe, width: 150, isExtra: true },
];

function sayStores({ stores }: Migration): string {
  const parts = migrationStatuses.flatMap((status) => {
    const count = stores.filter((store) => store.status === status).length;
    return count === 0 ? [] : [migrationsWords.counts[status](count)];
  });
  return parts.join(" · ") || migrationsWords.noStores;
}

/** That of the last of its stores. Null while one of them has not taken it. */
function safeAt({ stores }: Migration): string | null {
  const times = stores.map(({ safe_at }) => safe_at);
  return times.reduce((a, b) => (a === null || b === null ? null : a > b ? a : b), times[0] ?? null);
}

function saySafe(migration: Migration): string {
  const at = safeAt(migration);
  return at === null ? migrationsWords.notKnown : showDay(at);
}

/** On a phone, which has no room for its column. */
function sayBelow(migration: Migration): string | null {
  const at = safeAt(migration);
  return at && migrationsWords.allSafe(showDay(at));
}

export default function Migrations() {
  const list = useList(["migrations.list"], (page) => segue.migrations.list(page));
  const mayWrite = useMay()("catalog:write");
  const [isOpen, modal] = useDisclosure();
  const create = mayWrite && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={modal.open}>
      {migrationsWords.create}
    </Button>
  );
  const isEmpty = list.rows?.length === 0;
  return (
    <>
      <PageHead title={migrationsWords.title} about={migrationsWords.about}>
        {!isEmpty && create}
      </PageHead>
      <ListTable
        label={migrationsWords.title}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/migrations/${id}`}
        empty={
          <Empty title={migrationsWords.none} example="npx segue import FOLDER --migrate DISTRIBUTOR" action={create}>
            {migrationsWords.noneHint}
          </Empty>
        }
      />
      {isOpen && <NewMigrationForm close={modal.close} />}
    </>
  );
}

/** The number of days that most stores ask for. */
const OVERLAP_DAYS = 5;

function NewMigrationForm({ close }: { close: () => void }) {
  const form = useForm({ initialValues: { release_id: "", previous_distributor: "", overlap_days: OVERLAP_DAYS } });
  const create = useAct(segue.migrations.create, {
    isQuiet: true,
    done: newMigrationWords.done,
    onDone: ({ id }) => navigate(`/migrations/${id}`),
  });
  const submit = () => create.mutate(form.getValues(), { onError: (error) => form.setErrors(fieldErrors(error)) });
  return (
    <ActModal
      title={newMigrationWords.title}
      isOpen
      close={close}
      action={newMigrationWords.action}
      isBusy={create.isPending}
      isBlocked={!form.values.release_id || form.values.previous_distributor.trim() === ""}
      error={create.error}
      onSubmit={submit}
    >
      {newMigrationWords.hint}
      <SearchSelect
        queryKey={["releases.list", "choice"]}
        search={searchReleases}
        label={newMigrationWords.release}
        placeholder={newMigrationWords.placeholder}
        nothing={newMigrationWords.noMatch}
        value={form.values.release_id}
        onChange={(id) => form.setFieldValue("release_id", id)}
        error={form.errors.release_id}
        required
      />
      <TextInput
        label={newMigrationWords.from}
        maxLength={500}
        required
        {...form.getInputProps("previous_distributor")}
      />
      <NumberInput
        label={newMigrationWords.days}
        min={1}
        max={90}
        allowDecimal={false}
        {...form.getInputProps("overlap_days")}
      />
    </ActModal>
  );
}
