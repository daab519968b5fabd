// One release that comes from another distributor, store by store: what is safe, and by when.

import { Button, Table } from "@mantine/core";
import type { Migration, MigrationStore } from "@segue/sdk";
import { PageHead } from "../../components/page-head.tsx";
import { useRelease } from "../../components/release-name.tsx";
import { Section } from "../../components/section.tsx";
import { Empty, Ready } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { When } from "../../components/when.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { useStoreName } from "../../data/stores.ts";
import { Link, type PageProps } from "../../router.tsx";
import { showDay } from "../../values/format.ts";
import classes from "./migration.module.css";
import { migrationsWords, migrationWords } from "./words.ts";

export default function OneMigration({ params: { migration_id = "" } }: PageProps) {
  const migration = useRead(["migrations.get", migration_id], () => segue.migrations.get(migration_id), {
    isLive: true,
  });
  return (
    <Ready of={migration} isPage>
      {(found) => <Shown migration={found} />}
    </Ready>
  );
}

function Shown({ migration }: { migration: Migration }) {
  const { release_id, previous_distributor, overlap_days, stores } = migration;
  const release = useRelease(release_id);
  const may = useMay();
  return (
    <>
      <PageHead
        title={release?.title ?? migrationWords.title}
        isWork={release !== undefined}
        about={`${migrationWords.from(previous_distributor)} · ${migrationWords.days(overlap_days)}`}
        back={{ to: "/migrations", label: migrationsWords.title }}
      >
        <Button variant="default" component={Link} to={`/releases/${release_id}`}>
          {migrationWords.seeRelease}
        </Button>
        {may("deliveries:write") && (
          <Button component={Link} to={`/deliveries/new?release_id=${release_id}`}>
            {migrationWords.deliver}
          </Button>
        )}
      </PageHead>
      <Section title={migrationWords.stores}>
        {stores.length === 0 ? (
          <Empty title={migrationWords.none}>{migrationWords.noneHint}</Empty>
        ) : (
          <StoreTable stores={stores} />
        )}
      </Section>
    </>
  );
}

/** Those that can go come first: the reader has to act there. */
const rank: Readonly<Record<MigrationStore["status"], number>> = {
  safe_to_take_down: 0,
  overlapping: 1,
  awaiting_delivery: 2,
};

function StoreTable({ stores }: { stores: readonly MigrationStore[] }) {
  const nameOf = useStoreName(stores.map(({ store_id }) => store_id));
  const sorted = stores.toSorted(
    (a, b) => rank[a.status] - rank[b.status] || nameOf(a.store_id).localeCompare(nameOf(b.store_id)),
  );
  const { columns } = migrationWords;
  return (
    <Table aria-label={migrationWords.stores} className={classes.stores}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{columns.store}</Table.Th>
          <Table.Th>{columns.status}</Table.Th>
          <Table.Th className={classes.extra}>{columns.delivered}</Table.Th>
          <Table.Th>{columns.safe}</Table.Th>
          <Table.Th className={classes.extra}>{columns.say}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {sorted.map((store) => (
          <Table.Tr key={store.store_id}>
            <Table.Td>
              {nameOf(store.store_id)}
              <div className={classes.below}>{sayWhatToTell(store)}</div>
            </Table.Td>
            <Table.Td>
              <Status value={store.status} size="sm" />
            </Table.Td>
            <Table.Td className={classes.extra}>
              {store.delivered_at === null ? migrationWords.notYet : <When at={store.delivered_at} />}
            </Table.Td>
            <Table.Td className={classes.day}>
              {store.safe_at === null ? migrationWords.notYet : showDay(store.safe_at)}
            </Table.Td>
            <Table.Td className={classes.extra}>{sayWhatToTell(store)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function sayWhatToTell({ status, migration }: MigrationStore): string {
  if (migration === "automatic" || status === "awaiting_delivery") return migrationWords.say[migration];
  if (status === "safe_to_take_down") return migrationWords.canGo;
  return migration === "takedown_first" ? migrationWords.stillThere : migrationWords.say[migration];
}
