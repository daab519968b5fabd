// Stores for several releases at once: only their names. Whether a store takes each of the releases shows when it is sent.

import { Box, Button, Checkbox, Group, Input, Text, TextInput } from "@mantine/core";
import type { Store } from "@segue/sdk";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { Empty, Ready } from "../../components/states.tsx";
import { useStores } from "../../data/stores.ts";
import classes from "./store-checklist.module.css";
import { newDeliveryWords, storeChecklistWords } from "./words.ts";

const words = newDeliveryWords.stores;

type StoreChecklistProps = { chosen: readonly string[]; onChoose: (store_ids: string[]) => void };

const SEARCH_FROM = 9;

export function StoreChecklist({ chosen, onChoose }: StoreChecklistProps) {
  return (
    <Ready of={useStores()}>
      {(all) => {
        const open = all.filter(({ status }) => status === "active");
        if (open.length === 0) return <Empty title={storeChecklistWords.none}>{words.noneHint}</Empty>;
        return <Checklist {...{ open, chosen, onChoose }} />;
      }}
    </Ready>
  );
}

function Checklist({ open, chosen, onChoose }: StoreChecklistProps & { open: readonly Store[] }) {
  const [typed, setTyped] = useState("");
  const shown = open.filter(({ name, store_id }) => `${name} ${store_id}`.toLowerCase().includes(typed.toLowerCase()));
  const isWhole = chosen.length === open.length;
  const toggle = (store_id: string) =>
    onChoose(chosen.includes(store_id) ? chosen.filter((id) => id !== store_id) : [...chosen, store_id]);
  return (
    <Box role="group" aria-labelledby="stores-to-choose">
      <Input.Label component="div" id="stores-to-choose" mb={4}>
        {words.list}
      </Input.Label>
      <Group gap="sm" mb="xs">
        {open.length >= SEARCH_FROM && (
          <TextInput
            aria-label={words.search}
            placeholder={words.search}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <Button variant="default" onClick={() => onChoose(isWhole ? [] : open.map(({ store_id }) => store_id))}>
          {isWhole ? storeChecklistWords.chooseNone : storeChecklistWords.chooseAll(open.length)}
        </Button>
        <Text size="sm" c="dimmed" aria-live="polite">
          {words.chosen(chosen.length)}
        </Text>
      </Group>
      <div className={classes.stores}>
        {shown.map(({ store_id, name }) => (
          <Checkbox key={store_id} label={name} checked={chosen.includes(store_id)} onChange={() => toggle(store_id)} />
        ))}
        {shown.length === 0 && <Text size="sm">{words.noMatch}</Text>}
      </div>
    </Box>
  );
}
