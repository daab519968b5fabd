// One statement: a document that an accountant files, on the screen, as CSV and on paper.

import { Button } from "@mantine/core";
import type { Statement } from "@segue/sdk";
import { IconDownload, IconPrinter } from "@tabler/icons-react";
import { PageHead } from "../../components/page-head.tsx";
import { Ready } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useAct, useList, useRead } from "../../data/data.ts";
import { saveFile } from "../../data/save-file.ts";
import { useSession } from "../../data/session.ts";
import { useStoreName } from "../../data/stores.ts";
import type { PageProps } from "../../router.tsx";
import { showDate, showMonth, showTime } from "../../values/format.ts";
import { LineItemsTable } from "./line-items-table.tsx";
import classes from "./statement.module.css";
import { StatementAmounts } from "./statement-amounts.tsx";
import { StatementDocument } from "./statement-document.tsx";
import { type Line, parseLines } from "./statement-lines.ts";
import { StatementPayees } from "./statement-payees.tsx";
import { statementsWords, statementWords } from "./words.ts";

/** A longer statement is read page by page as one scrolls, without sums: its CSV is the document. */
const MOST_LINES = 5_000;

const words = statementWords.letter;

export default function StatementPage({ params: { statement_id = "" } }: PageProps) {
  const statement = useRead(["statements.get", statement_id], () => segue.statements.get(statement_id));
  return (
    <Ready of={statement} isPage>
      {(found) => (
        <>
          <Head statement={found} />
          <Letter statement={found} />
          <StatementAmounts statement={found} net={statementWords.amounts.net} />
          <StatementPayees statement_id={found.id} />
          {found.line_item_count > MOST_LINES ? (
            <PagedLines statement_id={found.id} />
          ) : (
            <Document key={found.id} statement={found} />
          )}
        </>
      )}
    </Ready>
  );
}

function Head({ statement: { id, period_start, currency } }: { statement: Statement }) {
  const month = period_start.slice(0, 7);
  const download = useAct(async () => {
    const answer = await segue.statements.lineItemsCsv(id);
    saveFile(`statement-${month}-${currency}-${id}.csv`, await answer.blob());
  });
  return (
    <PageHead
      title={statementWords.title(showMonth(month), currency)}
      back={{ to: "/earnings?view=statements", label: statementsWords.label }}
    >
      <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
        {statementWords.print}
      </Button>
      <Button
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate(undefined)}
      >
        {statementWords.download}
      </Button>
    </PageHead>
  );
}

/** Until an operator has a name, the address under which the service is reached stands for it. */
function Letter({ statement }: { statement: Statement }) {
  const { id, period_start, period_end, created_at } = statement;
  const state = useSession();
  const facts = [
    [words.issuer, state?.operator_name ?? location.host],
    [words.addressee, state?.session?.name],
    [words.number, <code key="number">{id}</code>],
    [words.period, words.span(showDate(period_start), showDate(period_end))],
    [words.issued, showTime(created_at)],
  ] as const;
  return (
    <dl className={classes.letter}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** All of them in one request. */
async function readLines(statement_id: string): Promise<Line[]> {
  const answer = await segue.statements.lineItemsCsv(statement_id);
  return parseLines(await answer.text());
}

function Document({ statement }: { statement: Statement }) {
  const lines = useRead(["statements.lines", statement.id], () => readLines(statement.id), { isSteady: true });
  const storeName = useStoreName(lines.data?.map(({ store_id }) => store_id));
  return (
    <Ready of={lines}>{(all) => <StatementDocument statement={statement} lines={all} storeName={storeName} />}</Ready>
  );
}

function PagedLines({ statement_id }: { statement_id: string }) {
  const items = useList(["statements.lineItems", statement_id], (page) =>
    segue.statements.lineItems(statement_id, page),
  );
  const storeName = useStoreName(items.rows?.map(({ store_id }) => store_id));
  return (
    <div className={classes.parts}>
      <LineItemsTable items={items} storeName={storeName} />
    </div>
  );
}
