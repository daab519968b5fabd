// Balances that were moved from one currency into another, and the form that does it.

import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { Conversion, NewConversion } from "@segue/sdk";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { Money } from "../../../components/money.tsx";
import { Empty } from "../../../components/states.tsx";
import { segue } from "../../../data/api.ts";
import { fieldErrors, useAct, useList } from "../../../data/data.ts";
import { useMayOperate } from "../../../data/session.ts";
import { ActModal } from "../../../forms/act-modal.tsx";
import { showDay, showExactMoney } from "../../../values/format.ts";
import { organizationMoneyWords } from "./words.ts";

const words = organizationMoneyWords.conversions;

type ConversionsProps = { org_id: string; balances: readonly { currency: string }[] };

export function OrganizationConversions({ org_id, balances }: ConversionsProps) {
  const mayConvert = useMayOperate()("POST", "createConversion");
  const list = useList(["operator.conversions.list", org_id], (page) => segue.operator.conversions.list(org_id, page));
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={2} size="h3">
          {words.title}
        </Title>
        {mayConvert && balances.length > 0 && <ConvertButton org_id={org_id} balances={balances} />}
      </Group>
      <ListTable
        label={words.title}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <Empty
            title={words.none}
            example={`npx segue org convert ${org_id} --from USD --to EUR --rate 0.9214 --reason "One currency"`}
          >
            {words.noneHint}
          </Empty>
        }
      />
    </Stack>
  );
}

const columns: readonly Column<Conversion>[] = [
  {
    id: "from",
    title: words.columns.from,
    cell: ({ from, reason }) => (
      <Stack gap={0}>
        <Money amount={from.amount} currency={from.currency} />
        <Text size="xs" c="dimmed" truncate hiddenFrom="sm">
          {reason}
        </Text>
      </Stack>
    ),
  },
  {
    id: "to",
    title: words.columns.to,
    cell: ({ to }) => <Money amount={to.amount} currency={to.currency} />,
    isNumber: true,
  },
  { id: "rate", title: words.columns.rate, cell: ({ rate }) => rate, isNumber: true, isExtra: true },
  { id: "reason", title: words.columns.reason, cell: ({ reason }) => reason, isExtra: true },
  { id: "when", title: words.columns.when, cell: ({ created_at }) => showDay(created_at), isExtra: true },
];

type Fields = { from: string; to: string; rate: string; amount: string; reason: string };

function bodyOf({ from, to, rate, amount, reason }: Fields): NewConversion {
  return {
    from,
    to: to.trim().toUpperCase(),
    rate: rate.trim(),
    reason,
    ...(amount.trim() && { amount: amount.trim() }),
  };
}

function ConvertButton({ org_id, balances }: ConversionsProps) {
  const [isOpen, modal] = useDisclosure();
  const form = useForm<Fields>({
    initialValues: { from: balances[0]?.currency ?? "", to: "", rate: "", amount: "", reason: "" },
  });
  const converting = useAct((body: NewConversion) => segue.operator.conversions.create(org_id, body), {
    done: ({ from, to }) =>
      words.done(showExactMoney(from.amount, from.currency), showExactMoney(to.amount, to.currency)),
    isQuiet: true,
    onDone: () => {
      form.reset();
      modal.close();
    },
  });
  const submit = form.onSubmit((values) =>
    converting.mutate(bodyOf(values), { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <>
      <Button variant="default" onClick={modal.open}>
        {words.open}
      </Button>
      <ActModal
        title={words.open}
        isOpen={isOpen}
        close={modal.close}
        action={words.send}
        isBusy={converting.isPending}
        error={converting.error}
        onSubmit={submit}
      >
        <Text size="sm">{words.hint}</Text>
        <ConversionFields form={form} currencies={balances.map(({ currency }) => currency)} />
      </ActModal>
    </>
  );
}

type FieldsProps = { form: ReturnType<typeof useForm<Fields>>; currencies: readonly string[] };

function ConversionFields({ form, currencies }: FieldsProps) {
  return (
    <>
      <Group grow align="flex-start">
        <NativeSelect label={words.from} data={[...currencies]} {...form.getInputProps("from")} />
        <TextInput
          label={words.to}
          placeholder={words.toPlaceholder}
          required
          maxLength={3}
          {...form.getInputProps("to")}
        />
      </Group>
      <Group grow align="flex-start">
        <TextInput
          label={words.rate}
          description={words.rateHint}
          placeholder="0.9214"
          inputMode="decimal"
          required
          {...form.getInputProps("rate")}
        />
        <TextInput
          label={words.amount}
          description={words.amountHint}
          inputMode="decimal"
          {...form.getInputProps("amount")}
        />
      </Group>
      <Textarea
        label={words.reason}
        description={words.reasonHint}
        required
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps("reason")}
      />
    </>
  );
}
