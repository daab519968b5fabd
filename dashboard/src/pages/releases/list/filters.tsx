import { Button, Checkbox, Group, Popover, Select, Stack } from "@mantine/core";
import { releaseStatuses } from "@segue/sdk";
import { IconArrowsSort, IconColumns3 } from "@tabler/icons-react";
import { SearchInput } from "../../../forms/search-input.tsx";
import { showWord } from "../../../values/format.ts";
import { columnNames, titleOfColumn, usualColumns } from "./columns.tsx";
import classes from "./filters.module.css";
import { orders, type ShownList } from "./views.ts";
import { releaseListWords } from "./words.ts";

/** Which releases. */
export function Filters({ list }: { list: ShownList }) {
  return (
    <Group mb="sm" gap="sm">
      <SearchInput placeholder={releaseListWords.search} />
      <Select
        aria-label={releaseListWords.status}
        placeholder={releaseListWords.everyStatus}
        data={releaseStatuses.map((value) => ({ value, label: showWord(value) }))}
        value={list.status ?? null}
        onChange={(value) => list.setStatus(value ?? "")}
        clearable
        w={{ base: "100%", xs: 180 }}
      />
    </Group>
  );
}

/** In which order, with which columns. */
export function Arrangement({ list }: { list: ShownList }) {
  return (
    <>
      <Select
        aria-label={releaseListWords.sort}
        variant="unstyled"
        classNames={{ input: classes.sort ?? "" }}
        leftSection={<IconArrowsSort size={16} aria-hidden />}
        data={Object.entries(orders).map(([value, label]) => ({ value, label }))}
        value={list.order}
        onChange={(value) => value && list.setOrder(value)}
        allowDeselect={false}
        w={250}
      />
      <ColumnChoice chosen={list.columns} onChoose={list.setColumns} />
    </>
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
        <Button variant="subtle" color="gray" visibleFrom="sm" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {releaseListWords.columnChoice}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={releaseListWords.columnChoice}>
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
            {releaseListWords.usualColumns}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
