// The settings of a store that is there, all on one page.

import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { OperatorStore } from "@segue/sdk";
import { segue } from "../../../data/api.ts";
import { fieldErrors, useAct } from "../../../data/data.ts";
import { FormPart } from "../../../forms/form-part.tsx";
import { Refused } from "../../../forms/refused.tsx";
import { Connection, KindSelect } from "./connector-fields.tsx";
import { connectorFormOf } from "./connector-forms.ts";
import { Recipients } from "./parties-and-deals.tsx";
import { Capabilities, MessageRules, RequirementFields, Territories } from "./rule-fields.tsx";
import { type StoreValues, storeChangesOf, storeFormErrors, storeValuesOf } from "./store-settings.ts";
import { storeFormWords } from "./words.ts";

export function StoreForm({ store }: { store: OperatorStore }) {
  const form = useForm<StoreValues>({ initialValues: storeValuesOf(store) });
  const saving = useAct(
    (values: StoreValues) => {
      return segue.operator.stores.update(values.store_id, storeChangesOf(values));
    },
    { done: storeFormWords.saved, isQuiet: true },
  );
  const submit = form.onSubmit((values) =>
    saving.mutate(values, {
      onError: (error) => form.setErrors(storeFormErrors(values.kind, fieldErrors(error))),
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg" maw={800}>
        <Refused error={saving.error} />
        <FormPart title={storeFormWords.store}>
          <TextInput label={storeFormWords.name} required {...form.getInputProps("name")} />
          <KindSelect form={form} />
          {connectorFormOf(form.values.kind)?.isErn && <Recipients form={form} />}
        </FormPart>
        <Connection form={form} held={store.connector.kind === form.values.kind ? store.connector_secrets : []} />
        <MessageRules form={form} />
        <Capabilities form={form} />
        <RequirementFields form={form} />
        <Territories form={form} />
        <Group>
          <Button type="submit" loading={saving.isPending} disabled={!form.isDirty()}>
            {storeFormWords.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
