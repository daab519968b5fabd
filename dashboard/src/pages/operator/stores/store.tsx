// One store: its messages and answers, its connection, its credentials, its settings.

import { Alert, Button, Card, Group, Stack } from "@mantine/core";
import type { StoreWithHealth } from "@segue/sdk";
import { Facts } from "../../../components/facts.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { PageTabs } from "../../../components/page-tabs.tsx";
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

export default function OneStore({ params: { store_id = "" } }: PageProps) {
  const stores = useOperatorStores({ isLive: true });
  return (
    <Ready of={stores}>
      {(all) => {
        const store = all.find((one) => one.store_id === store_id);
        if (store) return <Shown store={store} />;
        return (
          <>
            <PageHead title={store_id} back={{ to: "/stores", label: "Stores" }} />
            <Empty title="There is no such store">It may have another id. The list of stores has them all.</Empty>
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
        back={{ to: "/stores", label: "Stores" }}
      >
        <Button variant="default" component={Link} to={`/deliveries?store_id=${store.store_id}`}>
          Its deliveries
        </Button>
        <PauseButton store={store} />
      </PageHead>
      {isBeingSetUp(store) && <GoOn store={store} />}
      <StoreFacts store={store} />
      <PageTabs
        tabs={{
          messages: <StoreMessages store_id={store.store_id} />,
          connection: <ConnectionTest store={store} />,
          ...(connectorFormOf(store.connector.kind)?.isFetched && { credentials: <StoreCredentials store={store} /> }),
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
    <Alert color="orange" mb="md" title={`${name} is not open for deliveries yet`}>
      <Stack gap="xs" align="flex-start">
        Test its connection and check its rules, then open it.
        <Button size="xs" component={Link} to={`/stores/${store_id}/setup`}>
          Continue the setup
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
            ["Reached by", showConnector(store.connector.kind)],
            ["Territories", showTerritories(store.territories)],
            ["Can do", can.join(", ") || "Nothing"],
            ["Requirements", typeof requirements === "string" ? showWord(requirements) : "Its own rules"],
            ["Last message sent", store.last_sent_at ? showAgo(store.last_sent_at) : "Never"],
            ["Last answer", store.last_answered_at ? showAgo(store.last_answered_at) : "Never"],
            ["Since", showDay(store.created_at)],
          ]}
        />
      </Stack>
    </Card>
  );
}

function PauseButton({ store: { store_id, name, status } }: { store: StoreWithHealth }) {
  const resume = useAct(() => segue.operator.stores.update(store_id, { status: "active" }), {
    done: `What waits is sent to ${name} now.`,
  });
  if (status === "paused")
    return (
      <Button variant="default" loading={resume.isPending} onClick={() => resume.mutate(undefined)}>
        Resume
      </Button>
    );
  return (
    <ConfirmButton
      label="Pause"
      title={`Pause ${name}?`}
      act={() => segue.operator.stores.update(store_id, { status: "paused" })}
      done={`Nothing is sent to ${name} until you resume it.`}
    >
      Nothing is sent to the store until you resume it. New deliveries to it wait in the queue.
    </ConfirmButton>
  );
}
