// The first rows of a file as a table, with a choice above each column where columns are assigned by hand.

import { NativeSelect, Table, Text } from "@mantine/core";
import { Section } from "../../../../components/section.tsx";
import { assign, headingOf, type Target, targets } from "./assigned-columns.ts";
import { BY_HAND, type Reading } from "./reading.ts";
import { rowsOf } from "./sample.ts";
import classes from "./sample-table.module.css";
import { sampleWords } from "./words.ts";

const SHOWN_ROWS = 8;

export function SampleTable({ reading }: { reading: Reading }) {
  const { sample, choice, assigned } = reading;
  if (sample.is_zip)
    return (
      <Text size="sm" c="dimmed">
        {sampleWords.zip}
      </Text>
    );
  const rows = rowsOf(sample.text, assigned.separator);
  const heading = headingOf(rows, assigned.header);
  const shown = rows.filter(({ line }) => line >= assigned.header).slice(0, SHOWN_ROWS + 1);
  const width = shown.reduce((most, { cells }) => Math.max(most, cells.length), heading.length);
  const places = Array.from({ length: width }, (_, place) => place);
  return (
    <Section title={sampleWords.title}>
      <Table.ScrollContainer minWidth={280} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table className={classes.table}>
          <Table.Caption hidden>{sampleWords.title}</Table.Caption>
          <Table.Thead>
            {choice === BY_HAND && (
              <Table.Tr>
                <Table.Td />
                {places.map((place) => (
                  <Table.Td key={place}>
                    <ColumnChoice reading={reading} place={place} name={heading[place]?.trim() ?? ""} />
                  </Table.Td>
                ))}
              </Table.Tr>
            )}
            <Table.Tr>
              <Table.Th>{sampleWords.line}</Table.Th>
              {places.map((place) => (
                <Table.Th key={place} title={heading[place]}>
                  {heading[place]}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown
              .filter(({ line }) => line > assigned.header)
              .map(({ line, cells }) => (
                <Table.Tr key={line}>
                  <Table.Td className={classes.line}>{line}</Table.Td>
                  {places.map((place) => (
                    <Table.Td key={place} title={cells[place]}>
                      {cells[place]}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

type ColumnChoiceProps = { reading: Reading; place: number; name: string };

function ColumnChoice({ reading: { assigned, setAssigned }, place, name }: ColumnChoiceProps) {
  const columns = Array.from(
    { length: Math.max(assigned.columns.length, place + 1) },
    (_, index) => assigned.columns[index],
  );
  const change = (value: string) =>
    setAssigned({ ...assigned, columns: assign(columns, place, value ? (value as Target) : undefined) });
  return (
    <NativeSelect
      size="xs"
      className={classes.choice ?? ""}
      aria-label={sampleWords.column(place + 1, name)}
      data={[
        { value: "", label: sampleWords.notRead },
        ...targets.map((value) => ({ value, label: sampleWords.targets[value] })),
      ]}
      value={assigned.columns[place] ?? ""}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
