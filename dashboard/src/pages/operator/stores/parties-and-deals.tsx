// Who gets a message, and what it allows the store: lists of their own in the settings of every kind that sends ERN.

import { Group, MultiSelect, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { AddRow, RemoveRow } from "../../../forms/form-rows.tsx";
import { commercialModels, dealUseTypes } from "./connector-forms.ts";
import type { StoreFormOf } from "./store-settings.ts";
import { dealWords, recipientWords } from "./words.ts";

export function Recipients({ form }: { form: StoreFormOf }) {
  return (
    <Stack gap="xs">
      <div>
        <Text size="sm" fw={500}>
          {recipientWords.title}
        </Text>
        <Text size="xs" c="dimmed">
          {recipientWords.hint}
        </Text>
      </div>
      {form.values.recipients.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while it is typed.
        <Group key={index} align="flex-start" wrap="nowrap">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" verticalSpacing={4} flex={1}>
            <TextInput
              aria-label={recipientWords.id(index + 1)}
              placeholder={recipientWords.idPlaceholder}
              {...form.getInputProps(`recipients.${index}.party_id`)}
            />
            <TextInput
              aria-label={recipientWords.name(index + 1)}
              placeholder={recipientWords.namePlaceholder}
              {...form.getInputProps(`recipients.${index}.party_name`)}
            />
          </SimpleGrid>
          <RemoveRow
            what={recipientWords.row(index + 1)}
            isDisabled={form.values.recipients.length === 1}
            onClick={() => form.removeListItem("recipients", index)}
          />
        </Group>
      ))}
      <AddRow
        what={recipientWords.add}
        onClick={() => form.insertListItem("recipients", { party_id: "", party_name: "" })}
      />
    </Stack>
  );
}

export function Deals({ form }: { form: StoreFormOf }) {
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {dealWords.title}
      </Text>
      {form.values.deals.length === 0 && (
        <Text size="sm" c="dimmed">
          {dealWords.none}
        </Text>
      )}
      {form.values.deals.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while it is typed.
        <Group key={index} align="flex-start" wrap="nowrap">
          <SimpleGrid cols={{ base: 1, sm: 2 }} flex={1}>
            <MultiSelect
              aria-label={dealWords.modelsOf(index + 1)}
              placeholder={dealWords.models}
              data={commercialModels}
              searchable
              {...form.getInputProps(`deals.${index}.commercial_models`)}
            />
            <MultiSelect
              aria-label={dealWords.typesOf(index + 1)}
              placeholder={dealWords.useTypes}
              data={dealUseTypes}
              searchable
              {...form.getInputProps(`deals.${index}.use_types`)}
            />
          </SimpleGrid>
          <RemoveRow what={dealWords.row(index + 1)} onClick={() => form.removeListItem("deals", index)} />
        </Group>
      ))}
      <AddRow
        what={dealWords.add}
        onClick={() => form.insertListItem("deals", { commercial_models: [], use_types: [] })}
      />
    </Stack>
  );
}
