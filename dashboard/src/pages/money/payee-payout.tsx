// A payout of a payee that the operator pays: the payee, one of its balances, and an amount.

import { Button, NativeSelect, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { NewPayout } from "@segue/sdk";
import { Money } from "../../components/money.tsx";
import { segue } from "../../data/api.ts";
import { fieldErrors, useAct, useRead } from "../../data/data.ts";
import { ActModal } from "../../forms/act-modal.tsx";
import { PayeeSelect } from "../../forms/payee-select.tsx";
import { navigate } from "../../router.tsx";
import { showExactMoney } from "../../values/format.ts";
import { compareAmounts } from "../../values/money.ts";
import type { Payable } from "./payout-request.tsx";
import { payeePayoutWords, payoutRequestWords } from "./words.ts";

const words = payeePayoutWords;

/** Its balances with money in them, each with the least that is paid out of it. */
async function readPayable(payee_id: string): Promise<Payable[]> {
  const [{ data }, { minimum_payouts }] = await Promise.all([
    segue.payees.balance(payee_id),
    segue.payees.get(payee_id),
  ]);
  return data
    .filter(({ available }) => compareAmounts(available, "0") > 0)
    .map((balance) => ({ ...balance, minimum: minimum_payouts[balance.currency] ?? "0" }));
}

/** `payee_id`: chosen at first. */
export function PayPayeeButton({ payee_id = "" }: { payee_id?: string }) {
  const [isOpen, modal] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={modal.open}>
        {words.title}
      </Button>
      {isOpen && <PayPayee payee_id={payee_id} close={modal.close} />}
    </>
  );
}

function PayPayee({ payee_id: first, close }: { payee_id: string; close: () => void }) {
  const form = useForm({ initialValues: { payee_id: first, currency: "", amount: "" } });
  const { payee_id, currency } = form.values;
  const balances = useRead(["payees.payable", payee_id], () => readPayable(payee_id), { isEnabled: payee_id !== "" });
  const payable = payee_id === "" ? [] : (balances.data ?? []);
  const chosen = payable.find((balance) => balance.currency === currency) ?? payable[0];
  const requesting = useAct((body: NewPayout) => segue.payouts.create(body), {
    done: ({ amount, currency }) => payoutRequestWords.done(showExactMoney(amount, currency)),
    isQuiet: true,
    onDone: ({ id }) => navigate(`/payouts/${id}`),
  });
  const submit = form.onSubmit(({ amount }) => {
    if (!chosen) return form.setErrors({ payee_id: words.choose });
    const body = { payee_id, currency: chosen.currency, amount: amount.trim() || undefined };
    requesting.mutate(body, { onError: (error) => form.setErrors(fieldErrors(error)) });
  });
  const isEmpty = payee_id !== "" && balances.data !== undefined && !balances.isPlaceholderData && !chosen;
  return (
    <ActModal
      title={words.title}
      isOpen
      close={close}
      action={payoutRequestWords.send}
      isBusy={requesting.isPending}
      isBlocked={payee_id !== "" && !chosen}
      error={requesting.error ?? balances.error}
      onSubmit={submit}
    >
      <Text size="sm">{words.hint}</Text>
      <PayeeSelect
        label={words.payee}
        placeholder={words.payeeHint}
        required
        isPaidByOperator
        data-autofocus
        value={payee_id}
        onChange={(id) => form.setValues({ payee_id: id, currency: "", amount: "" })}
        error={form.errors.payee_id}
      />
      {isEmpty && <Text size="sm">{words.nothing}</Text>}
      {chosen && <Amount form={form} payable={payable} chosen={chosen} />}
    </ActModal>
  );
}

type AmountProps = {
  form: ReturnType<typeof useForm<{ payee_id: string; currency: string; amount: string }>>;
  payable: readonly Payable[];
  chosen: Payable;
};

function Amount({ form, payable, chosen: { currency, available, minimum } }: AmountProps) {
  const hasMinimum = compareAmounts(minimum, "0") > 0;
  return (
    <>
      {payable.length > 1 && (
        <NativeSelect
          label={words.currency}
          data={payable.map((balance) => balance.currency)}
          value={currency}
          onChange={(event) => form.setFieldValue("currency", event.currentTarget.value)}
        />
      )}
      <Text size="sm">
        <b>
          <Money amount={available} currency={currency} />
        </b>{" "}
        {payoutRequestWords.afterAvailable}
        {hasMinimum && ` ${payoutRequestWords.minimum(showExactMoney(minimum, currency))}`}
      </Text>
      <TextInput
        label={payoutRequestWords.amount(currency)}
        description={payoutRequestWords.amountHint}
        placeholder={available}
        inputMode="decimal"
        {...form.getInputProps("amount")}
      />
    </>
  );
}
