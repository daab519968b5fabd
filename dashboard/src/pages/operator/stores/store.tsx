// One store: its messages and answers, its connection, its credentials, its settings.

import { Alert, Button, Card, Group, Stack } from "@mantine/core";
import type { StoreWithHealth } from "@segue/sdk";
import { lazy, Suspense } from "react";
import { Facts } from "../../../components/facts.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { PageTabs } from "../../../components/page-tabs.tsx";
import { SkeletonRows } from "../../../components/skeleton-rows.tsx";
import { Empty, Ready } from "../../../components/states.tsx";
import { Status } from "../../../components/status.tsx";
import { segue } from "../../../data/api.ts";
import { useAct } from "../../../data/data.ts";
import { ConfirmButton } from "../../../forms/confirm-button.tsx";
import { Link, type PageProps } from "../../../router.tsx";
import { showAgo, showDay, showTerritories, showWord } from "../../../values/format.ts";
import { ConnectionTest } from "./connection-test.tsx";
import { connectorFormOf, showConnector } from "./connector-forms.ts";
import { StoreCredentials } from "./store-credentials.tsx";
import { StoreForm } from "./store-form.tsx";
import { Health } from "./store-health.tsx";
import { StoreMessages } from "./store-messages.tsx";
import { useOperatorStores } from "./store-names.ts";
import { storeListWords, storeWords } from "./words.ts";

const StoreTables = lazy(() => import("./tables/store-tables.tsx"));

export default function OneStore({ params: { store_id = "" } }: PageProps) {
  const stores = useOperatorStores({ isLive: true });
  return (
    <Ready of={stores} isPage>
      {(all) => {
        const store = all.find((one) => one.store_id === store_id);
        if (store) return <Shown store={store} />;
        return (
          <>
            <PageHead title={store_id} back={{ to: "/stores", label: storeListWords.title }} />
            <Empty title={storeWords.unknown}>{storeWords.unknownHint}</Empty>
          </>
        );
      }}
    </Ready>
  );
}

function Shown({ store }: { store: StoreWithHealth }) {
  return (
    <>
      <PageHead
        title={store.name}
        about={
          <Group gap="xs">
            <Status value={store.status} />
            {store.store_id}
          </Group>
        }
        back={{ to: "/stores", label: storeListWords.title }}
      >
        <Button variant="default" component={Link} to={`/deliveries?store_id=${store.store_id}`}>
          {storeWords.deliveries}
        </Button>
        <PauseButton store={store} />
      </PageHead>
      {isBeingSetUp(store) && <GoOn store={store} />}
      <StoreFacts store={store} />
      <PageTabs
        titles={storeWords.tabs}
        tabs={{
          messages: <StoreMessages store_id={store.store_id} />,
          connection: <ConnectionTest store={store} />,
          ...(connectorFormOf(store.connector.kind)?.isFetched && { credentials: <StoreCredentials store={store} /> }),
          tables: (
            <Suspense fallback={<SkeletonRows />}>
              <StoreTables store_id={store.store_id} />
            </Suspense>
          ),
          settings: <StoreForm key={store.updated_at} store={store} />,
        }}
      />
    </>
  );
}

/** A store that was never opened: nothing was sent to it yet. */
const isBeingSetUp = ({ status, last_sent_at }: StoreWithHealth) => status === "paused" && last_sent_at === null;

function GoOn({ store: { store_id, name } }: { store: StoreWithHealth }) {
  return (
    <Alert color="orange" mb="md" title={storeWords.notOpen.title(name)}>
      <Stack gap="xs" align="flex-start">
        {storeWords.notOpen.hint}
        <Button size="xs" component={Link} to={`/stores/${store_id}/setup`}>
          {storeWords.notOpen.goOn}
        </Button>
      </Stack>
    </Alert>
  );
}

function StoreFacts({ store }: { store: StoreWithHealth }) {
  const { capabilities, requirements } = store;
  const can = Object.entries(capabilities).flatMap(([name, value]) => (value === true ? [showWord(name)] : []));
  return (
    <Card withBorder mb="md">
      <Stack>
        <Health store={store} />
        <Facts
          of={[
            [storeWords.facts.connector, showConnector(store.connector.kind)],
            [storeWords.facts.territories, showTerritories(store.territories)],
            [storeWords.facts.can, can.join(", ") || storeWords.facts.canNothing],
            [
              storeWords.facts.requirements,
              typeof requirements === "string" ? showWord(requirements) : storeWords.facts.ownRules,
            ],
            [storeWords.facts.lastSent, store.last_sent_at ? showAgo(store.last_sent_at) : storeWords.facts.never],
            [
              storeWords.facts.lastAnswer,
              store.last_answered_at ? showAgo(store.last_answered_at) : storeWords.facts.never,
            ],
            [storeWords.facts.since, showDay(store.created_at)],
          ]}
        />
      </Stack>
    </Card>
  );
}

/** A store that was never sent to is opened by its setup, which tests the connection first. */
function PauseButton({ store }: { store: StoreWithHealth }) {
  const { store_id, name, status } = store;
  const resume = useAct(() => segue.operator.stores.update(store_id, { status: "active" }), {
    done: storeWords.resumed(name),
  });
  if (isBeingSetUp(store)) return null;
  if (status === "paused")
    return (
      <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate(undefined)}>
        {storeWords.resume}
      </Button>
    );
  return (
    <ConfirmButton
      label={storeWords.pause.label}
      title={storeWords.pause.question(name)}
      act={() => segue.operator.stores.update(store_id, { status: "paused" })}
      done={storeWords.pause.done(name)}
    >
      {storeWords.pause.hint}
    </ConfirmButton>
  );
}
