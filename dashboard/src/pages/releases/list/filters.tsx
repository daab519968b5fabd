import { Button, Checkbox, Group, Popover, Select, Stack } from "@mantine/core";
import { releaseStatuses } from "@segue/sdk";
import { IconArrowsSort, IconColumns3 } from "@tabler/icons-react";
import { SearchInput } from "../../../forms/search-input.tsx";
import { showWord } from "../../../values/format.ts";
import { columnNames, titleOfColumn, usualColumns } from "./columns.tsx";
import { orders, type ShownList } from "./views.ts";

/** Which releases, in which order, with which columns. */
export function Filters({ list }: { list: ShownList }) {
  return (
    <Group mb="md" gap="sm">
      <SearchInput placeholder="Title, artist, UPC, ISRC or id" />
      <Select
        aria-label="Status"
        placeholder="Every status"
        data={releaseStatuses.map((value) => ({ value, label: showWord(value) }))}
        value={list.status ?? null}
        onChange={(value) => list.setStatus(value ?? "")}
        clearable
        w={{ base: "100%", xs: 150 }}
      />
      <Select
        aria-label="Sort"
        leftSection={<IconArrowsSort size={16} aria-hidden />}
        data={Object.entries(orders).map(([value, label]) => ({ value, label }))}
        value={list.order}
        onChange={(value) => value && list.setOrder(value)}
        allowDeselect={false}
        w={{ base: "100%", xs: 240 }}
      />
      <ColumnChoice chosen={list.columns} onChoose={list.setColumns} />
    </Group>
  );
}

type ColumnChoiceProps = { chosen: readonly string[]; onChoose: (names: readonly string[]) => void };

/** A phone has no room for more columns than the first two. */
function ColumnChoice({ chosen, onChoose }: ColumnChoiceProps) {
  const toggle = (name: string) =>
    onChoose(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" visibleFrom="sm" leftSection={<IconColumns3 size={16} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns">
        <Stack gap="xs">
          {columnNames.map((name) => (
            <Checkbox
              key={name}
              label={titleOfColumn(name)}
              checked={chosen.includes(name)}
              onChange={() => toggle(name)}
            />
          ))}
          <Button size="compact-sm" variant="subtle" onClick={() => onChoose(usualColumns)}>
            Show the usual columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
