// Territories by search and by region. All 249 may be chosen at once, so the options and the chosen ones are shown in part.

import { Button, Combobox, Group, Input, Radio, Stack, Text, TextInput, useCombobox } from "@mantine/core";
import { IconCheck, IconSearch, IconX } from "@tabler/icons-react";
import { useId, useMemo, useRef, useState } from "react";
import { showTerritory } from "../values/format.ts";
import { everyTerritory, type Region, regions } from "./territory-regions.ts";
import { formWords, territoryWords } from "./words.ts";

type TerritoryPickerProps = {
  /** Codes of ISO 3166-1, or one of the words for all of them alone. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** What may be chosen; without it, or with the word for all, every territory. */
  codes?: readonly string[] | undefined;
  label?: string;
  /** What "worldwide" means here. */
  worldwide?: string;
  error?: string | undefined;
  disabled?: boolean;
};

const WORLD = "WORLD";
const isWorld = (codes: readonly string[]) => codes.includes(WORLD) || codes.includes("WORLDWIDE");
const SHOWN_OPTIONS = 50;
const SHOWN_CHOSEN = 24;

export function TerritoryPicker(props: TerritoryPickerProps) {
  const {
    value,
    onChange,
    codes,
    label = territoryWords.label,
    worldwide = territoryWords.worldwide,
    error,
    disabled = false,
  } = props;
  const name = useId();
  const allowed = useMemo(() => (codes && !isWorld(codes) ? new Set(codes) : new Set(everyTerritory)), [codes]);
  // Who looks at "worldwide" for a moment gets the choice back.
  const chosenBefore = useRef<readonly string[]>([]);
  const isAll = isWorld(value);
  const choose = (kind: string) => {
    if (kind === "some") return onChange([...chosenBefore.current]);
    chosenBefore.current = value;
    onChange([WORLD]);
  };
  return (
    <Stack gap="xs" role="group" aria-labelledby={`${name}-label`}>
      <Input.Label component="div" id={`${name}-label`}>
        {label}
      </Input.Label>
      <Radio.Group value={isAll ? "all" : "some"} onChange={choose} aria-labelledby={`${name}-label`}>
        <Group gap="lg">
          <Radio value="all" label={worldwide} disabled={disabled} />
          <Radio value="some" label={territoryWords.some} disabled={disabled} />
        </Group>
      </Radio.Group>
      {!isAll && <SomeTerritories value={value} onChange={onChange} allowed={allowed} disabled={disabled} />}
      {error && <Input.Error role="alert">{error}</Input.Error>}
    </Stack>
  );
}

type SomeProps = {
  value: readonly string[];
  onChange: (value: string[]) => void;
  allowed: ReadonlySet<string>;
  disabled: boolean;
};

function SomeTerritories({ value, onChange, allowed, disabled }: SomeProps) {
  const chosen = useMemo(() => new Set(value), [value]);
  const toggle = (code: string) =>
    onChange(chosen.has(code) ? value.filter((other) => other !== code) : [...value, code]);
  const toggleRegion = (codes: readonly string[], isWhole: boolean) =>
    onChange(isWhole ? value.filter((code) => !codes.includes(code)) : [...new Set([...value, ...codes])]);
  return (
    <>
      <Group gap={6} role="group" aria-label={territoryWords.regions}>
        {regions.map((region) => (
          <RegionButton
            key={region.name}
            region={region}
            chosen={chosen}
            allowed={allowed}
            disabled={disabled}
            onToggle={toggleRegion}
          />
        ))}
      </Group>
      <TerritorySearch chosen={chosen} allowed={allowed} disabled={disabled} onToggle={toggle} />
      <Chosen codes={value} disabled={disabled} onRemove={toggle} onClear={() => onChange([])} />
    </>
  );
}

type RegionButtonProps = {
  region: Region;
  chosen: ReadonlySet<string>;
  allowed: ReadonlySet<string>;
  disabled: boolean;
  onToggle: (codes: readonly string[], isWhole: boolean) => void;
};

function RegionButton({ region, chosen, allowed, disabled, onToggle }: RegionButtonProps) {
  const codes = region.codes.filter((code) => allowed.has(code));
  const held = codes.filter((code) => chosen.has(code)).length;
  if (codes.length === 0) return null;
  const isWhole = held === codes.length;
  return (
    <Button
      size="compact-sm"
      variant={isWhole ? "light" : "default"}
      aria-pressed={isWhole}
      disabled={disabled}
      leftSection={isWhole && <IconCheck size={14} aria-hidden />}
      onClick={() => onToggle(codes, isWhole)}
    >
      {region.name} {held > 0 && !isWhole ? `${held}/${codes.length}` : codes.length}
    </Button>
  );
}

type TerritorySearchProps = Pick<RegionButtonProps, "chosen" | "allowed" | "disabled"> & {
  onToggle: (code: string) => void;
};

function TerritorySearch({ chosen, allowed, disabled, onToggle }: TerritorySearchProps) {
  const [typed, setTyped] = useState("");
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const found = useMemo(() => findTerritories(typed, allowed), [typed, allowed]);
  return (
    <Combobox store={combobox} onOptionSubmit={onToggle}>
      <Combobox.Target>
        <TextInput
          aria-label={territoryWords.search}
          placeholder={territoryWords.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          disabled={disabled}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
          maw={420}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={260} style={{ overflowY: "auto" }} aria-label={territoryWords.label}>
          {found.length === 0 && <Combobox.Empty>{territoryWords.noMatch}</Combobox.Empty>}
          {found.slice(0, SHOWN_OPTIONS).map(({ code, name }) => (
            <Combobox.Option key={code} value={code} active={chosen.has(code)} aria-selected={chosen.has(code)}>
              <Group gap="xs" wrap="nowrap">
                <IconCheck size={14} aria-hidden style={{ visibility: chosen.has(code) ? "visible" : "hidden" }} />
                <span>
                  {name} ({code})
                </span>
              </Group>
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {found.length > SHOWN_OPTIONS && (
          <Combobox.Footer>
            <Text size="xs" c="dimmed">
              {territoryWords.more(found.length - SHOWN_OPTIONS)}
            </Text>
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}

type ChosenProps = {
  codes: readonly string[];
  disabled: boolean;
  onRemove: (code: string) => void;
  onClear: () => void;
};

function Chosen({ codes, disabled, onRemove, onClear }: ChosenProps) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? codes : codes.slice(0, SHOWN_CHOSEN);
  const hidden = codes.length - shown.length;
  return (
    <>
      <Group gap="sm">
        <Text size="sm" c="dimmed" aria-live="polite">
          {territoryWords.chosen(codes.length)}
        </Text>
        {codes.length > 0 && (
          <Button size="compact-xs" variant="subtle" disabled={disabled} onClick={onClear}>
            {territoryWords.clear}
          </Button>
        )}
      </Group>
      <Group gap={6}>
        {shown.map((code) => (
          <Button
            key={code}
            size="compact-xs"
            radius="xl"
            variant="default"
            disabled={disabled}
            aria-label={formWords.remove(showTerritory(code))}
            rightSection={<IconX size={12} aria-hidden />}
            onClick={() => onRemove(code)}
          >
            {showTerritory(code)}
          </Button>
        ))}
        {hidden > 0 && (
          <Button size="compact-xs" variant="subtle" onClick={() => setShowsAll(true)}>
            {territoryWords.showMore(hidden)}
          </Button>
        )}
      </Group>
    </>
  );
}

type Named = { code: string; name: string; folded: string };

const named: readonly Named[] = everyTerritory
  .map((code) => ({ code, name: showTerritory(code), folded: fold(showTerritory(code)) }))
  .sort((a, b) => a.name.localeCompare(b.name));

/** "Curaçao" is found by "curacao". */
function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The code itself first, then names that begin so, then names that have it inside. */
function findTerritories(typed: string, allowed: ReadonlySet<string>): readonly Named[] {
  const wanted = fold(typed.trim());
  const open = named.filter(({ code }) => allowed.has(code));
  if (!wanted) return open;
  const rank = ({ code, folded }: Named) =>
    code.toLowerCase() === wanted ? 0 : folded.startsWith(wanted) ? 1 : folded.includes(wanted) ? 2 : 3;
  return open
    .map((territory) => ({ territory, rank: rank(territory) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ territory }) => territory);
}
