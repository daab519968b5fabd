// A trial of a file before it is imported: the service reads its beginning and keeps nothing.

import { Alert, Button, Group, Stack, Table, Text } from "@mantine/core";
import type { OperatorStore, TriedReport, TriedRow } from "@segue/sdk";
import { Money } from "../../../../components/money.tsx";
import { Section } from "../../../../components/section.tsx";
import { segue } from "../../../../data/api.ts";
import { useAct } from "../../../../data/data.ts";
import { useMayOperate } from "../../../../data/session.ts";
import { Refused } from "../../../../forms/refused.tsx";
import { showMonth, showNumber, showTerritory } from "../../../../values/format.ts";
import { draftOf, headingOf } from "./assigned-columns.ts";
import { lacksOf } from "./hand-fields.tsx";
import { IssueTable } from "./issue-table.tsx";
import { BY_HAND, type Reading } from "./reading.ts";
import { rowsOf } from "./sample.ts";
import classes from "./sample-table.module.css";
import { UnknownStores } from "./unknown-stores.tsx";
import { trialWords } from "./words.ts";

const MOST_ZIP_BYTES = 2 ** 20;

type Asked = { store_id: string | undefined; period: string; currency: string | undefined };

function tryReading({ sample, choice, assigned, format_id }: Reading, asked: Asked): Promise<TriedReport> {
  const body = sample.is_zip ? sample.file : new Blob([sample.bytes]);
  const contentType = sample.is_zip ? "application/zip" : "text/csv";
  if (choice !== BY_HAND) return segue.operator.reportFormats.try(format_id ?? "", body, asked, { contentType });
  const heading = headingOf(rowsOf(sample.text, assigned.separator), assigned.header);
  const format = draftOf(assigned, heading);
  return segue.operator.reportFormats.tryDraft({ format, sample: base64(sample.bytes), ...asked });
}

function base64(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

type TrialProps = {
  reading: Reading;
  asked: Asked;
  stores: readonly OperatorStore[];
};

export function Trial({ reading, asked, stores }: TrialProps) {
  const { sample, choice, format_id, assigned } = reading;
  const mayOperate = useMayOperate();
  // An answer to another question is not shown.
  const question = JSON.stringify([choice, format_id, assigned, asked]);
  const trying = useAct(async () => ({ question, tried: await tryReading(reading, asked) }), { isQuiet: true });
  if (!mayOperate("POST", "tryReportFormat")) return null;
  if (sample.is_zip && sample.file.size > MOST_ZIP_BYTES)
    return (
      <Text size="sm" c="dimmed">
        {trialWords.tooLarge(MOST_ZIP_BYTES)}
      </Text>
    );
  const isAskable = choice === BY_HAND ? lacksOf(assigned).length === 0 : format_id !== undefined;
  if (!isAskable) return null;
  const start = () => trying.mutate(undefined);
  return (
    <Stack gap="sm">
      <Refused error={trying.error} />
      <Group gap="sm">
        <Button variant="default" loading={trying.isPending} onClick={start}>
          {trialWords.send}
        </Button>
        <Text size="sm" c="dimmed">
          {trialWords.hint}
        </Text>
      </Group>
      {trying.data?.question === question && (
        <Tried tried={trying.data.tried} isWhole={sample.is_whole} stores={stores} onNamed={start} />
      )}
    </Stack>
  );
}

type TriedProps = { tried: TriedReport; isWhole: boolean; stores: readonly OperatorStore[]; onNamed: () => void };

function Tried({ tried: { rows, issues, unknown_stores, totals }, isWhole, stores, onNamed }: TriedProps) {
  const problems = issues.length + unknown_stores.length;
  const good = isWhole ? trialWords.good : trialWords.goodSample;
  return (
    <Stack gap="md" role="region" aria-label={trialWords.title}>
      <Alert
        color={problems === 0 ? "green" : "orange"}
        role="status"
        title={problems === 0 ? good : trialWords.bad(problems)}
      >
        {isWhole ? trialWords.total : trialWords.totalOfSample}:{" "}
        {totals.map(({ currency, amount }, place) => (
          <span key={currency}>
            {place > 0 && " + "}
            <Money amount={amount} currency={currency} />
          </span>
        ))}
        {totals.length === 0 && "–"}
      </Alert>
      {unknown_stores.length > 0 && <UnknownStores texts={unknown_stores} stores={stores} onNamed={onNamed} />}
      {issues.length > 0 && (
        <Section title={trialWords.issues}>
          <IssueTable issues={issues} />
        </Section>
      )}
      <Section title={trialWords.rows}>
        {rows.length === 0 ? <Text size="sm">{trialWords.noRows}</Text> : <TriedRows rows={rows} stores={stores} />}
      </Section>
    </Stack>
  );
}

function TriedRows({ rows, stores }: { rows: readonly TriedRow[]; stores: readonly OperatorStore[] }) {
  const nameOf = (store_id: string | null) =>
    stores.find((store) => store.store_id === store_id)?.name ?? store_id ?? "–";
  return (
    <Table.ScrollContainer minWidth={280} maxHeight={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table className={classes.table}>
        <Table.Caption hidden>{trialWords.rows}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {Object.entries(trialWords.columns).map(([id, title]) => (
              <Table.Th key={id}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line may have several rows, and the list is never changed.
            <Table.Tr key={place}>
              <Table.Td className={classes.line}>
                {row.file ? trialWords.ofFile(row.file, String(row.line)) : row.line}
              </Table.Td>
              <Table.Td>{row.isrc ?? row.upc ?? "–"}</Table.Td>
              <Table.Td>{nameOf(row.store_id)}</Table.Td>
              <Table.Td>{row.territory === "ZZ" ? row.territory : showTerritory(row.territory)}</Table.Td>
              <Table.Td>{showMonth(row.usage_period)}</Table.Td>
              <Table.Td>{showNumber(row.play_count)}</Table.Td>
              <Table.Td>
                {row.amount === null ? (
                  trialWords.atRate(row.unit_rate, row.currency)
                ) : (
                  <Money amount={row.amount} currency={row.currency} />
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
