// Names in a report that mean no store yet: each is added to a store, or becomes a store that reports alone name.

import { Button, Group, NativeSelect, Text } from "@mantine/core";
import type { OperatorStore } from "@segue/sdk";
import { useState } from "react";
import { Section } from "../../../../components/section.tsx";
import { segue } from "../../../../data/api.ts";
import { useAct } from "../../../../data/data.ts";
import { useMayOperate } from "../../../../data/session.ts";
import { Refused } from "../../../../forms/refused.tsx";
import { plainId } from "./plain-id.ts";
import { unknownStoreWords as words } from "./words.ts";

const NEW = "new";

type Named = { text: string; chosen: string };

function nameStore({ text, chosen }: Named): Promise<OperatorStore> {
  return chosen === NEW ? createReported(text) : addName(chosen, text);
}

function createReported(text: string): Promise<OperatorStore> {
  const store_id = plainId("store_", text);
  const connector = { kind: "reported" } as const;
  return segue.operator.stores.create({
    store_id,
    name: text,
    territories: ["WORLD"],
    connector,
    report_names: [text],
  });
}

/** The list is replaced whole, so it is read first. */
async function addName(store_id: string, text: string): Promise<OperatorStore> {
  const { report_names } = await segue.operator.stores.get(store_id);
  return segue.operator.stores.update(store_id, { report_names: [...report_names, text] });
}

type UnknownStoresProps = { texts: readonly string[]; stores: readonly OperatorStore[]; onNamed: () => void };

export function UnknownStores({ texts, stores, onNamed }: UnknownStoresProps) {
  const mayOperate = useMayOperate();
  const mayName = mayOperate("PATCH", "updateStore") && mayOperate("POST", "createStore");
  return (
    <Section title={words.title(texts.length)} about={mayName ? words.hint : words.noRight}>
      {texts.map((text) =>
        mayName ? (
          <UnknownStore key={text} text={text} stores={stores} onNamed={onNamed} />
        ) : (
          <Text key={text} size="sm">
            {text}
          </Text>
        ),
      )}
    </Section>
  );
}

type UnknownStoreProps = { text: string; stores: readonly OperatorStore[]; onNamed: () => void };

function UnknownStore({ text, stores, onNamed }: UnknownStoreProps) {
  const [chosen, setChosen] = useState("");
  const naming = useAct(nameStore, {
    done: ({ name }) => words.done(text, name),
    isQuiet: true,
    onDone: onNamed,
  });
  return (
    <>
      <Refused error={naming.error} />
      <Group align="flex-end" gap="sm" mb="xs">
        <NativeSelect
          label={words.label(text)}
          data={[
            { value: "", label: words.choose },
            { value: NEW, label: words.create },
            ...stores.map(({ store_id, name }) => ({ value: store_id, label: name })),
          ]}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <Button
          variant="default"
          disabled={!chosen}
          loading={naming.isPending}
          aria-label={words.addOf(text)}
          onClick={() => naming.mutate({ text, chosen })}
        >
          {words.add}
        </Button>
      </Group>
    </>
  );
}
