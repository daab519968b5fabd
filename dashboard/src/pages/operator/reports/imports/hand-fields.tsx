// How the cells of a file are read whose columns are assigned by hand.

import { NativeSelect, NumberInput, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { type Assigned, dateForms, guessAssigned, guessColumns, headingOf } from "./assigned-columns.ts";
import type { Reading } from "./reading.ts";
import { rowsOf, type Separator } from "./sample.ts";
import { handWords } from "./words.ts";

const MOST_HEADER = 50;

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
const { ".": point, ",": comma } = handWords.signs;

export function HandFields({ reading: { sample, assigned, setAssigned } }: { reading: Reading }) {
  const set = (changes: Partial<Assigned>) => setAssigned({ ...assigned, ...changes });
  const setHeader = (header: number) =>
    set({ header, columns: guessColumns(headingOf(rowsOf(sample.text, assigned.separator), header)) });
  const missing = lacksOf(assigned);
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
        <NativeSelect
          label={handWords.separator}
          data={choicesOf(handWords.separators)}
          value={assigned.separator}
          onChange={(event) => setAssigned(guessAssigned(sample, event.currentTarget.value as Separator))}
        />
        <NumberInput
          label={handWords.header}
          min={1}
          max={MOST_HEADER}
          allowDecimal={false}
          value={assigned.header}
          onChange={(value) => typeof value === "number" && setHeader(value)}
        />
        <NativeSelect
          label={handWords.date}
          data={[...dateForms]}
          value={assigned.date}
          onChange={(event) => set({ date: event.currentTarget.value })}
        />
        <NativeSelect
          label={handWords.decimal}
          data={choicesOf({ ".": point, ",": comma })}
          value={assigned.decimal}
          onChange={(event) => set({ decimal: event.currentTarget.value as Assigned["decimal"] })}
        />
        <NativeSelect
          label={handWords.grouping}
          data={choicesOf(handWords.signs)}
          value={assigned.grouping}
          onChange={(event) => set({ grouping: event.currentTarget.value as Assigned["grouping"] })}
        />
        {!assigned.columns.includes("currency") && (
          <TextInput
            label={handWords.currency}
            placeholder={handWords.currencyPlaceholder}
            maxLength={3}
            value={assigned.currency}
            onChange={(event) => set({ currency: event.currentTarget.value.toUpperCase() })}
          />
        )}
      </SimpleGrid>
      {missing.length > 0 && (
        <Text size="sm" role="status">
          {handWords.lacks(missing)}
        </Text>
      )}
    </Stack>
  );
}

/** Values without which no row can be read. */
export function lacksOf({ columns, currency }: Assigned): string[] {
  const has = (target: Assigned["columns"][number]) => columns.includes(target);
  const words = handWords.missing;
  return [
    !has("isrc") && !has("upc") && words.code,
    !has("play_count") && words.play_count,
    !has("unit_rate") && !has("amount") && words.money,
    has("unit_rate") && has("amount") && words.both,
    !has("currency") && !currency.trim() && words.currency,
  ].filter((word) => word !== false);
}
