// Some stores, or every store where none is chosen.

import { MultiSelect } from "@mantine/core";
import type { ComponentProps } from "react";

const SHOWN_STORES = 50;

type Props = Pick<ComponentProps<typeof MultiSelect>, "onChange" | "onBlur" | "onFocus" | "error"> & {
  label: string;
  /** Shown where none is chosen. */
  every: string;
  stores: readonly { store_id: string; name: string }[];
  value: readonly string[];
};

export function StoreSelect({ label, every, stores, value, ...field }: Props) {
  // A store that was deleted, or that only sales reports name, is not in the list, and stays chosen.
  const unlisted = value.filter((id) => !stores.some(({ store_id }) => store_id === id));
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? every : ""}
      data={[
        ...stores.map(({ store_id, name }) => ({ value: store_id, label: name })),
        ...unlisted.map((id) => ({ value: id, label: id })),
      ]}
      searchable
      clearable
      hidePickedOptions
      limit={SHOWN_STORES}
      value={[...value]}
      {...field}
    />
  );
}
