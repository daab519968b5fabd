// The payee statements of the organization, by payee, month and currency.

import { Anchor, Group, NativeSelect, Text } from "@mantine/core";
import { ListTable } from "../../components/list-table.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Empty } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { useList, useRead } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { PayeeSelect } from "../../forms/payee-select.tsx";
import { Link, useFilter } from "../../router.tsx";
import { showMonth } from "../../values/format.ts";
import { addMonths, monthsBetween, thisMonth } from "../../values/months.ts";
import { amountColumns, payeeColumn } from "./statement-columns.tsx";
import { ofOrganization } from "./statement-source.ts";
import { payeeStatementsWords } from "./words.ts";

const words = payeeStatementsWords;
const columns = [payeeColumn, ...amountColumns];
const MONTHS_BACK = 60;

type Filters = { payee_id?: string; statement_id?: string; period?: string; currency?: string };

export default function PayeeStatements() {
  const [payee_id] = useFilter("payee_id");
  const [statement_id] = useFilter("statement_id");
  const [period] = useFilter("period");
  const [currency] = useFilter("currency");
  const filters: Filters = {
    ...(payee_id && { payee_id }),
    ...(statement_id && { statement_id }),
    ...(period && { period }),
    ...(currency && { currency }),
  };
  const list = useList(["payeeStatements.list", filters], (page) =>
    segue.payeeStatements.list({ ...page, ...filters }),
  );
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <PageHead title={words.title} about={words.about} />
      <FilterBar shown={list.rows?.map((row) => row.currency) ?? []} />
      {statement_id && (
        <Text size="sm" c="dimmed" mb="sm">
          {words.ofOneStatement}{" "}
          <Anchor component={Link} to="/payee-statements" inherit>
            {words.showAll}
          </Anchor>
        </Text>
      )}
      <ListTable
        label={words.label}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => ofOrganization.linkOf(id)}
        empty={
          isFiltered ? (
            <Empty title={words.noMatch}>{words.noMatchHint}</Empty>
          ) : (
            <Empty title={words.none} example="npx segue payee-statement list">
              {words.noneHint}
            </Empty>
          )
        }
      />
    </>
  );
}

function FilterBar({ shown }: { shown: readonly string[] }) {
  const [payee_id, setPayee] = useFilter("payee_id");
  const [period, setPeriod] = useFilter("period");
  const [currency, setCurrency] = useFilter("currency");
  const currencies = useCurrencies([currency, ...shown]);
  const now = thisMonth();
  const months = monthsBetween(addMonths(now, -MONTHS_BACK), now).reverse();
  return (
    <Group mb="md" align="flex-start">
      <PayeeSelect
        aria-label={words.payee}
        placeholder={words.everyPayee}
        value={payee_id}
        onChange={(chosen) => setPayee(chosen)}
        clearable
        w={240}
      />
      <Choice
        label={words.month}
        every={words.everyMonth}
        options={months.map((value) => ({ value, label: showMonth(value) }))}
        value={period}
        onChange={setPeriod}
      />
      <Choice
        label={words.currency}
        every={words.everyCurrency}
        options={currencies.map((value) => ({ value, label: value }))}
        value={currency}
        onChange={setCurrency}
      />
    </Group>
  );
}

/** Those of the balances, which every statement adds to, and those that the list shows. */
function useCurrencies(shown: readonly string[]): string[] {
  const isEnabled = useMay()("payouts:read");
  const { data } = useRead(["balance.get"], () => segue.balance.get(), { isEnabled, isSteady: true });
  const known = [...shown, ...(data?.data ?? []).map(({ currency }) => currency)];
  return [...new Set(known)].filter(Boolean).sort();
}

type ChoiceProps = {
  label: string;
  every: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChange: (value: string) => void;
};

function Choice({ label, every, options, value, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      aria-label={label}
      data={[{ value: "", label: every }, ...options]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
