// The money of a report: reported, received and the difference, and exchange rates of its own.

import { Button, Group, SimpleGrid, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { type SalesReport, type SalesReportChanges, SegueError } from "@segue/sdk";
import type { ReactNode } from "react";
import { Money } from "../../../components/money.tsx";
import { Section } from "../../../components/section.tsx";
import { segue } from "../../../data/api.ts";
import { fieldErrors, useAct } from "../../../data/data.ts";
import { useMayOperate } from "../../../data/session.ts";
import { ActModal } from "../../../forms/act-modal.tsx";
import { ConfirmButton } from "../../../forms/confirm-button.tsx";
import { AddRow, RemoveRow } from "../../../forms/form-rows.tsx";
import { showDate } from "../../../values/format.ts";
import classes from "./sales-report.module.css";
import { reportMoneyWords as words } from "./words.ts";

export function ReportMoney({ report }: { report: SalesReport }) {
  const { totals, received, difference, rates, status, reverses } = report;
  const mayUpdate = useMayOperate()("PATCH", "updateSalesReport") && status === "imported";
  return (
    <Section title={words.title}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm" mb="sm">
        <Figure title={words.reported}>
          {totals.length === 0 && "–"}
          {totals.map(({ currency, amount }) => (
            <div key={currency}>
              <Money amount={amount} currency={currency} />
            </div>
          ))}
        </Figure>
        <Figure title={words.received} about={received ? words.on(showDate(received.on)) : words.notReceived}>
          {received ? <Money amount={received.amount} currency={received.currency} /> : "–"}
        </Figure>
        <Figure title={words.difference} about={aboutDifference(difference)}>
          {received && difference !== null ? <Money amount={difference} currency={received.currency} hasSign /> : "–"}
        </Figure>
      </SimpleGrid>
      {rates.length > 0 && (
        <Text size="sm" mb="sm">
          {words.ownRates}: {rates.map(words.rate).join(", ")}
        </Text>
      )}
      {mayUpdate && (
        <Group gap="xs">
          <ReceivedButton report={report} />
          {received && (
            <ConfirmButton
              label={words.remove.label}
              title={words.remove.question}
              action={words.remove.send}
              act={() => segue.operator.salesReports.update(report.id, { received: null })}
              done={words.remove.done}
            >
              {words.remove.hint}
            </ConfirmButton>
          )}
          {reverses === null && <RatesButton report={report} />}
        </Group>
      )}
    </Section>
  );
}

function aboutDifference(difference: string | null): string | undefined {
  if (difference === null) return undefined;
  if (!/[1-9]/.test(difference)) return words.equal;
  return difference.startsWith("-") ? words.less : words.more;
}

type FigureProps = { title: string; about?: string | undefined; children: ReactNode };

function Figure({ title, about, children }: FigureProps) {
  return (
    <div className={classes.sum}>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Text fz={20} fw={600} component="div">
        {children}
      </Text>
      {about && (
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      )}
    </div>
  );
}

/** Asks anew with the values of the report each time that it is opened. */
function useUpdate(report_id: string, done: string, close: () => void) {
  return useAct((changes: SalesReportChanges) => segue.operator.salesReports.update(report_id, changes), {
    done,
    isQuiet: true,
    onDone: close,
  });
}

type Received = { amount: string; currency: string; on: string };

function ReceivedButton({ report }: { report: SalesReport }) {
  const [isOpen, modal] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={modal.open}>
        {report.received ? words.form.change : words.form.title}
      </Button>
      {isOpen && <ReceivedForm report={report} close={modal.close} />}
    </>
  );
}

function ReceivedForm({ report: { id, received, totals }, close }: { report: SalesReport; close: () => void }) {
  const [first] = totals;
  const form = useForm<Received>({
    initialValues: received ?? {
      amount: "",
      currency: first?.currency ?? "EUR",
      on: new Date().toISOString().slice(0, 10),
    },
  });
  const saving = useUpdate(id, words.form.done, close);
  const submit = form.onSubmit((given) => {
    const values = { ...given, amount: given.amount.trim(), currency: given.currency.trim().toUpperCase() };
    saving.mutate({ received: values }, { onError: (error) => form.setErrors(errorsIn(error, "received.")) });
  });
  return (
    <ActModal
      title={words.form.title}
      isOpen
      close={close}
      action={words.form.send}
      isBusy={saving.isPending}
      error={saving.error}
      onSubmit={submit}
    >
      <Text size="sm">{words.form.hint}</Text>
      <Group grow align="flex-start">
        <TextInput
          label={words.form.amount}
          placeholder="1200.00"
          inputMode="decimal"
          required
          data-autofocus
          {...form.getInputProps("amount")}
        />
        <TextInput label={words.form.currency} maxLength={3} required {...form.getInputProps("currency")} />
      </Group>
      <TextInput type="date" label={words.form.on} required {...form.getInputProps("on")} />
    </ActModal>
  );
}

/** The service's fields as the form names them. */
function errorsIn(error: unknown, prefix: string): Record<string, string> {
  const entries = Object.entries(fieldErrors(error)).map(([field, issue]) => [field.replace(prefix, ""), issue]);
  return Object.fromEntries(entries);
}

type Rates = { rates: SalesReport["rates"] };

function RatesButton({ report }: { report: SalesReport }) {
  const [isOpen, modal] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={modal.open}>
        {words.rates.title}
      </Button>
      {isOpen && <RatesForm report={report} close={modal.close} />}
    </>
  );
}

function RatesForm({ report: { id, rates }, close }: { report: SalesReport; close: () => void }) {
  const none = { from: "", to: "", rate: "" };
  const form = useForm<Rates>({ initialValues: { rates: rates.length > 0 ? rates : [none] } });
  const saving = useUpdate(id, words.rates.done, close);
  const submit = form.onSubmit((values) =>
    saving.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  // Its rows are on a statement: no rates will be taken any more.
  const isTooLate = saving.error instanceof SegueError && saving.error.status === 409;
  return (
    <ActModal
      title={words.rates.title}
      isOpen
      close={close}
      action={words.rates.send}
      isBusy={saving.isPending}
      isBlocked={isTooLate}
      error={saving.error}
      onSubmit={submit}
    >
      <Text size="sm">{words.rates.hint}</Text>
      {form.values.rates.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while it is typed.
        <Group key={index} align="flex-start" wrap="nowrap" gap="xs">
          {(["from", "to", "rate"] as const).map((field) => (
            <TextInput
              key={field}
              aria-label={words.rates[field](index + 1)}
              placeholder={words.rates.placeholders[field]}
              disabled={isTooLate}
              {...(field !== "rate" && { maxLength: 3, w: 80 })}
              {...form.getInputProps(`rates.${index}.${field}`)}
            />
          ))}
          <RemoveRow
            what={words.rates.row(index + 1)}
            isDisabled={isTooLate}
            onClick={() => form.removeListItem("rates", index)}
          />
        </Group>
      ))}
      <AddRow what={words.rates.add} onClick={() => form.insertListItem("rates", none)} />
    </ActModal>
  );
}
