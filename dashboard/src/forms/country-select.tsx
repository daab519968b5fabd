import { Select, type SelectProps } from "@mantine/core";
import { showTerritory } from "../values/format.ts";
import { everyTerritory } from "./territory-regions.ts";
import { territoryWords } from "./words.ts";

/** More are found by typing. */
const SHOWN = 50;

const optionsOf = (codes: readonly string[]) =>
  codes.map((value) => ({ value, label: showTerritory(value) })).sort((a, b) => a.label.localeCompare(b.label));
const countries = optionsOf(everyTerritory);
/** Recordings are made there, though no code of ISO 3166-1 is assigned to it. */
const withKosovo = optionsOf([...everyTerritory, "XK"]);

type CountrySelectProps = Omit<SelectProps, "data" | "value" | "onChange"> & {
  /** Its code; empty: none. */
  value?: string;
  onChange?: (value: string) => void;
  hasKosovo?: boolean;
};

/** One country, by its name. */
export function CountrySelect({ value = "", onChange, hasKosovo = false, ...rest }: CountrySelectProps) {
  return (
    <Select
      {...rest}
      data={hasKosovo ? withKosovo : countries}
      value={value || null}
      onChange={(code) => onChange?.(code ?? "")}
      searchable
      clearable
      limit={SHOWN}
      nothingFoundMessage={territoryWords.noMatch}
    />
  );
}
