import { Button, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { Balance, NewPayout } from "@segue/sdk";
import { Money } from "../../components/money.tsx";
import { segue } from "../../data/api.ts";
import { fieldErrors, useAct } from "../../data/data.ts";
import { ActModal } from "../../forms/act-modal.tsx";
import { navigate } from "../../router.tsx";
import { showExactMoney } from "../../values/format.ts";
import { compareAmounts } from "../../values/money.ts";
import { payoutRequestWords } from "./words.ts";

/** A balance, and the least of it that is paid out. */
export type Payable = Balance & { minimum: string };

export function RequestPayoutButton({ payable }: { payable: Payable }) {
  const { currency, available, minimum } = payable;
  const [isOpen, modal] = useDisclosure();
  const form = useForm({ initialValues: { amount: "" } });
  const requesting = useAct((body: NewPayout) => segue.payouts.create(body), {
    done: ({ amount }) => payoutRequestWords.done(showExactMoney(amount, currency)),
    isQuiet: true,
    onDone: ({ id }) => navigate(`/payouts/${id}`),
  });
  const submit = form.onSubmit(({ amount }) => {
    const body = { currency, amount: amount.trim() || undefined };
    requesting.mutate(body, { onError: (error) => form.setErrors(fieldErrors(error)) });
  });
  const open = () => {
    form.reset();
    requesting.reset();
    modal.open();
  };
  const hasMinimum = compareAmounts(minimum, "0") > 0;
  return (
    <>
      <Button onClick={open}>{payoutRequestWords.title(currency)}</Button>
      <ActModal
        title={payoutRequestWords.title(currency)}
        isOpen={isOpen}
        close={modal.close}
        action={payoutRequestWords.send}
        isBusy={requesting.isPending}
        error={requesting.error}
        onSubmit={submit}
      >
        <Text size="sm">
          <b>
            <Money amount={available} currency={currency} />
          </b>{" "}
          {payoutRequestWords.afterAvailable}
          {hasMinimum && ` ${payoutRequestWords.minimum(showExactMoney(minimum, currency))}`} {payoutRequestWords.hint}
        </Text>
        <TextInput
          label={payoutRequestWords.amount(currency)}
          description={payoutRequestWords.amountHint}
          placeholder={available}
          inputMode="decimal"
          data-autofocus
          {...form.getInputProps("amount")}
        />
      </ActModal>
    </>
  );
}
