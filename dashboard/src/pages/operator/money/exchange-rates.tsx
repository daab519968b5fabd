// The exchange rates by month, by which a close states organizations in their payout currency.

import { Button, FileButton, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ExchangeRate } from "@segue/sdk";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { Section } from "../../../components/section.tsx";
import { Empty } from "../../../components/states.tsx";
import { segue } from "../../../data/api.ts";
import { fieldErrors, useAct, useList } from "../../../data/data.ts";
import { useMayOperate } from "../../../data/session.ts";
import { ConfirmButton } from "../../../forms/confirm-button.tsx";
import { Refused } from "../../../forms/refused.tsx";
import { useFilter } from "../../../router.tsx";
import { showAgo, showMonth, showWord } from "../../../values/format.ts";
import { addMonths, monthsBetween, thisMonth } from "../../../values/months.ts";
import { ratesWords as words } from "./words.ts";

const MONTHS_BACK = 60;

export default function ExchangeRates() {
  const [period, setPeriod] = useFilter("period");
  const mayOperate = useMayOperate();
  const months = monthsBetween(addMonths(thisMonth(), -MONTHS_BACK), thisMonth()).reverse();
  const list = useList(["operator.exchangeRates.list", period], (page) =>
    segue.operator.exchangeRates.list({ ...page, period: period || undefined }),
  );
  const mayDelete = mayOperate("DELETE", "deleteExchangeRate");
  return (
    <>
      <PageHead title={words.title} about={words.about}>
        {mayOperate("POST", "importExchangeRates") && <ImportRates />}
      </PageHead>
      <Stack gap="lg">
        {mayOperate("POST", "setExchangeRate") && <NewRate months={months} period={period} />}
        <Section title={words.all}>
          <NativeSelect
            aria-label={words.month}
            mb="sm"
            maw={220}
            data={[
              { value: "", label: words.everyMonth },
              ...months.map((value) => ({ value, label: showMonth(value) })),
            ]}
            value={period}
            onChange={(event) => setPeriod(event.currentTarget.value)}
          />
          <ListTable
            label={words.title}
            list={list}
            columns={mayDelete ? [...columns, deleteColumn] : columns}
            keyOf={({ id }) => id}
            empty={
              <Empty
                title={period ? words.noMatch(showMonth(period)) : words.none}
                example={`npx segue rate set ${period || addMonths(thisMonth(), -1)} USD EUR 0.9214`}
              >
                {words.noneHint}
              </Empty>
            }
          />
        </Section>
      </Stack>
    </>
  );
}

const columns: readonly Column<ExchangeRate>[] = [
  {
    id: "pair",
    title: words.columns.pair,
    cell: ({ from, to, period }) => (
      <Stack gap={0}>
        <Text size="sm" fw={600}>
          {words.pair(from, to)}
        </Text>
        <Text size="xs" c="dimmed">
          {showMonth(period)}
        </Text>
      </Stack>
    ),
  },
  { id: "rate", title: words.columns.rate, cell: ({ rate }) => rate, isNumber: true },
  {
    id: "source",
    title: words.columns.source,
    cell: ({ source }) => (source === "import" ? words.imported : showWord(source)),
    isExtra: true,
  },
  { id: "set", title: words.columns.set, cell: ({ created_at }) => showAgo(created_at), isExtra: true },
];

const deleteColumn: Column<ExchangeRate> = {
  id: "delete",
  title: "",
  width: 110,
  cell: ({ id, from, to, period }) => (
    <ConfirmButton
      size="xs"
      label={words.delete.label}
      about={words.ofMonth(words.pair(from, to), showMonth(period))}
      title={words.delete.question(words.ofMonth(words.pair(from, to), showMonth(period)))}
      action={words.delete.send}
      act={() => segue.operator.exchangeRates.delete(id)}
      done={words.delete.done}
    >
      {words.delete.hint}
    </ConfirmButton>
  ),
};

type Fields = { period: string; from: string; to: string; rate: string };

function NewRate({ months, period }: { months: readonly string[]; period: string }) {
  const form = useForm<Fields>({
    initialValues: { period: period || (months[1] ?? ""), from: "", to: "", rate: "" },
  });
  const setting = useAct((body: Fields) => segue.operator.exchangeRates.create(body), {
    done: ({ from, to, rate }) => words.done(words.pair(from, to), rate),
    isQuiet: true,
    onDone: () => form.setValues({ from: "", rate: "" }),
  });
  const submit = form.onSubmit(({ period, from, to, rate }) => {
    const body = { period, from: from.trim().toUpperCase(), to: to.trim().toUpperCase(), rate: rate.trim() };
    setting.mutate(body, { onError: (error) => form.setErrors(fieldErrors(error)) });
  });
  return (
    <Section title={words.set} about={words.setHint}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Refused error={setting.error} />
          <Group align="flex-start" gap="sm">
            <NativeSelect
              label={words.ofMonthLabel}
              data={months.map((value) => ({ value, label: showMonth(value) }))}
              {...form.getInputProps("period")}
            />
            <TextInput
              label={words.from}
              placeholder={words.fromPlaceholder}
              maxLength={3}
              w={90}
              {...form.getInputProps("from")}
            />
            <TextInput
              label={words.to}
              placeholder={words.toPlaceholder}
              maxLength={3}
              w={90}
              {...form.getInputProps("to")}
            />
            <TextInput
              label={words.rate}
              placeholder="0.9214"
              inputMode="decimal"
              w={140}
              {...form.getInputProps("rate")}
            />
            <Button type="submit" mt={24} loading={setting.isPending}>
              {words.send}
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

function ImportRates() {
  const importing = useAct((file: File) => segue.operator.exchangeRates.import(file, { contentType: "text/csv" }), {
    done: ({ created, replaced }) => words.importDone(created, replaced),
    isQuiet: true,
  });
  return (
    <Stack gap="xs">
      <FileButton
        accept=".csv,text/csv"
        onChange={(file) => file && importing.mutate(file)}
        inputProps={{ "aria-label": words.importFile }}
      >
        {(props) => (
          <Button variant="default" loading={importing.isPending} {...props}>
            {words.import}
          </Button>
        )}
      </FileButton>
      <Refused error={importing.error} />
    </Stack>
  );
}
