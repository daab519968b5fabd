// Who gets a message, and what it allows the store: lists of their own in the settings of every kind that sends ERN.

import { Group, MultiSelect, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { AddRow, RemoveRow } from "../../../forms/form-rows.tsx";
import { commercialModels, dealUseTypes } from "./connector-forms.ts";
import type { StoreFormOf } from "./store-settings.ts";

export function Recipients({ form }: { form: StoreFormOf }) {
  return (
    <Stack gap="xs">
      <div>
        <Text size="sm" fw={500}>
          Recipients
        </Text>
        <Text size="xs" c="dimmed">
          The store's parties as messages name them: the DDEX Party Id (DPID), and a name.
        </Text>
      </div>
      {form.values.recipients.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while it is typed.
        <Group key={index} align="flex-start" wrap="nowrap">
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" verticalSpacing={4} flex={1}>
            <TextInput
              aria-label={`Party id ${index + 1}`}
              placeholder="PADPIDA2013020802I"
              {...form.getInputProps(`recipients.${index}.party_id`)}
            />
            <TextInput
              aria-label={`Party name ${index + 1}`}
              placeholder="Auralis"
              {...form.getInputProps(`recipients.${index}.party_name`)}
            />
          </SimpleGrid>
          <RemoveRow
            what={`party ${index + 1}`}
            isDisabled={form.values.recipients.length === 1}
            onClick={() => form.removeListItem("recipients", index)}
          />
        </Group>
      ))}
      <AddRow what="Add a party" onClick={() => form.insertListItem("recipients", { party_id: "", party_name: "" })} />
    </Stack>
  );
}

export function Deals({ form }: { form: StoreFormOf }) {
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        Deals
      </Text>
      {form.values.deals.length === 0 && (
        <Text size="sm" c="dimmed">
          They follow from what the store can do. Add one to say them yourself.
        </Text>
      )}
      {form.values.deals.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while it is typed.
        <Group key={index} align="flex-start" wrap="nowrap">
          <SimpleGrid cols={{ base: 1, sm: 2 }} flex={1}>
            <MultiSelect
              aria-label={`Commercial models of deal ${index + 1}`}
              placeholder="Commercial models"
              data={commercialModels}
              searchable
              {...form.getInputProps(`deals.${index}.commercial_models`)}
            />
            <MultiSelect
              aria-label={`Use types of deal ${index + 1}`}
              placeholder="Use types"
              data={dealUseTypes}
              searchable
              {...form.getInputProps(`deals.${index}.use_types`)}
            />
          </SimpleGrid>
          <RemoveRow what={`deal ${index + 1}`} onClick={() => form.removeListItem("deals", index)} />
        </Group>
      ))}
      <AddRow
        what="Add a deal"
        onClick={() => form.insertListItem("deals", { commercial_models: [], use_types: [] })}
      />
    </Stack>
  );
}
