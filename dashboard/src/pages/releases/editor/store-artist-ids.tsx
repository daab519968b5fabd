// The artist's id at each store that asks for it: stores use it to tell people of one name apart.

import { Button, Select, Stack, TextInput } from "@mantine/core";
import type { Artist } from "@segue/sdk";
import { useState } from "react";
import { useStoreName, useStores } from "../../../data/stores.ts";
import { artistIdWords } from "./words.ts";

type Ids = NonNullable<Artist["store_artist_ids"]>;

type StoreArtistIdsProps = {
  /** The artist, for those who hear the field. */
  label: string;
  ids: Ids;
  errorOf: (store_id: string) => string | undefined;
  onChange: (ids: Ids) => void;
};

/** One field for each store that has an id or was chosen. An id that is emptied is removed. */
export function StoreArtistIds({ label, ids, errorOf, onChange }: StoreArtistIdsProps) {
  const nameOf = useStoreName();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const shown = [...new Set([...Object.keys(ids), ...chosen])];
  const change = (store_id: string, id: string) => {
    const { [store_id]: _, ...others } = ids;
    if (!chosen.includes(store_id)) setChosen([...chosen, store_id]);
    onChange(id.trim() ? { ...others, [store_id]: id.trim() } : others);
  };
  return (
    <Stack gap="xs" w="100%" align="flex-start">
      {shown.map((store_id) => (
        <TextInput
          key={store_id}
          label={artistIdWords.at(nameOf(store_id))}
          aria-label={artistIdWords.atOf(label, nameOf(store_id))}
          value={ids[store_id] ?? ""}
          onChange={(event) => change(store_id, event.currentTarget.value)}
          error={errorOf(store_id)}
          maxLength={200}
          w={{ base: "100%", sm: 320 }}
        />
      ))}
      <StoreSelect label={label} without={shown} onChoose={(id) => setChosen([...chosen, id])} />
    </Stack>
  );
}

type StoreSelectProps = { label: string; without: readonly string[]; onChoose: (store_id: string) => void };

function StoreSelect({ label, without, onChoose }: StoreSelectProps) {
  const { data: stores = [] } = useStores();
  const [isOpen, setOpen] = useState(false);
  const others = stores.filter(({ store_id }) => !without.includes(store_id));
  if (others.length === 0) return null;
  if (!isOpen)
    return (
      <Button variant="subtle" size="compact-xs" aria-label={artistIdWords.addTo(label)} onClick={() => setOpen(true)}>
        {artistIdWords.add}
      </Button>
    );
  return (
    <Select
      aria-label={artistIdWords.storeOf(label)}
      placeholder={artistIdWords.choose}
      data={others.map(({ store_id, name }) => ({ value: store_id, label: name }))}
      value={null}
      onChange={(store_id) => {
        setOpen(false);
        if (store_id) onChoose(store_id);
      }}
      searchable
      size="xs"
    />
  );
}
