// The first page of a payee who signs in: its balances, and its statements.

import { Card, SimpleGrid, Text } from "@mantine/core";
import type { OwnPayeeBalances } from "@segue/sdk";
import { ListTable } from "../../components/list-table.tsx";
import { Money } from "../../components/money.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Section } from "../../components/section.tsx";
import { Empty, Ready } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useList, useRead } from "../../data/data.ts";
import { useSession } from "../../data/session.ts";
import classes from "./document.module.css";
import { amountColumns, monthColumn } from "./statement-columns.tsx";
import { ofPayee } from "./statement-source.ts";
import { ownStatementsWords } from "./words.ts";

const words = ownStatementsWords;
const columns = [monthColumn, ...amountColumns];

export default function OwnStatements() {
  const organization = useSession()?.session?.name ?? "";
  const balances = useRead(["me.payeeBalance"], () => segue.me.payeeBalance());
  return (
    <>
      <PageHead title={words.title} about={words.about(organization)} />
      <div className={classes.parts}>
        <Section title={words.balances}>
          <Ready of={balances}>{({ data }) => <Balances balances={data} />}</Ready>
        </Section>
        <Section title={words.statements}>
          <Statements />
        </Section>
      </div>
    </>
  );
}

function Statements() {
  const list = useList(["me.payeeStatements.list"], (page) => segue.me.payeeStatements.list(page));
  return (
    <ListTable
      label={words.label}
      list={list}
      columns={columns}
      keyOf={({ id }) => id}
      linkOf={({ id }) => ofPayee.linkOf(id)}
      empty={<Empty title={words.none}>{words.noneHint}</Empty>}
    />
  );
}

type Balance = OwnPayeeBalances["data"][number];

/** A member may stand for several payees: each card then says whose it is. */
function Balances({ balances }: { balances: readonly Balance[] }) {
  const isOfSeveral = new Set(balances.map(({ payee_id }) => payee_id)).size > 1;
  if (balances.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {words.nothingYet}
      </Text>
    );
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
      {balances.map(({ payee_id, name, currency, available, pending }) => (
        <Card withBorder key={`${payee_id} ${currency}`} padding="md">
          <Text size="sm" fw={600} c="dimmed">
            {isOfSeveral ? words.ofPayee(name, currency) : currency}
          </Text>
          <Text fz={26} fw={650} style={{ overflowWrap: "anywhere" }}>
            <Money amount={available} currency={currency} />
          </Text>
          <Text size="sm" c="dimmed">
            {available.startsWith("-") ? words.carriedForward : words.available}
          </Text>
          <Text size="sm" c="dimmed">
            <Money amount={pending} currency={currency} /> {words.underWay}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}
