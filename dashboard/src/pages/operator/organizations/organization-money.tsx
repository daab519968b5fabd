// An organization's money, for the operator: its balances, adjustments to them, and its statements.

import { Button, Group, Stack, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { NewAdjustment, OperatorStatement } from "@segue/sdk";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { Money } from "../../../components/money.tsx";
import { Empty, Failed, Loading } from "../../../components/states.tsx";
import { segue } from "../../../data/api.ts";
import { fieldErrors, useAct, useList } from "../../../data/data.ts";
import { ActModal } from "../../../forms/act-modal.tsx";
import { showDay, showExactMoney, showMonth } from "../../../values/format.ts";
import { BalanceCards } from "../../money/balance-cards.tsx";

export function OrganizationMoney({ org_id }: { org_id: string }) {
  const balances = useList(["operator.balances.list", org_id], (page) =>
    segue.operator.balances.list({ ...page, organization_id: org_id }),
  );
  return (
    <Stack gap="lg">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h3">
            Balances
          </Title>
          <NewAdjustmentButton org_id={org_id} />
        </Group>
        {balances.rows === undefined ? (
          balances.error ? (
            <Failed error={balances.error} retry={balances.retry} />
          ) : (
            <Loading what="Loading balances" />
          )
        ) : balances.rows.length === 0 ? (
          <Text c="dimmed" size="sm">
            Nothing was earned yet. Statements and adjustments change the balance.
          </Text>
        ) : (
          <BalanceCards balances={balances.rows} />
        )}
      </Stack>
      <Stack gap="sm">
        <Title order={2} size="h3">
          Statements
        </Title>
        <OrganizationStatements org_id={org_id} />
      </Stack>
    </Stack>
  );
}

const columns: readonly Column<OperatorStatement>[] = [
  { title: "Period", cell: ({ period_start }) => showMonth(period_start.slice(0, 7)) },
  {
    title: "Gross",
    cell: (row) => <Money amount={row.gross_amount} currency={row.currency} />,
    isNumber: true,
    isExtra: true,
  },
  {
    title: "Fee",
    cell: (row) => <Money amount={row.fee_amount} currency={row.currency} />,
    isNumber: true,
    isExtra: true,
  },
  {
    title: "Tax",
    cell: (row) => <Money amount={row.tax_amount} currency={row.currency} />,
    isNumber: true,
    isExtra: true,
  },
  { title: "Net", cell: (row) => <Money amount={row.net_amount} currency={row.currency} />, isNumber: true },
  { title: "Issued", cell: ({ created_at }) => showDay(created_at), width: 140, isExtra: true },
];

function OrganizationStatements({ org_id }: { org_id: string }) {
  const list = useList(["operator.statements.list", org_id], (page) =>
    segue.operator.statements.list({ ...page, organization_id: org_id }),
  );
  return (
    <ListTable
      label="Statements"
      list={list}
      columns={columns}
      keyOf={({ id }) => id}
      rowHeight={44}
      empty={
        <Empty title="No statements yet" example="npx segue period close 2026-01">
          Import what stores reported, then close the period: that writes a statement for each organization that earned.
        </Empty>
      }
    />
  );
}

function NewAdjustmentButton({ org_id }: { org_id: string }) {
  const [isOpen, modal] = useDisclosure();
  const form = useForm<NewAdjustment>({ initialValues: { currency: "EUR", amount: "", reason: "" } });
  const adding = useAct((body: NewAdjustment) => segue.operator.adjustments.create(org_id, body), {
    done: ({ amount, currency }) => `The balance was changed by ${showExactMoney(amount, currency)}.`,
    isQuiet: true,
    onDone: () => {
      form.reset();
      modal.close();
    },
  });
  const submit = form.onSubmit((values) =>
    adding.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <>
      <Button variant="default" onClick={modal.open}>
        Adjust the balance
      </Button>
      <ActModal
        title="Adjust the balance"
        isOpen={isOpen}
        close={modal.close}
        action="Add the adjustment"
        isBusy={adding.isPending}
        error={adding.error}
        onSubmit={submit}
      >
        <Text size="sm">
          For money that no store reported: an advance, costs, a correction. It cannot be changed afterwards. Correct a
          mistake with another adjustment.
        </Text>
        <Group grow align="flex-start">
          <TextInput
            label="Amount"
            description="A negative one is taken away"
            placeholder="-12.50"
            inputMode="text"
            required
            {...form.getInputProps("amount")}
          />
          <TextInput
            label="Currency"
            description="Such as EUR"
            required
            maxLength={3}
            {...form.getInputProps("currency")}
          />
        </Group>
        <Textarea
          label="Reason"
          description="The partner sees it"
          required
          autosize
          minRows={2}
          maxLength={500}
          {...form.getInputProps("reason")}
        />
      </ActModal>
    </>
  );
}
