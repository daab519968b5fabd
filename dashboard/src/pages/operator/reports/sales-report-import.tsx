// The import of a report: drop the file, say whose it is, and watch its rows being read.

import {
  Alert,
  Button,
  Card,
  Checkbox,
  Collapse,
  FileButton,
  Group,
  NativeSelect,
  Progress,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { type OperatorStore, SegueError } from "@segue/sdk";
import { IconFileUpload } from "@tabler/icons-react";
import { type DragEvent, useEffect, useState } from "react";
import { segue } from "../../../data/api.ts";
import { textOf, useAct, useRead } from "../../../data/data.ts";
import { useFirstError } from "../../../forms/first-error.ts";
import { navigate } from "../../../router.tsx";
import { showBytes, showMonth, showNumber } from "../../../values/format.ts";
import classes from "./sales-report-import.module.css";

// After the last byte millions of rows are summed and matched.
const ANSWER_WITHIN_MS = 3_600_000;

type Fields = { store_id: string; period: string; amount: string; currency: string; is_of_file: boolean };
type Sent = Fields & { file: File };

function importReport({ file, store_id, period, is_of_file, ...fields }: Sent) {
  const isTabs = /\.(tsv|txt)(\.gz)?$/i.test(file.name);
  const [amount, currency] = [fields.amount.trim() || undefined, fields.currency.trim() || undefined];
  const amount_is = amount && is_of_file ? ("file" as const) : undefined;
  const query = { store_id, period, amount, amount_is, currency };
  const contentType = isTabs ? "text/tab-separated-values" : "text/csv";
  return segue.operator.salesReports.create(file, query, { contentType, timeoutMs: ANSWER_WITHIN_MS });
}

type ReportImportProps = { stores: readonly OperatorStore[]; months: readonly string[] };

export function ReportImport({ stores, months }: ReportImportProps) {
  const [file, setFile] = useState<File | null>(null);
  const form = useForm<Fields>({
    initialValues: { store_id: "", period: months[1] ?? "", amount: "", currency: "", is_of_file: false },
  });
  const importing = useAct(importReport, {
    done: ({ rows, unmatched }) => `${showNumber(rows)} rows are imported, ${showNumber(unmatched)} of them unmatched.`,
    isQuiet: true,
    onDone: ({ id }) => navigate(`/sales-reports/${id}`),
  });
  useLeaveWarning(importing.isPending);
  const choose = (chosen: File | null) => {
    importing.reset();
    setFile(chosen);
  };
  const submit = form.onSubmit((fields) => {
    if (!fields.store_id) form.setFieldError("store_id", "Choose the store that reports");
    else if (file) importing.mutate({ ...fields, file });
  });
  return (
    <Card withBorder component="section" aria-label="Import a report">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Title order={2} size="h4">
            Import a report
          </Title>
          {importing.error && <ImportError error={importing.error} />}
          <DropZone file={file} choose={choose} isBusy={importing.isPending} />
          {file && <ImportFields form={form} stores={stores} months={months} />}
          {importing.isPending ? (
            <ImportProgress {...form.getValues()} />
          ) : (
            file && (
              <Group gap="xs">
                <Button type="submit">Import {file.name.length > 30 ? "the file" : file.name}</Button>
                <Button variant="default" onClick={() => choose(null)}>
                  Not this file
                </Button>
              </Group>
            )
          )}
        </Stack>
      </form>
    </Card>
  );
}

/** Leaving the site would cut the file off, and nothing of it would be imported. */
function useLeaveWarning(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isBusy]);
}

type DropZoneProps = { file: File | null; choose: (file: File | null) => void; isBusy: boolean };

function DropZone({ file, choose, isBusy }: DropZoneProps) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped && !isBusy) choose(dropped);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a target for the mouse; the button in it does the same.
    <div
      className={classes.zone}
      data-over={isOver || undefined}
      onDrop={drop}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
    >
      <IconFileUpload size={28} aria-hidden />
      <Text size="sm" ta="center" style={{ overflowWrap: "anywhere" }} aria-live="polite">
        {file ? `${file.name}, ${showBytes(file.size)}` : "Drop a CSV or DSR file here, plain or packed by gzip"}
      </Text>
      <FileButton onChange={choose} inputProps={{ "aria-label": "Report file" }} disabled={isBusy}>
        {(props) => (
          <Button variant="default" size="xs" {...props}>
            {file ? "Choose another file" : "Choose a file"}
          </Button>
        )}
      </FileButton>
    </div>
  );
}

type ImportFieldsProps = ReportImportProps & { form: ReturnType<typeof useForm<Fields>> };

function ImportFields({ form, stores, months }: ImportFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Group align="flex-start" gap="sm">
        <NativeSelect
          label="Store"
          required
          data={[
            { value: "", label: "Choose a store" },
            ...stores.map(({ store_id, name }) => ({ value: store_id, label: name })),
          ]}
          {...form.getInputProps("store_id")}
        />
        <NativeSelect
          label="Accounted in"
          data={months.map((value) => ({ value, label: showMonth(value) }))}
          {...form.getInputProps("period")}
        />
      </Group>
      <Button
        variant="subtle"
        size="compact-sm"
        w="fit-content"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        What the store paid (a DSR usage report needs it)
      </Button>
      <Collapse expanded={isOpen}>
        <Group align="flex-start" gap="sm">
          <TextInput label="Amount" placeholder="1284.53" {...form.getInputProps("amount")} />
          <TextInput label="Currency" placeholder="EUR" maxLength={3} {...form.getInputProps("currency")} />
        </Group>
        <Checkbox
          mt="xs"
          label="The report has several files, and this is the amount of this one"
          {...form.getInputProps("is_of_file", { type: "checkbox" })}
        />
      </Collapse>
    </>
  );
}

/** The service lists a report while it is read, with its rows so far. */
function ImportProgress({ store_id, period }: Fields) {
  const { data } = useRead(
    ["operator.salesReports.importing", store_id, period],
    () => segue.operator.salesReports.list({ store_id, period, limit: 20 }),
    { isLive: true },
  );
  const report = data?.data.find(({ status }) => status === "importing");
  return (
    <Stack gap={4} role="status">
      <Progress value={100} animated aria-label="The report is being imported" />
      <Text size="sm">
        {report ? `${showNumber(report.rows)} rows are read so far.` : "The file is being sent."} Keep this page open.
      </Text>
    </Stack>
  );
}

/** A refused report: what is wrong, line by line. */
function ImportError({ error }: { error: Error }) {
  const message = useFirstError<HTMLDivElement>(error);
  if (!(error instanceof SegueError) || error.details.length === 0)
    return (
      <Alert ref={message} tabIndex={-1} color="red" role="alert" title="Nothing was imported">
        {textOf(error)}
      </Alert>
    );
  return (
    <Alert ref={message} tabIndex={-1} color="red" role="alert" title="Nothing was imported">
      <Text size="sm">
        {error.message} Correct the file and import it again. Request {error.request_id}
      </Text>
      <Table.ScrollContainer minWidth={280} maxHeight={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table captionSide="top">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Where</Table.Th>
              <Table.Th>What is wrong</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {error.details.map(({ field, issue }) => (
              <Table.Tr key={`${field} ${issue}`}>
                <Table.Td>{field}</Table.Td>
                <Table.Td>{issue}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Alert>
  );
}
