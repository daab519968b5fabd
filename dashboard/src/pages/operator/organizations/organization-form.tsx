import {
  Button,
  Fieldset,
  Group,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { tiers } from "@segue/sdk";
import { errorAt, fieldErrors, useAct } from "../../../data/data.ts";
import { AddRow, RemoveRow } from "../../../forms/form-rows.tsx";
import { Refused } from "../../../forms/refused.tsx";
import { TerritoryPicker } from "../../../forms/territory-picker.tsx";
import { showWord } from "../../../values/format.ts";
import { FeeTermFields } from "./fee-term-fields.tsx";
import { formErrors, type OrganizationValues } from "./organization-settings.ts";
import { organizationFormWords } from "./words.ts";

const words = organizationFormWords;
const examples = {
  currency: "EUR",
  amount: "50.00",
  isrc_prefix: "QZABC",
  ddex_party_id: "PADPIDA2013020802I",
  first_upc: "03600029100",
  last_upc: "03600029199",
};

type OrganizationFormProps<Saved> = {
  initial: OrganizationValues;
  isNew?: boolean;
  save: (values: OrganizationValues) => Promise<Saved>;
  done: string;
  onDone?: (saved: Saved) => void;
};

type Form = UseFormReturnType<OrganizationValues>;

export function OrganizationForm<Saved>({ initial, isNew = false, save, done, onDone }: OrganizationFormProps<Saved>) {
  const form = useForm<OrganizationValues>({ initialValues: initial });
  const saving = useAct(save, {
    done,
    isQuiet: true,
    onDone: (saved) => {
      form.resetDirty();
      onDone?.(saved);
    },
  });
  const submit = form.onSubmit((values) =>
    saving.mutate(values, { onError: (error) => form.setErrors(formErrors(fieldErrors(error))) }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Refused error={saving.error} />
        <Basics form={form} isNew={isNew} />
        <Money form={form} />
        <Identifiers form={form} isNew={isNew} />
        <Limits form={form} />
        <Fieldset legend={words.territories.title}>
          <TerritoryPicker
            value={form.values.licensed_territories}
            onChange={(codes) => form.setFieldValue("licensed_territories", codes)}
            label={words.territories.label}
            error={errorAt(form.errors, "licensed_territories")}
          />
        </Fieldset>
        <Group>
          <Button type="submit" loading={saving.isPending} disabled={!isNew && !form.isDirty()}>
            {isNew ? words.create : words.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Basics({ form, isNew }: { form: Form; isNew: boolean }) {
  return (
    <Fieldset legend={words.basics.title}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label={words.basics.name}
          required
          data-autofocus={isNew || undefined}
          {...form.getInputProps("name")}
        />
        <TextInput
          label={words.basics.label}
          description={words.basics.labelHint}
          placeholder={form.values.name}
          inputWrapperOrder={["label", "input", "description", "error"]}
          {...form.getInputProps("label")}
        />
        <Select
          label={words.basics.tier}
          data={tiers.map((value) => ({ value, label: showWord(value) }))}
          allowDeselect={false}
          {...form.getInputProps("tier")}
        />
        <Select
          label={words.basics.review}
          data={Object.entries(words.basics.reviewModes).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          {...form.getInputProps("review")}
        />
      </SimpleGrid>
    </Fieldset>
  );
}

function Money({ form }: { form: Form }) {
  return (
    <Fieldset legend={words.money.title}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label={words.money.fee} inputMode="decimal" {...form.getInputProps("fee_percent")} />
          <TextInput label={words.money.tax} inputMode="decimal" {...form.getInputProps("withholding_percent")} />
        </SimpleGrid>
        <FeeTermFields form={form} />
        {form.values.withholding_percent !== "0" && (
          <TerritoryPicker
            label={words.money.taxed}
            worldwide={words.money.taxedEverywhere}
            value={form.values.withholding_territories}
            onChange={(codes) => form.setFieldValue("withholding_territories", codes)}
            error={errorAt(form.errors, "withholding_territories")}
          />
        )}
        <Switch
          label={words.money.taxForm}
          description={words.money.taxFormHint}
          {...form.getInputProps("requires_tax_form", { type: "checkbox" })}
        />
        <TextInput
          label={words.money.payoutCurrency}
          description={words.money.payoutCurrencyHint}
          placeholder={words.money.everyCurrency}
          inputWrapperOrder={["label", "input", "description", "error"]}
          maxLength={3}
          {...form.getInputProps("payout_currency")}
        />
        <Minimums form={form} />
      </Stack>
    </Fieldset>
  );
}

function Minimums({ form }: { form: Form }) {
  return (
    <>
      <Text size="sm" fw={500}>
        {words.money.minimums}
      </Text>
      {form.values.minimum_payouts.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while it is typed.
        <Group key={index} align="flex-start" wrap="nowrap">
          <TextInput
            aria-label={words.money.currency(index + 1)}
            placeholder={examples.currency}
            maxLength={3}
            w={90}
            {...form.getInputProps(`minimum_payouts.${index}.currency`)}
          />
          <TextInput
            aria-label={words.money.minimum(index + 1)}
            placeholder={examples.amount}
            inputMode="decimal"
            error={form.errors[`minimum_payouts.${form.values.minimum_payouts[index]?.currency}`]}
            {...form.getInputProps(`minimum_payouts.${index}.amount`)}
          />
          <RemoveRow what={words.money.row(index + 1)} onClick={() => form.removeListItem("minimum_payouts", index)} />
        </Group>
      ))}
      <AddRow
        what={words.money.add}
        onClick={() => form.insertListItem("minimum_payouts", { currency: "", amount: "" })}
      />
    </>
  );
}

function Identifiers({ form, isNew }: { form: Form; isNew: boolean }) {
  return (
    <Fieldset legend={words.identifiers.title}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={words.identifiers.isrcPrefix}
            placeholder={examples.isrc_prefix}
            {...form.getInputProps("isrc_prefix")}
          />
          <TextInput
            label={words.identifiers.ddexParty}
            placeholder={examples.ddex_party_id}
            {...form.getInputProps("ddex_party_id")}
          />
        </SimpleGrid>
        <Text size="sm" fw={500}>
          {words.identifiers.upcRanges}
        </Text>
        {isNew && form.values.upc_ranges.length === 0 && (
          <Text size="sm" c="dimmed">
            {words.identifiers.noUpcRanges}
          </Text>
        )}
        {form.values.upc_ranges.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while it is typed.
          <Group key={index} align="flex-start" wrap="nowrap">
            <TextInput
              aria-label={words.identifiers.first(index + 1)}
              placeholder={examples.first_upc}
              {...form.getInputProps(`upc_ranges.${index}.first`)}
              error={form.errors[`upc_ranges.${index}.first`] ?? form.errors[`upc_ranges.${index}`]}
            />
            <TextInput
              aria-label={words.identifiers.last(index + 1)}
              placeholder={examples.last_upc}
              {...form.getInputProps(`upc_ranges.${index}.last`)}
            />
            <RemoveRow
              what={words.identifiers.row(index + 1)}
              onClick={() => form.removeListItem("upc_ranges", index)}
            />
          </Group>
        ))}
        <AddRow
          what={words.identifiers.add}
          onClick={() => form.insertListItem("upc_ranges", { first: "", last: "" })}
        />
      </Stack>
    </Fieldset>
  );
}

function Limits({ form }: { form: Form }) {
  return (
    <Fieldset legend={words.limits.title}>
      <Stack>
        <Switch label={words.limits.hasOwnRate} {...form.getInputProps("has_own_rate", { type: "checkbox" })} />
        {form.values.has_own_rate && (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <NumberInput label={words.limits.perMinute} min={1} {...form.getInputProps("per_minute")} />
            <NumberInput label={words.limits.burst} min={1} {...form.getInputProps("burst")} />
          </SimpleGrid>
        )}
        <NumberInput
          label={words.limits.storage}
          description={words.limits.storageHint}
          min={0}
          maw={240}
          inputWrapperOrder={["label", "input", "description", "error"]}
          {...form.getInputProps("storage_gib")}
        />
      </Stack>
    </Fieldset>
  );
}
