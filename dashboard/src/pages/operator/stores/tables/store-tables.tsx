// The tables that the operator keeps for a store: its genres and roles by the words of partners, and its price tiers.

import { Stack } from "@mantine/core";
import { Section } from "../../../../components/section.tsx";
import { Ready } from "../../../../components/states.tsx";
import { segue } from "../../../../data/api.ts";
import { useRead } from "../../../../data/data.ts";
import { TableEditor } from "./table-editor.tsx";
import { type TableName, tables } from "./table-rows.ts";
import { tableWords } from "./words.ts";

const names = Object.keys(tables) as TableName[];

export default function StoreTables({ store_id }: { store_id: string }) {
  const store = useRead(["operator.stores.get", store_id], () => segue.operator.stores.get(store_id));
  return (
    <Ready of={store}>
      {(found) => (
        <Stack gap="lg">
          {/* A table begins anew when its own rows have changed. */}
          {names.map((name) => (
            <Section key={name} title={tableWords[name].title} about={tableWords[name].about}>
              <TableEditor key={JSON.stringify(tables[name].rowsOf(found))} store={found} name={name} />
            </Section>
          ))}
        </Stack>
      )}
    </Ready>
  );
}
