import { Button, Checkbox, Fieldset, Group, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import type { MessageFormat, NewStore, OperatorStore, Store } from "@segue/sdk";
import { errorAt, fieldErrors, useAct } from "../../../data/data.ts";
import { Refused } from "../../../forms/refused.tsx";
import { TerritoryPicker } from "../../../forms/territory-picker.tsx";
import { ConnectorFields } from "./connector-fields.tsx";
import { RuleRows } from "./rule-rows.tsx";
import { type StoreValues, storeBodyOf, storeFormErrors } from "./store-settings.ts";

type StoreFormProps = {
  initial: StoreValues;
  /** The names of the secrets that the service holds. */
  held?: readonly string[];
  isNew?: boolean;
  save: (body: NewStore) => Promise<OperatorStore>;
  done: string;
  onDone?: (store: OperatorStore) => void;
};

type Form = UseFormReturnType<StoreValues>;

export function StoreForm({ initial, held = [], isNew = false, save, done, onDone }: StoreFormProps) {
  const form = useForm<StoreValues>({ initialValues: initial });
  const saving = useAct(save, { done, isQuiet: true, ...(onDone && { onDone }) });
  const submit = form.onSubmit((values) =>
    saving.mutate(storeBodyOf(values), {
      onError: (error) => form.setErrors(storeFormErrors(values.kind, fieldErrors(error))),
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Refused error={saving.error} />
        <Fieldset legend="Store">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput label="Name" required data-autofocus={isNew || undefined} {...form.getInputProps("name")} />
            <TextInput
              label="Id"
              description="store_ and small letters, digits and underscores. It stays for ever."
              inputWrapperOrder={["label", "input", "description", "error"]}
              required
              disabled={!isNew}
              {...form.getInputProps("store_id")}
            />
          </SimpleGrid>
        </Fieldset>
        <ConnectorFields form={form} held={initial.kind === form.values.kind ? held : []} />
        <Capabilities form={form} />
        <RequirementFields form={form} />
        <Fieldset legend="Territories">
          <TerritoryPicker
            label="Where it sells"
            value={form.values.territories}
            onChange={(codes) => form.setFieldValue("territories", codes)}
            error={errorAt(form.errors, "territories")}
          />
        </Fieldset>
        <Group>
          <Button type="submit" loading={saving.isPending} disabled={!isNew && !form.isDirty()}>
            {isNew ? "Add the store" : "Save changes"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const abilities: Readonly<Record<Exclude<keyof Store["capabilities"], "message_format">, string>> = {
  streaming: "Listeners stream",
  download: "Listeners buy downloads",
  preorder: "It sells before the release date",
  updates: "It accepts changed metadata",
  takedown: "It takes releases down",
  ugc: "Its users upload recordings, and it pays for them",
};

const formats: Readonly<Record<MessageFormat, string>> = { "ern_4.3.2": "ERN 4.3.2", "ern_4.3": "ERN 4.3" };

function Capabilities({ form }: { form: Form }) {
  return (
    <Fieldset legend="What it can do">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {Object.entries(abilities).map(([name, label]) => (
          <Checkbox key={name} label={label} {...form.getInputProps(`capabilities.${name}`, { type: "checkbox" })} />
        ))}
        <Select
          label="Messages"
          data={Object.entries(formats).map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          {...form.getInputProps("capabilities.message_format")}
        />
      </SimpleGrid>
    </Fieldset>
  );
}

function RequirementFields({ form }: { form: Form }) {
  return (
    <Fieldset legend="Requirements">
      <Stack>
        <Select
          label="What it demands of a release"
          data={[
            { value: "standard", label: "Standard: what most stores demand" },
            { value: "none", label: "Nothing beyond the rules for every release" },
            { value: "own", label: "Its own rules" },
          ]}
          allowDeselect={false}
          {...form.getInputProps("requirements")}
        />
        {form.values.requirements === "own" && (
          <RuleRows
            rules={form.values.own_requirements}
            onChange={(rules) => {
              form.setFieldValue("own_requirements", rules);
              form.clearErrors();
            }}
            errorOf={(field) => errorAt(form.errors, `own_requirements.${field}`)}
          />
        )}
      </Stack>
    </Fieldset>
  );
}
