// A payee statement as a document that a payee understands without help: what was played, what it earned, and what became of it.

import { Anchor, Button } from "@mantine/core";
import type { PayeeStatement } from "@segue/sdk";
import { IconDownload, IconFileTypePdf, IconPrinter } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Money } from "../../components/money.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Section } from "../../components/section.tsx";
import { Ready } from "../../components/states.tsx";
import { useAct, useRead } from "../../data/data.ts";
import { saveFile } from "../../data/save-file.ts";
import { useSession } from "../../data/session.ts";
import { Link } from "../../router.tsx";
import { showDate, showMonth, showTime } from "../../values/format.ts";
import { compareAmounts, sumAmounts } from "../../values/money.ts";
import letter from "../money/statement.module.css";
import { ContractTable } from "./contract-table.tsx";
import classes from "./document.module.css";
import { parsePayeeLines, playedIn } from "./payee-lines.ts";
import type { StatementSource } from "./statement-source.ts";
import { StatementSteps } from "./statement-steps.tsx";
import { PagedLines, TrackLines } from "./track-lines.tsx";
import { payeeStatementWords } from "./words.ts";

/** A longer statement is read page by page as one scrolls, without sums: its CSV has all of it. */
const MOST_LINES = 5_000;

const words = payeeStatementWords;

type DocumentProps = {
  id: string;
  source: StatementSource;
  back: { to: string; label: string };
  storeName: (store_id: string) => string;
  /** Pages of the organization that a payee cannot open. */
  linksOf?: (statement: PayeeStatement) => Links;
};
type Links = { payee: string; statement: string; contract: (contract_id: string) => string };

export function StatementDocument({ id, source, ...rest }: DocumentProps) {
  const statement = useRead([`${source.key}.get`, id], () => source.get(id));
  return (
    <Ready of={statement} isPage>
      {(found) => <Found key={found.id} statement={found} source={source} {...rest} />}
    </Ready>
  );
}

type FoundProps = Omit<DocumentProps, "id"> & { statement: PayeeStatement };

function Found({ statement, source, back, storeName, linksOf }: FoundProps) {
  const state = useSession();
  const organization = state?.session?.name ?? "";
  const links = linksOf?.(statement);
  const isLong = statement.line_item_count > MOST_LINES;
  const lines = useRead(
    [`${source.key}.lines`, statement.id],
    async () => parsePayeeLines(await (await source.csv(statement.id)).text()),
    { isSteady: true, isEnabled: !isLong },
  );
  const { currency } = statement;
  return (
    <>
      <Head statement={statement} source={source} back={back} />
      <Letter statement={statement} issuer={organization} links={links} />
      <Result statement={statement} organization={organization} operator={state?.operator_name ?? words.distributor} />
      <div className={classes.parts}>
        <StatementSteps
          statement={statement}
          organization={organization}
          played={lines.data ? playedIn(lines.data) : undefined}
        />
        <ContractTable statement={statement} linkOf={links?.contract} />
        <Balance statement={statement} />
        <Section title={words.lines.title} about={words.lines.about}>
          {isLong ? (
            <PagedLines id={statement.id} source={source} currency={currency} storeName={storeName} />
          ) : (
            <Ready of={lines}>{(all) => <TrackLines lines={all} currency={currency} storeName={storeName} />}</Ready>
          )}
        </Section>
      </div>
    </>
  );
}

function Head({ statement, source, back }: Pick<FoundProps, "statement" | "source" | "back">) {
  const { id, period_start, currency, payee_name } = statement;
  const month = period_start.slice(0, 7);
  const name = `payee-statement-${month}-${currency}-${id}`;
  const csv = useAct(async () => saveFile(`${name}.csv`, await (await source.csv(id)).blob()));
  const pdf = useAct(async () => saveFile(`${name}.pdf`, await (await source.pdf(id)).blob()));
  return (
    <PageHead title={words.title(showMonth(month), currency)} about={payee_name} back={back}>
      <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
        {words.print}
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={csv.isPending}
        onClick={() => csv.mutate(undefined)}
      >
        {words.csv}
      </Button>
      <Button
        leftSection={<IconFileTypePdf size={16} aria-hidden />}
        loading={pdf.isPending}
        onClick={() => pdf.mutate(undefined)}
      >
        {words.pdf}
      </Button>
    </PageHead>
  );
}

type LetterProps = { statement: PayeeStatement; issuer: string; links: Links | undefined };

function Letter({ statement, issuer, links }: LetterProps) {
  const { id, payee_name, statement_id, period_start, period_end, created_at } = statement;
  const to = (path: string | undefined, text: ReactNode) =>
    path === undefined ? (
      text
    ) : (
      <Anchor component={Link} to={path} inherit underline="always">
        {text}
      </Anchor>
    );
  const facts: readonly (readonly [string, ReactNode])[] = [
    [words.letter.issuer, issuer],
    [words.letter.addressee, to(links?.payee, payee_name)],
    [words.letter.number, <code key="number">{id}</code>],
    [words.letter.period, words.letter.span(showDate(period_start), showDate(period_end))],
    [words.letter.issued, showTime(created_at)],
    ...(links ? ([[words.letter.statement, to(links.statement, <code>{statement_id}</code>)]] as const) : []),
  ];
  return (
    <dl className={letter.letter}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type ResultProps = { statement: PayeeStatement; organization: string; operator: string };

/** The amount that matters, first. */
function Result({ statement: { net_amount, currency, paid_by }, organization, operator }: ResultProps) {
  const { added, taken, payers, lowers, label } = words.result;
  const isTaken = compareAmounts(net_amount, "0") < 0;
  const payer = paid_by === "operator" ? payers.operator(operator) : payers.organization(organization);
  return (
    <section className={classes.result} aria-label={label}>
      <p>
        <b>
          <Money amount={net_amount} currency={currency} />
        </b>{" "}
        {isTaken ? taken : added}
      </p>
      <p>{isTaken ? lowers : payer}</p>
    </section>
  );
}

function Balance({ statement: { balance_before, net_amount, currency } }: { statement: PayeeStatement }) {
  const rows = [
    { name: words.balance.before, amount: balance_before },
    { name: words.balance.statement, amount: net_amount, hasSign: true },
    { name: words.balance.after, amount: sumAmounts([balance_before, net_amount]) },
  ];
  return (
    <Section title={words.balance.title}>
      <table className={classes.steps} aria-label={words.balance.label}>
        <tbody>
          {rows.map(({ name, amount, hasSign = false }, index) => (
            <tr key={name} data-result={index === rows.length - 1 || undefined}>
              <th scope="row">{name}</th>
              <td>
                <Money amount={amount} currency={currency} hasSign={hasSign} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
