// Terms as rows, from top to bottom: which part of a sale is payable, at which stores and in which territories.

import { ActionIcon, Group, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { IconArrowUp } from "@tabler/icons-react";
import { errorAt } from "../../data/data.ts";
import { useStores } from "../../data/stores.ts";
import { FormPart } from "../../forms/form-part.tsx";
import { AddRow, RemoveRow } from "../../forms/form-rows.tsx";
import { StoreSelect } from "../../forms/store-select.tsx";
import { TerritoryPicker } from "../../forms/territory-picker.tsx";
import classes from "./contract-editor.module.css";
import { type ContractValues, newTerm } from "./contract-values.ts";
import { editorWords } from "./words.ts";

type Form = UseFormReturnType<ContractValues>;

const MOST_TERMS = 20;
const PERCENT = "%";

export function TermFields({ form }: { form: Form }) {
  const { terms } = form.values;
  const error = form.errors.terms;
  return (
    <FormPart title={editorWords.terms}>
      <Text size="sm" c="dimmed">
        {editorWords.termsHint}
      </Text>
      {terms.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while it is typed.
        <TermRow key={index} form={form} index={index} isOnly={terms.length === 1} />
      ))}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      {terms.length < MOST_TERMS && (
        <AddRow what={editorWords.addTerm} onClick={() => form.insertListItem("terms", newTerm)} />
      )}
    </FormPart>
  );
}

function TermRow({ form, index, isOnly }: { form: Form; index: number; isOnly: boolean }) {
  const { data: stores = [] } = useStores();
  const field = `terms.${index}` as const;
  const { store_ids = [], territories = [] } = form.values.terms[index] ?? newTerm;
  return (
    <fieldset className={classes.row}>
      <legend>{editorWords.termTitle(index + 1)}</legend>
      <Stack gap="sm">
        <Group align="flex-start" gap="sm" wrap="nowrap">
          <TextInput
            label={editorWords.rate}
            inputMode="decimal"
            required
            rightSection={PERCENT}
            flex={1}
            {...form.getInputProps(`${field}.percent`)}
          />
          {!isOnly && (
            <Group gap="xs" wrap="nowrap" mt={22}>
              <ActionIcon
                variant="default"
                size="input-sm"
                aria-label={editorWords.moveUp(index + 1)}
                disabled={index === 0}
                onClick={() => form.reorderListItem("terms", { from: index, to: index - 1 })}
              >
                <IconArrowUp size={16} aria-hidden />
              </ActionIcon>
              <RemoveRow what={editorWords.term(index + 1)} onClick={() => form.removeListItem("terms", index)} />
            </Group>
          )}
        </Group>
        <StoreSelect
          label={editorWords.stores}
          every={editorWords.everyStore}
          stores={stores}
          {...form.getInputProps(`${field}.store_ids`)}
          value={store_ids}
          error={errorAt(form.errors, `${field}.store_ids`)}
        />
        <TerritoryPicker
          label={editorWords.territories}
          worldwide={editorWords.everywhere}
          value={territories}
          onChange={(codes) => form.setFieldValue(`${field}.territories`, codes)}
          error={errorAt(form.errors, `${field}.territories`)}
        />
      </Stack>
    </fieldset>
  );
}
