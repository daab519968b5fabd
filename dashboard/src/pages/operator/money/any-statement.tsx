// One statement, for the operator: what the partner sees, and from each line to the rows that stores reported.

import { Anchor, Text, Title } from "@mantine/core";
import type { LineItem, OperatorStatement } from "@segue/sdk";
import { PageHead } from "../../../components/page-head.tsx";
import { Ready } from "../../../components/states.tsx";
import { segue } from "../../../data/api.ts";
import { useList, useRead } from "../../../data/data.ts";
import { Link, type PageProps } from "../../../router.tsx";
import { showMonth, showTime } from "../../../values/format.ts";
import { LineItemsTable } from "../../money/line-items-table.tsx";
import { StatementAmounts } from "../../money/statement-amounts.tsx";
import { useOrganizationName } from "../organizations/organization-names.ts";
import { useOperatorStoreName } from "../stores/store-names.ts";
import { allStatementsWords, anyStatementWords } from "./words.ts";

export default function OperatorStatementPage({ params: { statement_id = "" } }: PageProps) {
  const { get, lineItems } = segue.operator.statements;
  const statement = useRead(["operator.statements.get", statement_id], () => get(statement_id));
  const items = useList(["operator.statements.lineItems", statement_id], (page) => lineItems(statement_id, page));
  const storeName = useOperatorStoreName();
  return (
    <Ready of={statement} isPage>
      {(found) => (
        <>
          <Head statement={found} />
          <StatementAmounts statement={found} net={anyStatementWords.net} />
          <Title order={2} size="h3" mt="lg">
            {anyStatementWords.lineItems}
          </Title>
          <Text size="sm" c="dimmed" mb="sm">
            {anyStatementWords.lineItemsHint}
          </Text>
          <LineItemsTable items={items} storeName={storeName} linkOf={(item) => rowsOf(statement_id, item)} />
        </>
      )}
    </Ready>
  );
}

/** By track, not by ISRC: a track also earns by sales of its whole release. A line that was made in the sandbox has no report. */
function rowsOf(statement_id: string, { track_id, report_ids: [first, ...others] }: LineItem): string {
  if (first === undefined) return `/statements/${statement_id}`;
  const query = new URLSearchParams({ statement_id, track_id });
  if (others.length > 0) query.set("others", others.join());
  return `/sales-reports/${first}/rows?${query.toString()}`;
}

function Head({ statement }: { statement: OperatorStatement }) {
  const { id, organization_id, period_start, currency, line_item_count, created_at } = statement;
  const nameOf = useOrganizationName();
  return (
    <PageHead
      title={anyStatementWords.title(showMonth(period_start.slice(0, 7)), currency)}
      about={
        <>
          <Anchor component={Link} to={`/organizations/${organization_id}`} inherit underline="always">
            {nameOf(organization_id)}
          </Anchor>
          {` · ${anyStatementWords.issued(showTime(created_at))}`}
          <br />
          {id} · {anyStatementWords.lines(line_item_count)}
        </>
      }
      back={{ to: "/statements", label: allStatementsWords.title }}
    />
  );
}
