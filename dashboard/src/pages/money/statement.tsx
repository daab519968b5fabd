// One statement: from gross to net, and every line behind it. It can be saved as CSV, and printed.

import { Button, Title } from "@mantine/core";
import type { LineItem, Statement } from "@segue/sdk";
import { IconDownload, IconPrinter } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { PageHead } from "../../components/page-head.tsx";
import { Ready } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { type ListOf, useAct, useList, useRead } from "../../data/data.ts";
import { saveFile } from "../../data/save-file.ts";
import { useSession } from "../../data/session.ts";
import { useStoreName } from "../../data/stores.ts";
import type { PageProps } from "../../router.tsx";
import { showDate, showMonth, showNumber, showTime } from "../../values/format.ts";
import { LineItemsTable } from "./line-items-table.tsx";
import { StatementAmounts } from "./statement-amounts.tsx";

// More would be hundreds of sheets. The CSV has all of them.
const MOST_PRINTED = 2_000;

export default function StatementPage({ params: { statement_id = "" } }: PageProps) {
  const statement = useRead(["statements.get", statement_id], () => segue.statements.get(statement_id));
  const items = useList(["statements.lineItems", statement_id], (page) =>
    segue.statements.lineItems(statement_id, page),
  );
  const storeName = useStoreName();
  return (
    <Ready of={statement}>
      {(found) => (
        <>
          <Head statement={found} items={items} />
          <StatementAmounts statement={found} net="Net, on your balance" />
          <Title order={2} size="h3" mt="lg" mb="sm">
            Line items
          </Title>
          <LineItemsTable items={items} storeName={storeName} />
        </>
      )}
    </Ready>
  );
}

function Head({ statement, items }: { statement: Statement; items: ListOf<LineItem> }) {
  const { id, period_start, period_end, currency, line_item_count, created_at } = statement;
  const holder = useSession()?.session?.name;
  const month = period_start.slice(0, 7);
  const download = useAct(async () => {
    const answer = await segue.statements.lineItemsCsv(id);
    saveFile(`statement-${month}-${currency}-${id}.csv`, await answer.blob());
  });
  return (
    <PageHead
      title={`Statement of ${showMonth(month)}, ${currency}`}
      about={
        <>
          {holder && `${holder} · `}
          {showDate(period_start)} to {showDate(period_end)} · written {showTime(created_at)}
          <br />
          {id} · {showNumber(line_item_count)} line items
        </>
      }
      back={{ to: "/earnings?view=statements", label: "Statements" }}
    >
      <PrintButton items={items} count={line_item_count} />
      <Button
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate(undefined)}
      >
        Download CSV
      </Button>
    </PageHead>
  );
}

/** Loads the line items that are not there yet, then prints. */
function PrintButton({ items, count }: { items: ListOf<LineItem>; count: number }) {
  const [isWanted, setWanted] = useState(false);
  const { rows, error, hasMore, isLoadingMore, loadMore } = items;
  const isComplete = rows !== undefined && (!hasMore || rows.length >= MOST_PRINTED);
  useEffect(() => {
    if (!isWanted) return;
    if (error) return setWanted(false);
    if (isComplete) {
      setWanted(false);
      window.print();
    } else if (!isLoadingMore) loadMore();
  }, [isWanted, error, isComplete, isLoadingMore, loadMore]);
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={16} aria-hidden />}
      loading={isWanted}
      onClick={() => setWanted(true)}
    >
      {count > MOST_PRINTED ? `Print the first ${showNumber(MOST_PRINTED)}` : "Print"}
    </Button>
  );
}
