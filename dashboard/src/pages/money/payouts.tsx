// The organization's payouts, and the request for the next.

import { Box, Button, Card, Group, NativeSelect, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { type Payout, payoutStatuses } from "@segue/sdk";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Money } from "../../components/money.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Empty, Ready } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { segue } from "../../data/api.ts";
import { useList, useRead } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { PayeeSelect } from "../../forms/payee-select.tsx";
import { Link, useFilter } from "../../router.tsx";
import { showDay, showExactMoney, showWord } from "../../values/format.ts";
import { compareAmounts } from "../../values/money.ts";
import { PayPayeeButton } from "./payee-payout.tsx";
import { PaymentSection } from "./payment/payment-section.tsx";
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
  {
    id: "payee",
    title: payoutsWords.columns.payee,
    cell: ({ payee_id, payee_name }) => (
      <Text size="sm" truncate>
        {payee_id === null ? payoutsWords.columns.own : (payee_name ?? payoutsWords.columns.aPayee)}
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
  const may = useMay();
  return (
    <>
      <PageHead title={payoutsWords.title} about={payoutsWords.about}>
        <Button variant="default" component={Link} to="/balance">
          {payoutsWords.balance}
        </Button>
        {may("payouts:write") && may("payees:read") && <PayPayeeButton />}
      </PageHead>
      <Ready of={payable}>{(balances) => balances.length > 0 && <PayableCards balances={balances} />}</Ready>
      {/* After the cards, so that the list does not move when they come. */}
      {!payable.isPending && (
        <>
          <OwnPayment />
          <AllPayouts />
        </>
      )}
    </>
  );
}

/** Where the organization's own payouts go, for those who may know it. */
function OwnPayment() {
  const may = useMay();
  const isEnabled = may("payees:read");
  const details = useRead(["paymentDetails.get"], () => segue.paymentDetails.get(), { isEnabled });
  if (!isEnabled) return null;
  return (
    <Box mt="lg">
      <Ready of={details}>
        {(payment) => (
          <PaymentSection
            payment={payment}
            mayChange={may("payees:write")}
            save={(given) => segue.paymentDetails.update(given)}
            remove={() => segue.paymentDetails.delete()}
          />
        )}
      </Ready>
    </Box>
  );
}

function AllPayouts() {
  const [chosen, setStatus] = useFilter("status");
  const status = payoutStatuses.find((known) => known === chosen);
  const [payee_id, setPayee] = useFilter("payee_id");
  const canSeePayees = useMay()("payees:read");
  const list = useList(
    ["payouts.list", status, payee_id],
    (page) => segue.payouts.list({ ...page, status, ...(payee_id && { payee_id }) }),
    { isLive: true },
  );
  return (
    <>
      <Group justify="space-between" mt="lg" mb="sm">
        <Title order={2} size="h3">
          {payoutsWords.all}
        </Title>
        <Group gap="sm" align="flex-start">
          {canSeePayees && (
            <PayeeSelect
              aria-label={payoutsWords.payee}
              placeholder={payoutsWords.everyPayee}
              value={payee_id}
              onChange={(id) => setPayee(id)}
              clearable
              w={220}
            />
          )}
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
      </Group>
      <ListTable
        label={payoutsWords.title}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/payouts/${id}`}
        rowHeight={52}
        empty={<NoPayouts status={status} payee_id={payee_id} />}
      />
    </>
  );
}

function NoPayouts({ status, payee_id }: { status: Payout["status"] | undefined; payee_id: string }) {
  if (status) return <Empty title={payoutsWords.noMatch(showWord(status))}>{payoutsWords.noMatchHint}</Empty>;
  if (payee_id) return <Empty title={payoutsWords.noneOfPayee}>{payoutsWords.noneOfPayeeHint}</Empty>;
  return (
    <Empty title={payoutsWords.none} example="npx segue payout request --currency EUR">
      {payoutsWords.noneHint}
    </Empty>
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
