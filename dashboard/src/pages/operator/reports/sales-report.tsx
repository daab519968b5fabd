// One sales report: what it sums to, what of it has no owner yet, and how it is taken back.

import { Alert, Anchor, Button, Code, Group, List, Progress, SimpleGrid, Stack, Text } from "@mantine/core";
import type { SalesReport } from "@segue/sdk";
import { IconAlertTriangle, IconDownload } from "@tabler/icons-react";
import { Money } from "../../../components/money.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { Section } from "../../../components/section.tsx";
import { Ready } from "../../../components/states.tsx";
import { Status } from "../../../components/status.tsx";
import { segue } from "../../../data/api.ts";
import { useAct, useRead } from "../../../data/data.ts";
import { saveFile } from "../../../data/save-file.ts";
import { ConfirmButton } from "../../../forms/confirm-button.tsx";
import { Link, navigate, type PageProps } from "../../../router.tsx";
import { showMonth, showNumber, showTime } from "../../../values/format.ts";
import { useOperatorStoreName } from "../stores/store-names.ts";
import { ReportMoney } from "./report-money.tsx";
import { ReportParts } from "./report-parts.tsx";
import classes from "./sales-report.module.css";
import { UnmatchedWorks } from "./unmatched-works.tsx";
import { importWords, reportsWords, reportWords, unmatchedWords } from "./words.ts";

export default function SalesReportPage({ params: { report_id = "" } }: PageProps) {
  const report = useRead(["operator.salesReports.get", report_id], () => segue.operator.salesReports.get(report_id), {
    isLive: true,
  });
  return (
    <Ready of={report} isPage>
      {(found) => (
        <>
          <Head report={found} />
          <Stack gap="md">
            {found.status === "importing" && (
              <Stack gap={4} role="status">
                <Progress value={100} animated aria-label={importWords.running} />
                <Text size="sm">{importWords.read(found.rows)}</Text>
              </Stack>
            )}
            <Notes report={found} />
            <Sums report={found} />
            <ReportMoney report={found} />
            <ReportParts report={found} />
            <Section title={unmatchedWords.title} about={unmatchedWords.about}>
              <UnmatchedWorks report={found} />
            </Section>
          </Stack>
        </>
      )}
    </Ready>
  );
}

function Head({ report }: { report: SalesReport }) {
  const { id, store_id, period, status, created_at, reverses, reversed_by, file } = report;
  const name = useOperatorStoreName()(store_id);
  const isOnItsOwn = status === "imported" && reverses === null && reversed_by === null;
  return (
    <PageHead
      title={reportWords.title(name, showMonth(period))}
      about={
        <Group gap="xs">
          <Status value={status} />
          <span>{showTime(created_at)}</span>
          <Code style={{ overflowWrap: "anywhere" }}>{id}</Code>
        </Group>
      }
      back={{ to: "/sales-reports", label: reportsWords.title }}
    >
      {status === "imported" && (
        <Button component={Link} to={`/sales-reports/${id}/rows`} variant="default">
          {reportWords.allRows}
        </Button>
      )}
      {file && <DownloadFile report={report} />}
      {isOnItsOwn && (
        <>
          <ConfirmButton
            label={reportWords.reverse.label}
            title={reportWords.reverse.question}
            action={reportWords.reverse.send}
            act={() => segue.operator.salesReports.reverse(id)}
            done={reportWords.reverse.done}
            onDone={(reversal) => navigate(`/sales-reports/${reversal.id}`)}
          >
            {reportWords.reverse.hint}
          </ConfirmButton>
          <ConfirmButton
            label={reportWords.delete.label}
            title={reportWords.delete.question}
            action={reportWords.delete.send}
            act={() => segue.operator.salesReports.delete(id)}
            done={reportWords.delete.done}
            onDone={() => navigate("/sales-reports")}
          >
            {reportWords.delete.hint}
          </ConfirmButton>
        </>
      )}
    </PageHead>
  );
}

/** As the store sent it. What was packed for the way only is unpacked by the browser. */
function DownloadFile({ report: { id, store_id, period } }: { report: SalesReport }) {
  const download = useAct(async () => {
    const answer = await segue.operator.salesReports.file(id);
    const [, name] = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition") ?? "") ?? [];
    saveFile(name ?? `${store_id}-${period}.csv`, await answer.blob());
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate(undefined)}
    >
      {reportWords.download}
    </Button>
  );
}

function Notes({ report: { warnings, reverses, reversed_by } }: { report: SalesReport }) {
  const other = reverses ?? reversed_by;
  return (
    <>
      {other && (
        <Alert color="blue">
          {reverses ? reportWords.reverses : reportWords.reversedBy}{" "}
          <Anchor component={Link} to={`/sales-reports/${other}`} inherit underline="always">
            {other}
          </Anchor>
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={reportWords.odd}>
          <List size="sm">
            {warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Alert>
      )}
    </>
  );
}

function Sums({ report: { rows, matched, unmatched, totals, unmatched_totals } }: { report: SalesReport }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
      <Sum title={reportWords.allRows} count={rows} totals={totals} />
      <Sum title={reportWords.matched} count={matched} />
      <Sum title={reportWords.unmatched} count={unmatched} totals={unmatched_totals} />
    </SimpleGrid>
  );
}

function Sum({ title, count, totals = [] }: { title: string; count: number; totals?: SalesReport["totals"] }) {
  return (
    <div className={classes.sum}>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Text fz={20} fw={600}>
        {showNumber(count)}
      </Text>
      {totals.map(({ currency, amount }) => (
        <Text key={currency} size="sm">
          <Money amount={amount} currency={currency} />
        </Text>
      ))}
    </div>
  );
}
