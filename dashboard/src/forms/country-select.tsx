import { Select, type SelectProps } from "@mantine/core";
import { showTerritory } from "../values/format.ts";
import { everyTerritory } from "./territory-regions.ts";
import { territoryWords } from "./words.ts";

/** More are found by typing. */
const SHOWN = 50;

const countries = everyTerritory
  .map((value) => ({ value, label: showTerritory(value) }))
  .sort((a, b) => a.label.localeCompare(b.label));

type CountrySelectProps = Omit<SelectProps, "data" | "value" | "onChange"> & {
  /** Its code; empty: none. */
  value?: string;
  onChange?: (value: string) => void;
};

/** One country, by its name. */
export function CountrySelect({ value = "", onChange, ...rest }: CountrySelectProps) {
  return (
    <Select
      {...rest}
      data={countries}
      value={value || null}
      onChange={(code) => onChange?.(code ?? "")}
      searchable
      clearable
      limit={SHOWN}
      nothingFoundMessage={territoryWords.noMatch}
    />
  );
}
