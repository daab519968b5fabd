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
import classes from "./sales-report.module.css";
import { UnmatchedWorks } from "./unmatched-works.tsx";

export default function SalesReportPage({ params: { report_id = "" } }: PageProps) {
  const report = useRead(["operator.salesReports.get", report_id], () => segue.operator.salesReports.get(report_id), {
    isLive: true,
  });
  return (
    <Ready of={report}>
      {(found) => (
        <>
          <Head report={found} />
          <Stack gap="md">
            {found.status === "importing" && (
              <Stack gap={4} role="status">
                <Progress value={100} animated aria-label="The report is being imported" />
                <Text size="sm">{showNumber(found.rows)} rows are read so far.</Text>
              </Stack>
            )}
            <Notes report={found} />
            <Sums report={found} />
            <Section
              title="Unmatched works"
              about="The most money first. Choose works that belong to one track or release."
            >
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
      title={`${name}, ${showMonth(period)}`}
      about={
        <Group gap="xs">
          <Status value={status} />
          <span>{showTime(created_at)}</span>
          <Code style={{ overflowWrap: "anywhere" }}>{id}</Code>
        </Group>
      }
      back={{ to: "/sales-reports", label: "Sales reports" }}
    >
      {status === "imported" && (
        <Button component={Link} to={`/sales-reports/${id}/rows`} variant="default">
          All rows
        </Button>
      )}
      {file && <DownloadFile report={report} />}
      {isOnItsOwn && (
        <>
          <ConfirmButton
            label="Reverse"
            title="Take this report back?"
            action="Reverse the report"
            act={() => segue.operator.salesReports.reverse(id)}
            done="The report is taken back: see its reversal."
            onDone={(reversal) => navigate(`/sales-reports/${reversal.id}`)}
          >
            For a report whose rows are on statements. A new report with its matched rows negated is made, which the
            next close takes. Its unmatched rows are dropped. This cannot be undone, but the same file may be imported
            again.
          </ConfirmButton>
          <ConfirmButton
            label="Delete"
            title="Delete this report?"
            action="Delete the report"
            act={() => segue.operator.salesReports.delete(id)}
            done="The report is deleted."
            onDone={() => navigate("/sales-reports")}
          >
            Its rows are removed as if it had never been imported. This is refused if one of them is on a statement:
            then reverse the report instead.
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
      Download file
    </Button>
  );
}

function Notes({ report: { warnings, reverses, reversed_by } }: { report: SalesReport }) {
  const other = reverses ?? reversed_by;
  return (
    <>
      {other && (
        <Alert color="blue">
          {reverses ? "This report takes another back: " : "This report was taken back by another: "}
          <Anchor component={Link} to={`/sales-reports/${other}`} inherit underline="always">
            {other}
          </Anchor>
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="This is odd, and may be right">
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
      <Sum title="All rows" count={rows} totals={totals} />
      <Sum title="Matched" count={matched} />
      <Sum title="Unmatched" count={unmatched} totals={unmatched_totals} />
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
