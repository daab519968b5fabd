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

/** A balance, and the least of it that is paid out. */
export type Payable = Balance & { minimum: string };

export function RequestPayoutButton({ payable }: { payable: Payable }) {
  const { currency, available, minimum } = payable;
  const [isOpen, modal] = useDisclosure();
  const form = useForm({ initialValues: { amount: "" } });
  const requesting = useAct((body: NewPayout) => segue.payouts.create(body), {
    done: ({ amount }) => `A payout of ${showExactMoney(amount, currency)} is requested.`,
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
      <Button onClick={open}>Request a payout in {currency}</Button>
      <ActModal
        title={`Request a payout in ${currency}`}
        isOpen={isOpen}
        close={modal.close}
        action="Request the payout"
        isBusy={requesting.isPending}
        error={requesting.error}
        onSubmit={submit}
      >
        <Text size="sm">
          <b>
            <Money amount={available} currency={currency} />
          </b>{" "}
          can be paid out.
          {hasMinimum && ` The least is ${showExactMoney(minimum, currency)}.`} The amount leaves your available balance
          at once. You can cancel until it is being processed.
        </Text>
        <TextInput
          label={`Amount in ${currency}`}
          description="Leave it empty for everything that is available"
          placeholder={available}
          inputMode="decimal"
          data-autofocus
          {...form.getInputProps("amount")}
        />
      </ActModal>
    </>
  );
}
