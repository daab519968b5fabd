// The organization's payouts, and the request for the next.

import { Button, Card, Group, NativeSelect, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { type Payout, payoutStatuses } from "@segue/sdk";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Money } from "../../components/money.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Empty, Ready } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { segue } from "../../data/api.ts";
import { useList, useRead } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { Link, useFilter } from "../../router.tsx";
import { showDay, showExactMoney, showWord } from "../../values/format.ts";
import { compareAmounts } from "../../values/money.ts";
import { type Payable, RequestPayoutButton } from "./payout-request.tsx";
import { payoutsWords } from "./words.ts";

const columns: readonly Column<Payout>[] = [
  {
    id: "amount",
    title: payoutsWords.columns.amount,
    cell: ({ amount, currency }) => (
      <Text fw={600} size="sm">
        <Money amount={amount} currency={currency} />
      </Text>
    ),
  },
  { id: "status", title: payoutsWords.columns.status, cell: ({ status }) => <Status value={status} />, width: 130 },
  {
    id: "requested",
    title: payoutsWords.columns.requested,
    cell: ({ created_at }) => showDay(created_at),
    width: 140,
    isExtra: true,
  },
  {
    id: "paid",
    title: payoutsWords.columns.paid,
    cell: ({ paid_at }) => (paid_at ? showDay(paid_at) : "–"),
    width: 140,
    isExtra: true,
  },
  {
    id: "reference",
    title: payoutsWords.columns.reference,
    cell: ({ reference }) => (
      <Text size="sm" truncate>
        {reference ?? "–"}
      </Text>
    ),
    isExtra: true,
  },
];

export default function Payouts() {
  const payable = useRead(["payouts.payable"], readPayable);
  return (
    <>
      <PageHead title={payoutsWords.title} about={payoutsWords.about}>
        <Button variant="default" component={Link} to="/balance">
          {payoutsWords.balance}
        </Button>
      </PageHead>
      <Ready of={payable}>{(balances) => balances.length > 0 && <PayableCards balances={balances} />}</Ready>
      {/* After the cards, so that the list does not move when they come. */}
      {!payable.isPending && <AllPayouts />}
    </>
  );
}

function AllPayouts() {
  const [chosen, setStatus] = useFilter("status");
  const status = payoutStatuses.find((known) => known === chosen);
  const list = useList(["payouts.list", status], (page) => segue.payouts.list({ ...page, status }), { isLive: true });
  return (
    <>
      <Group justify="space-between" mt="lg" mb="sm">
        <Title order={2} size="h3">
          {payoutsWords.all}
        </Title>
        <NativeSelect
          aria-label={payoutsWords.status}
          data={[
            { value: "", label: payoutsWords.everyStatus },
            ...payoutStatuses.map((value) => ({ value, label: showWord(value) })),
          ]}
          value={status ?? ""}
          onChange={(event) => setStatus(event.currentTarget.value)}
        />
      </Group>
      <ListTable
        label={payoutsWords.title}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/payouts/${id}`}
        rowHeight={52}
        empty={
          status ? (
            <Empty title={payoutsWords.noMatch(showWord(status))}>{payoutsWords.noMatchHint}</Empty>
          ) : (
            <Empty title={payoutsWords.none} example="npx segue payout request --currency EUR">
              {payoutsWords.noneHint}
            </Empty>
          )
        }
      />
    </>
  );
}

async function readPayable(): Promise<Payable[]> {
  const [{ data }, { minimum_payouts }] = await Promise.all([segue.balance.get(), segue.organization.get()]);
  return data.map((balance) => ({ ...balance, minimum: minimum_payouts[balance.currency] ?? "0" }));
}

function PayableCards({ balances }: { balances: readonly Payable[] }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
      {balances.map((balance) => (
        <PayableCard key={balance.currency} payable={balance} />
      ))}
    </SimpleGrid>
  );
}

function PayableCard({ payable }: { payable: Payable }) {
  const { currency, available, pending, minimum } = payable;
  const show = (amount: string) => showExactMoney(amount, currency);
  const isNothing = compareAmounts(available, "0") <= 0;
  const isTooLittle = compareAmounts(available, minimum) < 0;
  const canAct = useMay()("payouts:write");
  return (
    <Card withBorder padding="md">
      <Stack gap="xs" h="100%" justify="space-between">
        <div>
          <Text size="sm" fw={600} c="dimmed">
            {currency}
          </Text>
          <Text fz={26} fw={650} style={{ overflowWrap: "anywhere" }}>
            <Money amount={available} currency={currency} />
          </Text>
          <Text size="sm" c="dimmed">
            {payoutsWords.payable.available} <Money amount={pending} currency={currency} />{" "}
            {payoutsWords.payable.underWay}
          </Text>
          <Text size="sm" c="dimmed">
            {compareAmounts(minimum, "0") > 0
              ? payoutsWords.payable.minimum(show(minimum))
              : payoutsWords.payable.noMinimum}
          </Text>
        </div>
        {isNothing || isTooLittle ? (
          <Text size="sm">
            {isNothing ? payoutsWords.payable.nothing : payoutsWords.payable.tooLittle(show(minimum))}
          </Text>
        ) : (
          canAct && <RequestPayoutButton payable={payable} />
        )}
      </Stack>
    </Card>
  );
}
