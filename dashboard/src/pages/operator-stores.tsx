// Every store, how it is reached, and whether it can be reached now.

import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { OperatorStore } from "@segue/sdk";
import { IconAlertTriangle, IconCircleCheck, IconPlayerPause, IconPlus } from "@tabler/icons-react";
import { segue } from "../api.ts";
import { useList } from "../data.ts";
import { showAgo, showNumber, showTerritories } from "../format.ts";
import { type Column, ListTable } from "../list-table.tsx";
import { PageHead } from "../page-head.tsx";
import { navigate } from "../router.tsx";
import { Empty } from "../states.tsx";
import { showConnector } from "./connector-forms.ts";
import { type FailingStore, useStalled } from "./stalled.ts";
import { StoreForm } from "./store-form.tsx";
import { newStore } from "./store-settings.ts";

function columnsOf(failing: readonly FailingStore[]): readonly Column<OperatorStore>[] {
  return [
    {
      title: "Store",
      cell: ({ name, store_id }) => (
        <Stack gap={0} miw={0}>
          <Text fw={600} size="sm" truncate>
            {name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {store_id}
          </Text>
        </Stack>
      ),
    },
    {
      title: "Health",
      cell: (store) => <Health store={store} failing={failing.find(({ store_id }) => store_id === store.store_id)} />,
      width: "38%",
    },
    { title: "Reached by", cell: ({ connector }) => showConnector(connector.kind), width: 170, isExtra: true },
    { title: "Territories", cell: ({ territories }) => showTerritories(territories), width: 150, isExtra: true },
  ];
}

type HealthProps = { store: Pick<OperatorStore, "status">; failing: FailingStore | undefined };

/** In words, with a picture: colour alone says nothing to some. */
export function Health({ store, failing }: HealthProps) {
  if (failing)
    return (
      <Group gap={6} wrap="nowrap" title={failing.reason}>
        <IconAlertTriangle size={18} color="var(--mantine-color-orange-6)" aria-hidden style={{ flexShrink: 0 }} />
        <Stack gap={0} miw={0}>
          <Text size="sm" truncate>
            {showNumber(failing.deliveries)} stalled, the first {showAgo(failing.since)}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {failing.reason}
          </Text>
        </Stack>
      </Group>
    );
  const isPaused = store.status === "paused";
  return (
    <Group gap={6} wrap="nowrap">
      {isPaused ? (
        <IconPlayerPause size={18} aria-hidden />
      ) : (
        <IconCircleCheck size={18} color="var(--mantine-color-teal-6)" aria-hidden />
      )}
      <Text size="sm">{isPaused ? "Paused: nothing is sent" : "Nothing is stalled"}</Text>
    </Group>
  );
}

export default function OperatorStores() {
  const [isOpen, modal] = useDisclosure();
  const list = useList(["operator.stores.list"], (page) => segue.operator.stores.list(page));
  const stalled = useStalled();
  const add = (
    <Button onClick={modal.open} leftSection={<IconPlus size={16} aria-hidden />}>
      Add a store
    </Button>
  );
  return (
    <>
      <PageHead title="Stores" about="Where releases are delivered to.">
        {add}
      </PageHead>
      <ListTable
        label="Stores"
        list={list}
        columns={columnsOf(stalled.data?.stores ?? [])}
        keyOf={({ store_id }) => store_id}
        linkOf={({ store_id }) => `/stores/${store_id}`}
        empty={
          <Empty
            title="No stores yet"
            example={'npx segue store add store_plattenladen "Plattenladen" --territories DE,AT,CH --connector manual'}
            action={add}
          >
            Partners deliver to the stores that you add. A store by hand needs no connection: you enter its answers.
          </Empty>
        }
      />
      <Modal
        opened={isOpen}
        onClose={modal.close}
        title="Add a store"
        size="xl"
        closeButtonProps={{ "aria-label": "Close" }}
      >
        <StoreForm
          initial={newStore}
          isNew
          save={(body) => segue.operator.stores.create(body)}
          done="The store is there. Test its connection next."
          onDone={({ store_id }) => navigate(`/stores/${store_id}`)}
        />
      </Modal>
    </>
  );
}
