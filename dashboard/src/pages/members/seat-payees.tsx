// The payees that a member with the role payee stands for.

import { Group, Input, Stack, Text } from "@mantine/core";
import { useRead } from "../../data/data.ts";
import { RemoveRow } from "../../forms/form-rows.tsx";
import { SearchSelect } from "../../forms/search-select.tsx";
import type { SeatPlace } from "./seat.ts";
import { seatWords } from "./words.ts";

const words = seatWords.form;
const MAX_PAYEES = 20;

/** The role that has payees. */
export const PAYEE = "payee";

/** The name of each, or its id while it is not known. */
function usePayeeNames({ key, findPayees }: SeatPlace, ids: readonly string[]): (id: string) => string {
  const read = async () => (await Promise.all(ids.map(async (id) => (await findPayees?.(id)) ?? []))).flat();
  const { data = [] } = useRead([...key, "payees.named", ...ids], read, { isEnabled: ids.length > 0, isSteady: true });
  return (id) => data.find(({ value }) => value === id)?.label ?? id;
}

export function PayeeNames({ place, ids }: { place: SeatPlace; ids: readonly string[] }) {
  return ids.map(usePayeeNames(place, ids)).join(", ");
}

type PayeesFieldProps = {
  place: SeatPlace;
  value: readonly string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
};

export function PayeesField({ place, value, onChange, error }: PayeesFieldProps) {
  const nameOf = usePayeeNames(place, value);
  const search = async (q: string) => (await place.findPayees?.(q)) ?? [];
  return (
    <Stack gap="xs">
      {value.length < MAX_PAYEES && (
        <SearchSelect
          // Empty again after each choice.
          key={value.length}
          label={words.payees}
          description={words.payeesHint}
          placeholder={words.addPayee}
          required
          queryKey={[...place.key, "payees.found"]}
          search={async (q) => (await search(q)).filter((choice) => !value.includes(choice.value))}
          nothing={words.noPayee}
          value=""
          onChange={(id) => id && onChange([...value, id])}
        />
      )}
      {value.map((id) => (
        <Group key={id} justify="space-between" wrap="nowrap" gap="xs">
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {nameOf(id)}
          </Text>
          <RemoveRow what={nameOf(id)} onClick={() => onChange(value.filter((other) => other !== id))} />
        </Group>
      ))}
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </Stack>
  );
}
