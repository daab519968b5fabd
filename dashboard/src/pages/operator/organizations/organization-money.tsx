// An organization's money, for the operator: its balances, adjustments to them, and its statements.

import { Button, Group, Stack, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { NewAdjustment } from "@segue/sdk";
import { ListTable } from "../../../components/list-table.tsx";
import { Empty, Failed, Loading } from "../../../components/states.tsx";
import { segue } from "../../../data/api.ts";
import { fieldErrors, useAct, useList } from "../../../data/data.ts";
import { useMayOperate } from "../../../data/session.ts";
import { ActModal } from "../../../forms/act-modal.tsx";
import { showExactMoney } from "../../../values/format.ts";
import { BalanceCards } from "../../money/balance-cards.tsx";
import { amountColumns, monthColumn } from "../../money/statement-columns.tsx";
import { OrganizationConversions } from "./organization-conversions.tsx";
import { organizationMoneyWords } from "./words.ts";

const words = organizationMoneyWords;

export function OrganizationMoney({ org_id }: { org_id: string }) {
  const balances = useList(["operator.balances.list", org_id], (page) =>
    segue.operator.balances.list({ ...page, organization_id: org_id }),
  );
  const mayAdjust = useMayOperate()("POST", "createAdjustment");
  return (
    <Stack gap="lg">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h3">
            {words.balances}
          </Title>
          {mayAdjust && <NewAdjustmentButton org_id={org_id} />}
        </Group>
        {balances.rows === undefined ? (
          balances.error ? (
            <Failed error={balances.error} retry={balances.retry} />
          ) : (
            <Loading what={words.loading} />
          )
        ) : balances.rows.length === 0 ? (
          <Text c="dimmed" size="sm">
            {words.noBalance}
          </Text>
        ) : (
          <BalanceCards balances={balances.rows} />
        )}
      </Stack>
      <OrganizationConversions org_id={org_id} balances={balances.rows ?? []} />
      <Stack gap="sm">
        <Title order={2} size="h3">
          {words.statements}
        </Title>
        <OrganizationStatements org_id={org_id} />
      </Stack>
    </Stack>
  );
}

const columns = [monthColumn, ...amountColumns];

function OrganizationStatements({ org_id }: { org_id: string }) {
  const list = useList(["operator.statements.list", org_id], (page) =>
    segue.operator.statements.list({ ...page, organization_id: org_id }),
  );
  return (
    <ListTable
      label={words.statements}
      list={list}
      columns={columns}
      keyOf={({ id }) => id}
      rowHeight={44}
      empty={
        <Empty title={words.noStatements} example="npx segue period close 2026-01">
          {words.noStatementsHint}
        </Empty>
      }
    />
  );
}

function NewAdjustmentButton({ org_id }: { org_id: string }) {
  const [isOpen, modal] = useDisclosure();
  const form = useForm<NewAdjustment>({ initialValues: { currency: "EUR", amount: "", reason: "" } });
  const adding = useAct((body: NewAdjustment) => segue.operator.adjustments.create(org_id, body), {
    done: ({ amount, currency }) => words.adjustment.done(showExactMoney(amount, currency)),
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
        {words.adjustment.title}
      </Button>
      <ActModal
        title={words.adjustment.title}
        isOpen={isOpen}
        close={modal.close}
        action={words.adjustment.send}
        isBusy={adding.isPending}
        error={adding.error}
        onSubmit={submit}
      >
        <Text size="sm">{words.adjustment.hint}</Text>
        <Group grow align="flex-start">
          <TextInput
            label={words.adjustment.amount}
            description={words.adjustment.amountHint}
            placeholder="-12.50"
            inputMode="text"
            required
            {...form.getInputProps("amount")}
          />
          <TextInput
            label={words.adjustment.currency}
            description={words.adjustment.currencyHint}
            required
            maxLength={3}
            {...form.getInputProps("currency")}
          />
        </Group>
        <Textarea
          label={words.adjustment.reason}
          description={words.adjustment.reasonHint}
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
