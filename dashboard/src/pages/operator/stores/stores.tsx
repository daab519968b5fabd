// Every store, how it is reached, and whether it can be reached now.

import { Button, Stack, Text } from "@mantine/core";
import type { StoreWithHealth } from "@segue/sdk";
import { IconPlus } from "@tabler/icons-react";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { Empty } from "../../../components/states.tsx";
import { segue } from "../../../data/api.ts";
import { useList } from "../../../data/data.ts";
import { Link } from "../../../router.tsx";
import { showTerritories } from "../../../values/format.ts";
import { showConnector } from "./connector-forms.ts";
import { Health } from "./store-health.tsx";
import { storeListWords } from "./words.ts";

const columns: readonly Column<StoreWithHealth>[] = [
  {
    id: "store",
    title: storeListWords.columns.store,
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
  { id: "health", title: storeListWords.columns.health, cell: (store) => <Health store={store} />, width: "45%" },
  {
    id: "connector",
    title: storeListWords.columns.connector,
    cell: ({ connector }) => showConnector(connector.kind),
    width: 150,
    isExtra: true,
  },
  {
    id: "territories",
    title: storeListWords.columns.territories,
    cell: ({ territories }) => showTerritories(territories),
    width: 140,
    isExtra: true,
  },
];

export default function OperatorStores() {
  const list = useList(["operator.stores.list"], (page) => segue.operator.stores.list(page), { isLive: true });
  const add = (
    <Button component={Link} to="/stores/new" leftSection={<IconPlus size={16} aria-hidden />}>
      {storeListWords.add}
    </Button>
  );
  return (
    <>
      <PageHead title={storeListWords.title} about={storeListWords.about}>
        {add}
      </PageHead>
      <ListTable
        label={storeListWords.title}
        list={list}
        columns={columns}
        keyOf={({ store_id }) => store_id}
        linkOf={({ store_id }) => `/stores/${store_id}`}
        empty={
          <Empty
            title={storeListWords.none}
            example={'npx segue store add store_plattenladen "Plattenladen" --territories DE,AT,CH --connector manual'}
            action={add}
          >
            {storeListWords.noneHint}
          </Empty>
        }
      />
    </>
  );
}
