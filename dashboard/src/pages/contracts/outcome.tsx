// An amount and the parts that it becomes: as a bar, and as a table.

import { NativeSelect, Stack, Table, Text, TextInput } from "@mantine/core";
import type { Contract } from "@segue/sdk";
import { type Part, SplitBar } from "../../charts/split-bar.tsx";
import { Money } from "../../components/money.tsx";
import { useStoreName } from "../../data/stores.ts";
import { showExactMoney, showMoney, showTerritory } from "../../values/format.ts";
import { negated, sumAmounts } from "../../values/money.ts";
import classes from "./outcome.module.css";
import type { Outcome, Sale } from "./previewing.ts";
import { amountIn, isKnownCurrency } from "./previewing.ts";
import { previewWords } from "./words.ts";

type OutcomeProps = { outcome: Outcome; currency: string; nameOf: (payee_id: string, row: number) => string };

export function OutcomeTable({ outcome, currency, nameOf }: OutcomeProps) {
  const { payable_amount, recouped_amount, shares, organization_amount } = outcome;
  const hasRecouped = /[1-9]/.test(recouped_amount);
  const label = previewWords.label(showExactMoney(amountIn(currency), currency));
  return (
    <Stack gap="sm">
      <SplitBar parts={partsOf({ outcome, currency, nameOf })} label={label} />
      <Table className={classes.table} aria-label={label}>
        <Table.Tbody>
          <Row name={previewWords.payable} amount={payable_amount} currency={currency} />
          {hasRecouped && (
            <Row name={previewWords.recouped} amount={recouped_amount} currency={currency} kind="taken" />
          )}
          {shares.map(({ payee_id, amount }, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have no payee yet.
              key={index}
              name={nameOf(payee_id, index)}
              amount={amount}
              currency={currency}
              kind="given"
            />
          ))}
          <Row
            name={previewWords.yours}
            below={hasRecouped ? previewWords.withRecouped : ""}
            amount={organization_amount}
            currency={currency}
            kind="left"
          />
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

function partsOf({ outcome, currency, nameOf }: OutcomeProps): Part[] {
  const { recouped_amount, shares, organization_amount } = outcome;
  const part = (key: string, name: string, amount: string): Omit<Part, "kind"> => ({
    key,
    name,
    value: Number(amount),
    shown: showMoney(amount, currency),
  });
  const kept = sumAmounts([organization_amount, negated(recouped_amount)]);
  return [
    ...shares.map(({ payee_id, amount }, index) => ({
      ...part(String(index), nameOf(payee_id, index), amount),
      kind: "given" as const,
    })),
    { ...part("recouped", previewWords.recouped, recouped_amount), kind: "taken" },
    { ...part("yours", previewWords.yours, kept), kind: "left" },
  ];
}

type RowProps = { name: string; below?: string; amount: string; currency: string; kind?: Part["kind"] };

function Row({ name, below, amount, currency, kind }: RowProps) {
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.name} data-kind={kind}>
        {name}
        {below && (
          <Text span size="xs" c="dimmed" display="block">
            {below}
          </Text>
        )}
      </Table.Th>
      <Table.Td className={classes.amount}>
        <Money amount={amount} currency={currency} />
      </Table.Td>
    </Table.Tr>
  );
}

export type Asked = Sale & { currency: string };

type SaleFieldsProps = {
  terms: readonly Pick<Contract["terms"][number], "store_ids" | "territories">[];
  asked: Asked;
  onChange: (asked: Asked) => void;
};

/** Only stores and territories that a term names make a difference. */
export function SaleFields({ terms, asked, onChange }: SaleFieldsProps) {
  const stores = [...new Set(terms.flatMap(({ store_ids }) => store_ids ?? []))];
  const territories = [...new Set(terms.flatMap((term) => term.territories ?? []))];
  const nameOf = useStoreName(stores);
  const { currency, store_id, territory } = asked;
  return (
    <div className={classes.fields}>
      <TextInput
        label={previewWords.currency}
        maxLength={3}
        value={currency}
        onChange={(event) => onChange({ ...asked, currency: event.currentTarget.value.toUpperCase() })}
        error={isKnownCurrency(currency) ? undefined : previewWords.wrongCurrency}
      />
      {stores.length > 0 && (
        <NativeSelect
          label={previewWords.store}
          data={[
            { value: "", label: previewWords.anyStore },
            ...stores.map((value) => ({ value, label: nameOf(value) })),
          ]}
          value={store_id ?? ""}
          onChange={(event) => onChange({ ...asked, store_id: event.currentTarget.value || undefined })}
        />
      )}
      {territories.length > 0 && (
        <NativeSelect
          label={previewWords.territory}
          data={[
            { value: "", label: previewWords.anyTerritory },
            ...territories.map((value) => ({ value, label: showTerritory(value) })),
          ]}
          value={territory ?? ""}
          onChange={(event) => onChange({ ...asked, territory: event.currentTarget.value || undefined })}
        />
      )}
    </div>
  );
}
