// A new payee, or one that is changed.

import { Group, Radio, Select, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { payers } from "@segue/sdk";
import { errorAt, fieldErrors, useAct } from "../../data/data.ts";
import { ActModal } from "../../forms/act-modal.tsx";
import { CountrySelect } from "../../forms/country-select.tsx";
import { FormPart } from "../../forms/form-part.tsx";
import { AddRow, RemoveRow } from "../../forms/form-rows.tsx";
import { TerritoryPicker } from "../../forms/territory-picker.tsx";
import { formErrors, newPayee, type PayeeValues } from "./payee-values.ts";
import { payeeFormWords, payerWords, taxWords } from "./words.ts";

const words = payeeFormWords;
const forms = Object.entries(taxWords.forms).map(([value, label]) => ({ value, label }));
const examples = { currency: "EUR", amount: "50.00", external_id: "A-1042" };

type PayeeFormProps<Saved> = {
  title: string;
  action: string;
  initial?: PayeeValues;
  close: () => void;
  save: (values: PayeeValues) => Promise<Saved>;
  done: string;
  onSaved?: (saved: Saved) => void;
};

type Form = UseFormReturnType<PayeeValues>;

export function PayeeForm<Saved>(props: PayeeFormProps<Saved>) {
  const { title, action, initial = newPayee, close, save, done, onSaved } = props;
  const form = useForm<PayeeValues>({ initialValues: initial });
  const saving = useAct(save, {
    done,
    isQuiet: true,
    onDone: (saved) => {
      close();
      onSaved?.(saved);
    },
  });
  const submit = form.onSubmit((values) =>
    saving.mutate(values, { onError: (error) => form.setErrors(formErrors(fieldErrors(error), values)) }),
  );
  return (
    <ActModal
      title={title}
      isOpen
      close={close}
      action={action}
      isBusy={saving.isPending}
      isBlocked={!form.values.name.trim()}
      error={saving.error}
      onSubmit={submit}
    >
      <Basics form={form} />
      <Minimums form={form} />
      <Tax form={form} />
    </ActModal>
  );
}

function Basics({ form }: { form: Form }) {
  return (
    <>
      <TextInput label={words.name} required maxLength={200} data-autofocus {...form.getInputProps("name")} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TextInput
          type="email"
          label={words.email}
          description={words.emailHint}
          inputWrapperOrder={["label", "input", "description", "error"]}
          autoComplete="off"
          {...form.getInputProps("email")}
        />
        <TextInput
          label={words.externalId}
          description={words.externalIdHint}
          inputWrapperOrder={["label", "input", "description", "error"]}
          placeholder={examples.external_id}
          maxLength={100}
          {...form.getInputProps("external_id")}
        />
      </SimpleGrid>
      <Radio.Group label={words.paidBy} {...form.getInputProps("paid_by")}>
        <Stack gap="xs" mt={4}>
          {payers.map((payer) => (
            <Radio key={payer} value={payer} label={payerWords[payer]} description={words.payerHints[payer]} />
          ))}
        </Stack>
      </Radio.Group>
    </>
  );
}

function Minimums({ form }: { form: Form }) {
  return (
    <FormPart title={words.minimums}>
      {form.values.minimum_payouts.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noMinimums}
        </Text>
      )}
      {form.values.minimum_payouts.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while it is typed.
        <Group key={index} align="flex-start" wrap="nowrap" gap="xs">
          <TextInput
            aria-label={words.currency(index + 1)}
            placeholder={examples.currency}
            maxLength={3}
            w={90}
            {...form.getInputProps(`minimum_payouts.${index}.currency`)}
          />
          <TextInput
            aria-label={words.minimum(index + 1)}
            placeholder={examples.amount}
            inputMode="decimal"
            flex={1}
            {...form.getInputProps(`minimum_payouts.${index}.amount`)}
          />
          <RemoveRow what={words.minimumRow(index + 1)} onClick={() => form.removeListItem("minimum_payouts", index)} />
        </Group>
      ))}
      <AddRow
        what={words.addMinimum}
        onClick={() => form.insertListItem("minimum_payouts", { currency: "", amount: "" })}
      />
    </FormPart>
  );
}

function Tax({ form }: { form: Form }) {
  const { withholding_percent, withholding_territories: territories } = form.values.tax;
  return (
    <FormPart title={taxWords.title}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <CountrySelect label={taxWords.country} {...form.getInputProps("tax.country")} />
        <Select
          label={taxWords.form}
          placeholder={taxWords.noForm}
          data={forms}
          clearable
          {...form.getInputProps("tax.form")}
          value={form.values.tax.form || null}
          onChange={(chosen) => form.setFieldValue("tax.form", chosen ?? "")}
        />
        <TextInput type="date" label={taxWords.received} {...form.getInputProps("tax.received_on")} />
        <TextInput type="date" label={taxWords.expires} {...form.getInputProps("tax.expires_on")} />
      </SimpleGrid>
      <TextInput
        label={taxWords.withholding}
        description={taxWords.withholdingHint}
        inputMode="decimal"
        {...form.getInputProps("tax.withholding_percent")}
      />
      {withholding_percent.trim() !== "" && withholding_percent.trim() !== "0" && (
        <TerritoryPicker
          label={taxWords.territories}
          worldwide={taxWords.everywhere}
          value={territories}
          onChange={(codes) => form.setFieldValue("tax.withholding_territories", codes)}
          error={errorAt(form.errors, "tax.withholding_territories")}
        />
      )}
    </FormPart>
  );
}
