// A choice from more than a page can hold: the service searches while a person types. A whole id finds its own entry, which
// is how the name of a chosen one becomes known.

import { Select, type SelectProps, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { Failed } from "../components/states.tsx";
import { useRead } from "../data/data.ts";
import { formWords } from "./words.ts";

const PAUSE_MS = 250;

export type Choice = { value: string; label: string; detail?: string };

export type SearchSelectProps = Omit<SelectProps, "data" | "value" | "onChange" | "filter" | "renderOption"> & {
  /** What is searched: the same key, the same answers. */
  queryKey: readonly string[];
  search: (q: string) => Promise<Choice[]>;
  /** How many characters it takes. */
  from?: number;
  nothing: string;
  value: string;
  /** An empty text, and no choice, if it was cleared. */
  onChange: (value: string, choice?: Choice) => void;
};

export function SearchSelect({ queryKey, search, from = 0, nothing, value, onChange, ...rest }: SearchSelectProps) {
  const [typed, setTyped] = useState("");
  const [paused] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const [chosen, setChosen] = useState<Choice>();
  const isChosen = value !== "" && (paused === "" || paused === chosen?.label);
  const q = isChosen ? value : paused;
  const isEnough = q.length >= from;
  const found = useRead([...queryKey, q], () => search(q), { isEnabled: isEnough });
  const choices = isEnough ? (found.data ?? []) : [];
  const known = choices.find((choice) => choice.value === value);
  if (known && known.label !== chosen?.label) setChosen(known);
  const data = chosen?.value === value && !known ? [chosen, ...choices] : choices;
  return (
    <Stack gap="xs">
      <Select
        {...rest}
        data={data.map(({ value, label }) => ({ value, label }))}
        value={value || null}
        onChange={(id) =>
          onChange(
            id ?? "",
            data.find((choice) => choice.value === id),
          )
        }
        searchable
        searchValue={typed}
        onSearchChange={setTyped}
        // The service has searched already.
        filter={({ options }) => options}
        renderOption={({ option }) => <Option {...option} {...data.find((choice) => choice.value === option.value)} />}
        nothingFoundMessage={
          isEnough
            ? found.isFetching || typed.trim() !== paused
              ? formWords.looking
              : nothing
            : formWords.typeMore(from)
        }
      />
      {found.error && <Failed error={found.error} retry={() => void found.refetch()} />}
    </Stack>
  );
}

function Option({ label, detail }: { label: string; detail?: string }) {
  return (
    <Stack gap={0}>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {label}
      </Text>
      {detail && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {detail}
        </Text>
      )}
    </Stack>
  );
}
