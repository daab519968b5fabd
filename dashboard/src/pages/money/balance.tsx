// The balance: what can be paid out, and every movement that led to it.

import { Anchor, Box, Button, Group, NativeSelect, Text, Title } from "@mantine/core";
import type { Balance, BalanceTransaction } from "@segue/sdk";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Money } from "../../components/money.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Empty, Ready } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useList, useRead } from "../../data/data.ts";
import { Link, useFilter } from "../../router.tsx";
import { showTime, showWord } from "../../values/format.ts";
import { BalanceCards } from "./balance-cards.tsx";
import { BalanceSteps } from "./balance-steps.tsx";
import { balanceWords } from "./words.ts";

/** Kept while the chart loads, so that the transactions below do not move. */
const STEPS_HEIGHT = 180;

const pageOf: Readonly<Partial<Record<string, string>>> = {
  statement: "/statements/",
  payout: "/payouts/",
  payout_returned: "/payouts/",
};

const columns: readonly Column<BalanceTransaction>[] = [
  { id: "what", title: balanceWords.columns.what, cell: (item) => <What item={item} /> },
  { id: "type", title: balanceWords.columns.type, cell: ({ type }) => showWord(type), width: 160, isExtra: true },
  {
    id: "when",
    title: balanceWords.columns.when,
    cell: ({ created_at }) => showTime(created_at),
    width: 190,
    isExtra: true,
  },
  {
    id: "amount",
    title: balanceWords.columns.amount,
    cell: (item) => <Movement item={item} />,
    isNumber: true,
    width: 150,
  },
];

function What({ item: { type, source_id, description } }: { item: BalanceTransaction }) {
  const page = pageOf[type];
  const text = (
    <Text size="sm" truncate title={description}>
      {description}
    </Text>
  );
  return page ? (
    <Anchor component={Link} to={page + source_id} display="block" c="inherit" underline="always">
      {text}
    </Anchor>
  ) : (
    text
  );
}

function Movement({ item: { amount, currency } }: { item: BalanceTransaction }) {
  return <Money amount={amount} currency={currency} hasSign />;
}

export default function BalancePage() {
  const balance = useRead(["balance.get"], () => segue.balance.get());
  return (
    <>
      <PageHead title={balanceWords.title} about={balanceWords.about}>
        <Button component={Link} to="/payouts">
          {balanceWords.requestPayout}
        </Button>
      </PageHead>
      <Ready of={balance}>{({ data }) => <Shown balances={data} />}</Ready>
    </>
  );
}

function Shown({ balances }: { balances: readonly Balance[] }) {
  const [currency, setCurrency] = useFilter("currency");
  const list = useList(["balance.transactions", currency], (page) =>
    segue.balance.transactions({ ...page, currency: currency || undefined }),
  );
  const currencies = balances.map((one) => one.currency);
  const charted = balances.find((one) => one.currency === currency) ?? balances[0];
  return (
    <>
      <BalanceCards balances={balances} />
      <Box mt="lg" mih={STEPS_HEIGHT}>
        {charted && <BalanceSteps balance={charted} />}
      </Box>
      <Group justify="space-between" mt="lg" mb="sm">
        <Title order={2} size="h3">
          {balanceWords.transactions}
        </Title>
        {currencies.length > 1 && (
          <NativeSelect
            aria-label={balanceWords.currency}
            data={[{ value: "", label: balanceWords.everyCurrency }, ...currencies]}
            value={currency}
            onChange={(event) => setCurrency(event.currentTarget.value)}
          />
        )}
      </Group>
      <ListTable
        label={balanceWords.transactions}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        rowHeight={48}
        empty={
          <Empty
            title={balanceWords.none}
            example="npx segue balance"
            action={
              <Button component={Link} to="/earnings">
                {balanceWords.seeEarnings}
              </Button>
            }
          >
            {balanceWords.noneHint}
          </Empty>
        }
      />
    </>
  );
}
