// Fees of some stores, territories and months, as rows from top to bottom: the first that holds a line gives its fee.

import { Fieldset, Group, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { errorAt } from "../../../data/data.ts";
import { AddRow, RemoveRow } from "../../../forms/form-rows.tsx";
import { StoreSelect } from "../../../forms/store-select.tsx";
import { TerritoryPicker } from "../../../forms/territory-picker.tsx";
import { useOperatorStores } from "../stores/store-names.ts";
import type { OrganizationValues } from "./organization-settings.ts";
import { organizationFormWords } from "./words.ts";

const words = organizationFormWords.feeTerms;
const MOST_TERMS = 20;
const newTerm: OrganizationValues["fee_terms"][number] = {
  percent: "",
  store_ids: [],
  territories: ["WORLD"],
  from: "",
};

type Form = UseFormReturnType<OrganizationValues>;

export function FeeTermFields({ form }: { form: Form }) {
  const { fee_terms } = form.values;
  const error = form.errors.fee_terms;
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={500}>
          {words.title}
        </Text>
        <Text size="xs" c="dimmed">
          {words.hint}
        </Text>
      </div>
      {fee_terms.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while it is typed.
        <FeeTermRow key={index} form={form} index={index} />
      ))}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      {fee_terms.length < MOST_TERMS && (
        <AddRow what={words.add} onClick={() => form.insertListItem("fee_terms", newTerm)} />
      )}
    </Stack>
  );
}

function FeeTermRow({ form, index }: { form: Form; index: number }) {
  const { data: stores = [] } = useOperatorStores();
  const field = `fee_terms.${index}` as const;
  const { store_ids, territories } = form.values.fee_terms[index] ?? newTerm;
  return (
    <Fieldset legend={words.term(index + 1)}>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm" wrap="nowrap">
          <TextInput
            label={words.fee}
            inputMode="decimal"
            required
            flex={1}
            {...form.getInputProps(`${field}.percent`)}
          />
          <TextInput type="month" label={words.from} flex={1} {...form.getInputProps(`${field}.from`)} />
          <RemoveRow what={words.row(index + 1)} onClick={() => form.removeListItem("fee_terms", index)} />
        </Group>
        <StoreSelect
          label={words.stores}
          every={words.everyStore}
          stores={stores}
          {...form.getInputProps(`${field}.store_ids`)}
          value={store_ids}
          error={errorAt(form.errors, `${field}.store_ids`)}
        />
        <TerritoryPicker
          label={words.territories}
          worldwide={words.everywhere}
          value={territories}
          onChange={(codes) => form.setFieldValue(`${field}.territories`, codes)}
          error={errorAt(form.errors, `${field}.territories`)}
        />
      </Stack>
    </Fieldset>
  );
}
