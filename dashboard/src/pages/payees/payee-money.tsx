// The balance of a payee, what changed it, and what can be done with it: a payout, a payment of one's own, an adjustment.

import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { Balance, Payee, PayeeTransaction } from "@segue/sdk";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Money } from "../../components/money.tsx";
import { Section } from "../../components/section.tsx";
import { Ready } from "../../components/states.tsx";
import { segue } from "../../data/api.ts";
import { fieldErrors, useAct, useRead, wholeList } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { ActModal } from "../../forms/act-modal.tsx";
import { showDay, showWord } from "../../values/format.ts";
import { BalanceCards } from "../money/balance-cards.tsx";
import { PayPayeeButton } from "../money/payee-payout.tsx";
import { payeeMoneyWords } from "./words.ts";

const words = payeeMoneyWords;
const SHOWN = 10;

export function PayeeMoney({ payee }: { payee: Payee }) {
  const { id } = payee;
  const balance = useRead(["payees.balance", id], () => segue.payees.balance(id));
  const newest = useRead(["payees.transactions", id], () => segue.payees.transactions(id, { limit: SHOWN }));
  return (
    <Section title={words.title}>
      <Stack>
        <Ready of={balance}>
          {({ data }) => (
            <>
              {data.length > 0 ? (
                <BalanceCards balances={data} />
              ) : (
                <Text size="sm" c="dimmed">
                  {words.none}
                </Text>
              )}
              <Acts payee={payee} balances={data} />
            </>
          )}
        </Ready>
        {newest.data && newest.data.data.length > 0 && <Movements rows={newest.data.data} />}
      </Stack>
    </Section>
  );
}

const { columns: titles } = words.transactions;
const columns: readonly Column<PayeeTransaction>[] = [
  {
    id: "what",
    title: titles.what,
    cell: ({ description }) => (
      <Text size="sm" truncate title={description}>
        {description}
      </Text>
    ),
  },
  { id: "type", title: titles.type, cell: ({ type }) => showWord(type), width: 150, isExtra: true },
  { id: "when", title: titles.when, cell: ({ created_at }) => showDay(created_at), width: 140, isExtra: true },
  {
    id: "amount",
    title: titles.amount,
    cell: ({ amount, currency }) => <Money amount={amount} currency={currency} hasSign />,
    isNumber: true,
    width: 140,
  },
];

function Movements({ rows }: { rows: readonly PayeeTransaction[] }) {
  return (
    <ListTable
      label={words.transactions.label}
      list={wholeList(rows)}
      columns={columns}
      keyOf={({ id }) => id}
      rowHeight={44}
      empty={null}
    />
  );
}

type ActsProps = { payee: Payee; balances: readonly Balance[] };

function Acts({ payee, balances }: ActsProps) {
  const may = useMay();
  const mayPay = payee.paid_by === "operator" && may("payouts:write") && balances.length > 0;
  return (
    <Group gap="xs">
      {mayPay && <PayPayeeButton payee_id={payee.id} />}
      {payee.paid_by === "organization" && may("payees:write") && balances.length > 0 && (
        <PaymentButton payee={payee} balances={balances} />
      )}
      {may("payees:write") && <AdjustButton payee={payee} balances={balances} />}
    </Group>
  );
}

type Given = { currency: string; amount: string; paid_on: string; reference: string; reason: string };

const givenAtFirst = (balances: readonly Balance[]): Given => ({
  currency: balances[0]?.currency ?? "EUR",
  amount: "",
  paid_on: new Date().toISOString().slice(0, 10),
  reference: "",
  reason: "",
});

/** A button, and its form with the fields that it asks for. */
function MoneyAct<Output>(
  props: ActsProps & {
    label: string;
    title: string;
    hint: string;
    send: string;
    done: string;
    asks: "payment" | "reason";
    act: (given: Given) => Promise<Output>;
  },
) {
  const { balances, label, title, hint, send, done, asks, act } = props;
  const [isOpen, modal] = useDisclosure();
  const form = useForm<Given>({ initialValues: givenAtFirst(balances) });
  const doing = useAct(act, {
    done,
    isQuiet: true,
    onDone: () => {
      modal.close();
      form.reset();
    },
  });
  const close = () => {
    doing.reset();
    modal.close();
  };
  const submit = form.onSubmit((given) =>
    doing.mutate(given, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  const of = (field: keyof Given) => form.getInputProps(field);
  return (
    <>
      <Button variant="default" size="xs" onClick={modal.open}>
        {label}
      </Button>
      <ActModal
        title={title}
        isOpen={isOpen}
        close={close}
        action={send}
        isBusy={doing.isPending}
        error={doing.error}
        onSubmit={submit}
      >
        <Text size="sm">{hint}</Text>
        <Group grow align="flex-start" gap="xs">
          {balances.length > 0 ? (
            <NativeSelect label={words.currency} data={balances.map(({ currency }) => currency)} {...of("currency")} />
          ) : (
            <TextInput label={words.currency} maxLength={3} {...of("currency")} />
          )}
          <TextInput label={words.amount} inputMode="decimal" data-autofocus {...of("amount")} />
        </Group>
        {asks === "reason" ? (
          <Textarea label={words.reason} required maxLength={500} {...of("reason")} />
        ) : (
          <>
            <TextInput type="date" label={words.paidOn} required {...of("paid_on")} />
            <TextInput label={words.reference} maxLength={200} {...of("reference")} />
          </>
        )}
      </ActModal>
    </>
  );
}

function PaymentButton(props: ActsProps) {
  const { id, name } = props.payee;
  return (
    <MoneyAct
      {...props}
      label={words.record}
      title={words.recordTitle(name)}
      hint={words.recordHint}
      send={words.recordSend}
      done={words.recordDone}
      asks="payment"
      act={({ currency, amount, paid_on, reference }) =>
        segue.payees.createPayment(id, {
          currency,
          amount: amount.trim(),
          paid_on,
          reference: reference.trim() || undefined,
        })
      }
    />
  );
}

function AdjustButton(props: ActsProps) {
  const { id, name, paid_by } = props.payee;
  return (
    <MoneyAct
      {...props}
      label={words.adjust}
      title={words.adjustTitle(name)}
      hint={words.adjustHints[paid_by]}
      send={words.adjustSend}
      done={words.adjustDone}
      asks="reason"
      act={({ currency, amount, reason }) =>
        segue.payees.createAdjustment(id, {
          currency: currency.trim().toUpperCase(),
          amount: amount.trim(),
          reason: reason.trim(),
        })
      }
    />
  );
}
