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
import { showBytes, showMonth } from "../../../values/format.ts";
import { FormatChoice } from "./imports/format-choice.tsx";
import { HandFields } from "./imports/hand-fields.tsx";
import { IssueTable } from "./imports/issue-table.tsx";
import { BY_HAND, type Reading, useReading } from "./imports/reading.ts";
import { SampleTable } from "./imports/sample-table.tsx";
import { SaveFormat } from "./imports/save-format.tsx";
import { Trial } from "./imports/trial.tsx";
import { readingWords } from "./imports/words.ts";
import classes from "./sales-report-import.module.css";
import { importWords } from "./words.ts";

// After the last byte millions of rows are summed and matched.
const ANSWER_WITHIN_MS = 3_600_000;

type Fields = { store_id: string; period: string; amount: string; currency: string; is_of_file: boolean };
type Sent = Fields & { file: File; format_id: string | undefined };

function contentTypeOf({ name }: File): string {
  if (/\.zip$/i.test(name)) return "application/zip";
  return /\.(tsv|txt)(\.gz)?$/i.test(name) ? "text/tab-separated-values" : "text/csv";
}

function importReport({ file, store_id, period, is_of_file, format_id, ...fields }: Sent) {
  const [amount, currency] = [fields.amount.trim() || undefined, fields.currency.trim() || undefined];
  const amount_is = amount && is_of_file ? ("file" as const) : undefined;
  const query = { store_id, period, amount, amount_is, currency, format_id };
  const contentType = contentTypeOf(file);
  return segue.operator.salesReports.create(file, query, { contentType, timeoutMs: ANSWER_WITHIN_MS });
}

type ReportImportProps = { stores: readonly OperatorStore[]; months: readonly string[] };

export function ReportImport({ stores, months }: ReportImportProps) {
  const [file, setFile] = useState<File | null>(null);
  const form = useForm<Fields>({
    initialValues: { store_id: "", period: months[1] ?? "", amount: "", currency: "", is_of_file: false },
  });
  const importing = useAct(importReport, {
    done: ({ rows, unmatched }) => importWords.done(rows, unmatched),
    isQuiet: true,
    onDone: ({ id }) => navigate(`/sales-reports/${id}`),
  });
  const { store_id, period, currency } = form.values;
  const { reading, error } = useReading(file, store_id);
  const isByHand = reading?.choice === BY_HAND;
  useLeaveWarning(importing.isPending);
  const choose = (chosen: File | null) => {
    importing.reset();
    setFile(chosen);
  };
  const submit = form.onSubmit((fields) => {
    if (!fields.store_id) form.setFieldError("store_id", importWords.missingStore);
    else if (file && !isByHand) importing.mutate({ ...fields, file, format_id: reading?.choice || undefined });
  });
  return (
    <Card withBorder component="section" aria-label={importWords.title}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Title order={2} size="h4">
            {importWords.title}
          </Title>
          {importing.error && <ImportError error={importing.error} />}
          <DropZone file={file} choose={choose} isBusy={importing.isPending} />
          {file && <ImportFields form={form} stores={stores} months={months} reading={reading} />}
          {error && (
            <Alert color="red" role="alert" title={readingWords.unreadable}>
              {textOf(error)}
            </Alert>
          )}
          {reading && !importing.isPending && (
            <>
              {isByHand && <HandFields reading={reading} />}
              <SampleTable reading={reading} />
              <Trial
                reading={reading}
                asked={{ store_id: store_id || undefined, period, currency: currency.trim() || undefined }}
                stores={stores}
              />
              {isByHand && <SaveFormat reading={reading} />}
            </>
          )}
          {importing.isPending ? (
            <ImportProgress {...form.getValues()} />
          ) : (
            file && (
              <Group gap="xs">
                <Button type="submit" disabled={isByHand}>
                  {file.name.length > 30 ? importWords.sendFile : importWords.send(file.name)}
                </Button>
                <Button variant="default" onClick={() => choose(null)}>
                  {importWords.notThisFile}
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
        {file ? `${file.name}, ${showBytes(file.size)}` : importWords.drop}
      </Text>
      <FileButton onChange={choose} inputProps={{ "aria-label": importWords.file }} disabled={isBusy}>
        {(props) => (
          <Button variant="default" size="xs" {...props}>
            {file ? importWords.chooseAnother : importWords.choose}
          </Button>
        )}
      </FileButton>
    </div>
  );
}

type ImportFieldsProps = ReportImportProps & {
  form: ReturnType<typeof useForm<Fields>>;
  reading: Reading | undefined;
};

function ImportFields({ form, stores, months, reading }: ImportFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Group align="flex-start" gap="sm">
        <NativeSelect
          label={importWords.store}
          required
          data={[
            { value: "", label: importWords.chooseStore },
            ...stores.map(({ store_id, name }) => ({ value: store_id, label: name })),
          ]}
          {...form.getInputProps("store_id")}
        />
        <NativeSelect
          label={importWords.month}
          data={months.map((value) => ({ value, label: showMonth(value) }))}
          {...form.getInputProps("period")}
        />
        {reading && <FormatChoice reading={reading} />}
      </Group>
      <Button
        variant="subtle"
        size="compact-sm"
        w="fit-content"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {importWords.paid}
      </Button>
      <Collapse expanded={isOpen}>
        <Group align="flex-start" gap="sm">
          <TextInput label={importWords.amount} placeholder="1284.53" {...form.getInputProps("amount")} />
          <TextInput
            label={importWords.currency}
            placeholder={importWords.currencyPlaceholder}
            maxLength={3}
            {...form.getInputProps("currency")}
          />
        </Group>
        <Checkbox mt="xs" label={importWords.isOfFile} {...form.getInputProps("is_of_file", { type: "checkbox" })} />
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
      <Progress value={100} animated aria-label={importWords.running} />
      <Text size="sm">
        {report ? importWords.read(report.rows) : importWords.sending} {importWords.keepOpen}
      </Text>
    </Stack>
  );
}

/** A refused report: what is wrong, line by line. */
function ImportError({ error }: { error: Error }) {
  const message = useFirstError<HTMLDivElement>(error);
  if (!(error instanceof SegueError) || error.details.length === 0)
    return (
      <Alert ref={message} tabIndex={-1} color="red" role="alert" title={importWords.refused}>
        {textOf(error)}
      </Alert>
    );
  return (
    <Alert ref={message} tabIndex={-1} color="red" role="alert" title={importWords.refused}>
      <Text size="sm">
        {error.message} {importWords.correct(error.request_id)}
      </Text>
      <IssueTable issues={error.details} />
    </Alert>
  );
}
