// Where money is sent: details replace those of before whole, so each form begins empty.

import { Select, SimpleGrid, Text, Textarea, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import type { PaymentDetails } from "@segue/sdk";
import { fieldErrors, useAct } from "../../../data/data.ts";
import { ActModal } from "../../../forms/act-modal.tsx";
import { CountrySelect } from "../../../forms/country-select.tsx";
import { paymentWords } from "./words.ts";

const words = paymentWords.form;
const MOST_SIGNS = 500;
const kinds = Object.entries(words.kinds).map(([value, label]) => ({ value, label }));

type Kind = keyof typeof words.kinds;

type Values = {
  kind: Kind;
  holder: string;
  iban: string;
  account_number: string;
  country: string;
  routing_number: string;
  bic: string;
  email: string;
  text: string;
};

const empty: Values = {
  kind: "iban",
  holder: "",
  iban: "",
  account_number: "",
  country: "",
  routing_number: "",
  bic: "",
  email: "",
  text: "",
};

/** Only the fields of the kind that was chosen. Empty ones that it needs are sent, so that the service names them. */
function detailsOf(values: Values): PaymentDetails {
  const { kind, holder, iban, account_number, country, routing_number, bic, email, text } = values;
  if (kind === "iban") return { method: "bank", holder: holder.trim(), iban: iban.trim() };
  if (kind === "paypal") return { method: "paypal", email: email.trim() };
  if (kind === "other") return { method: "other", text: text.trim() };
  return {
    method: "bank",
    holder: holder.trim(),
    account_number: account_number.trim(),
    country,
    ...(routing_number.trim() && { routing_number: routing_number.trim() }),
    ...(bic.trim() && { bic: bic.trim() }),
  };
}

type PaymentFormProps = { save: (details: PaymentDetails) => Promise<unknown>; close: () => void };

export function PaymentForm({ save, close }: PaymentFormProps) {
  const form = useForm<Values>({ initialValues: empty });
  const saving = useAct(save, { done: paymentWords.saved, isQuiet: true, onDone: close });
  const submit = form.onSubmit((values) =>
    saving.mutate(detailsOf(values), { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <ActModal
      title={words.title}
      isOpen
      close={close}
      action={words.save}
      isBusy={saving.isPending}
      error={saving.error}
      onSubmit={submit}
    >
      <Select
        label={words.kind}
        data={kinds}
        allowDeselect={false}
        data-autofocus
        {...form.getInputProps("kind")}
        onChange={(kind) => {
          form.clearErrors();
          form.setFieldValue("kind", kind as Kind);
        }}
      />
      <KindFields form={form} />
      <Text size="sm" c="dimmed">
        {paymentWords.hint} {paymentWords.holdHint}
      </Text>
    </ActModal>
  );
}

function KindFields({ form }: { form: UseFormReturnType<Values> }) {
  const { kind } = form.values;
  const of = (field: keyof Values) => ({ ...form.getInputProps(field), autoComplete: "off" });
  if (kind === "paypal") return <TextInput type="email" label={words.email} required {...of("email")} />;
  if (kind === "other")
    return <Textarea label={words.text} required autosize minRows={3} maxLength={MOST_SIGNS} {...of("text")} />;
  const holder = <TextInput label={words.holder} required {...of("holder")} />;
  if (kind === "iban")
    return (
      <>
        {holder}
        <TextInput label={words.iban} required spellCheck={false} {...of("iban")} />
      </>
    );
  return (
    <>
      {holder}
      <TextInput label={words.accountNumber} required spellCheck={false} {...of("account_number")} />
      <CountrySelect label={words.country} required {...form.getInputProps("country")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          label={words.routingNumber}
          description={words.routingNumberHint}
          inputWrapperOrder={["label", "input", "description", "error"]}
          spellCheck={false}
          {...of("routing_number")}
        />
        <TextInput label={words.bic} spellCheck={false} {...of("bic")} />
      </SimpleGrid>
    </>
  );
}
