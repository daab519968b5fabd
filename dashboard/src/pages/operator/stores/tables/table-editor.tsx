// One table of a store: rows to change in place, or whole as a CSV file, out and in. Nothing is kept until it is saved.

import { Button, FileButton, Group, Stack, Table, Text, TextInput } from "@mantine/core";
import type { OperatorStore } from "@segue/sdk";
import { useState } from "react";
import { segue } from "../../../../data/api.ts";
import { useAct } from "../../../../data/data.ts";
import { csvOf, saveFile } from "../../../../data/save-file.ts";
import { AddRow, RemoveRow } from "../../../../forms/form-rows.tsx";
import { Refused } from "../../../../forms/refused.tsx";
import classes from "./table-editor.module.css";
import { filledRows, type Row, type TableName, tables } from "./table-rows.ts";
import { tableWords } from "./words.ts";

/** A table may have a thousand rows, and each is several fields. */
const FIRST = 50;

type TableEditorProps = { store: OperatorStore; name: TableName };

export function TableEditor({ store, name }: TableEditorProps) {
  const { columns, rowsOf, changesOf } = tables[name];
  const saved = rowsOf(store);
  const [rows, setRows] = useState<readonly Row[]>(saved);
  const [note, setNote] = useState<string>();
  const [unreadable, setUnreadable] = useState<string>();
  const save = useAct(() => segue.operator.stores.update(store.store_id, changesOf(filledRows(rows))), {
    isQuiet: true,
    done: tableWords.saved(tableWords[name].title),
  });
  const change = (next: readonly Row[]) => {
    save.reset();
    setNote(undefined);
    setUnreadable(undefined);
    setRows(next);
  };
  const read = async (file: File | null) => {
    if (!file) return;
    try {
      const found = rowsOf(tables[name].read(await file.text()));
      change(found);
      setNote(tableWords.read(found.length));
    } catch (error) {
      setNote(undefined);
      setUnreadable((error as Error).message);
    }
  };
  const isChanged = JSON.stringify(filledRows(rows)) !== JSON.stringify(filledRows(saved));
  return (
    <Stack gap="sm">
      <Rows name={name} rows={rows} onChange={change} />
      <Refused error={save.error} />
      <Group gap="xs">
        <AddRow what={tableWords[name].add} onClick={() => change([...rows, columns.map(() => "")])} />
        <FileButton
          accept=".csv,text/csv"
          onChange={(file) => void read(file)}
          inputProps={{ "aria-label": tableWords.readFile(tableWords[name].title) }}
        >
          {(props) => (
            <Button {...props} variant="default" size="xs">
              {tableWords.in}
            </Button>
          )}
        </FileButton>
        <Button
          variant="default"
          size="xs"
          onClick={() => saveFile(`${store.store_id}-${name}.csv`, csvOf([columns, ...filledRows(rows)]))}
        >
          {tableWords.out}
        </Button>
        <Button
          size="xs"
          disabled={!isChanged}
          loading={save.isPending}
          aria-label={tableWords.saveOf(tableWords[name].title)}
          onClick={() => save.mutate(undefined)}
        >
          {tableWords.save}
        </Button>
        <Text size="sm" c={unreadable ? "red" : "dimmed"} role="status">
          {unreadable ?? note ?? tableWords.columns(columns)}
        </Text>
      </Group>
    </Stack>
  );
}

type RowsProps = { name: TableName; rows: readonly Row[]; onChange: (rows: readonly Row[]) => void };

function Rows({ name, rows, onChange }: RowsProps) {
  const [shown, setShown] = useState(FIRST);
  const { columns } = tables[name];
  const heads: Readonly<Record<string, string>> = tableWords[name].columns;
  const changeCell = (at: number, column: number, text: string) =>
    onChange(rows.map((row, index) => (index === at ? row.with(column, text) : row)));
  if (rows.length === 0) return <Text size="sm">{tableWords[name].none}</Text>;
  // A new row is the last one: it is always in sight.
  const listed = rows
    .map((row, index) => ({ row, index }))
    .filter(({ index }) => index < shown || index === rows.length - 1);
  return (
    <>
      <Table aria-label={tableWords[name].title} className={classes.rows}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column}>{heads[column]}</Table.Th>
            ))}
            <Table.Th w={52} aria-label={tableWords.remove} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {listed.map(({ row, index }) => (
            <Table.Tr key={index} className={classes.row}>
              {columns.map((column, place) => (
                <Table.Td key={column} p={4}>
                  <span className={classes.name} aria-hidden>
                    {heads[column]}
                  </span>
                  <TextInput
                    aria-label={tableWords.cell(heads[column] ?? column, index + 1)}
                    value={row[place] ?? ""}
                    onChange={(event) => changeCell(index, place, event.currentTarget.value)}
                    maxLength={200}
                  />
                </Table.Td>
              ))}
              <Table.Td p={4}>
                <RemoveRow
                  what={row[0] || tableWords.row(index + 1)}
                  onClick={() => onChange(rows.toSpliced(index, 1))}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {rows.length > shown && (
        <Button variant="subtle" size="xs" onClick={() => setShown(shown + FIRST)}>
          {tableWords.more(rows.length)}
        </Button>
      )}
    </>
  );
}
