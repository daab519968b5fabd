// How a store is reached: the settings of the chosen kind.

import {
  Fieldset,
  Group,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { connectorKinds } from "@segue/sdk";
import { AddRow, RemoveRow } from "../../../forms/form-rows.tsx";
import {
  type ConnectorField,
  commercialModels,
  connectorFormOf,
  dealUseTypes,
  type SecretField,
  showConnector,
} from "./connector-forms.ts";
import { initialSettings, type StoreValues } from "./store-settings.ts";

type Form = UseFormReturnType<StoreValues>;

type ConnectorFieldsProps = {
  form: Form;
  /** The names of the secrets that the service holds. */
  held: readonly string[];
};

export function ConnectorFields({ form, held }: ConnectorFieldsProps) {
  const { kind } = form.values;
  const chosen = connectorFormOf(kind);
  const choose = (value: string | null) => {
    if (value) form.setValues({ kind: value, settings: initialSettings(value), secrets: {} });
  };
  return (
    <Fieldset legend="Connection">
      <Stack>
        <Select
          label="How the store is reached"
          data={connectorKinds.map((value) => ({ value, label: showConnector(value) }))}
          value={kind}
          onChange={choose}
          allowDeselect={false}
          error={form.errors.kind}
        />
        <Text size="sm" c="dimmed">
          {chosen?.summary ?? "This dashboard does not know the kind. Change it by the API."}
        </Text>
        {chosen?.isErn && <Recipients form={form} />}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {chosen?.settings.map((field) => (
            <Setting key={field.name} form={form} field={field} />
          ))}
        </SimpleGrid>
        {chosen && chosen.secrets.length > 0 && (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {chosen.secrets.map((field) => (
              <Secret key={field.name} form={form} field={field} isHeld={held.includes(field.name)} />
            ))}
          </SimpleGrid>
        )}
        {chosen?.isErn && <Deals form={form} />}
      </Stack>
    </Fieldset>
  );
}

function Setting({ form, field }: { form: Form; field: ConnectorField }) {
  const { name, label, input, hint, placeholder, isRequired, options, minimum, maximum } = field;
  const common = {
    label,
    description: hint,
    inputWrapperOrder: ["label" as const, "input" as const, "description" as const, "error" as const],
  };
  if (input === "switch")
    return (
      <Switch label={label} description={hint} {...form.getInputProps(`settings.${name}`, { type: "checkbox" })} />
    );
  const props = { ...common, ...form.getInputProps(`settings.${name}`) };
  if (input === "number") return <NumberInput min={minimum} max={maximum} allowDecimal={false} {...props} />;
  if (input === "choice") return <Select data={options} allowDeselect={false} {...props} />;
  return <TextInput required={isRequired} placeholder={placeholder} {...props} />;
}

function Secret({ form, field: { name, label, isLong }, isHeld }: { form: Form; field: SecretField; isHeld: boolean }) {
  const props = {
    label,
    description: isHeld ? "It is set. Leave this empty to keep it." : "It is kept sealed and never shown again.",
    autoComplete: "off",
    ...form.getInputProps(`secrets.${name}`),
    value: form.values.secrets[name] ?? "",
  };
  return isLong ? <Textarea autosize minRows={2} maxRows={6} {...props} /> : <PasswordInput {...props} />;
}

function Recipients({ form }: { form: Form }) {
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        The store's parties, as messages name them
      </Text>
      {form.values.recipients.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while it is typed.
        <Group key={index} align="flex-start" wrap="nowrap">
          <TextInput
            aria-label={`Party id ${index + 1}`}
            placeholder="PADPIDA2013020802I"
            flex={1}
            {...form.getInputProps(`recipients.${index}.party_id`)}
          />
          <TextInput
            aria-label={`Party name ${index + 1}`}
            placeholder="Auralis"
            flex={1}
            {...form.getInputProps(`recipients.${index}.party_name`)}
          />
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

function Deals({ form }: { form: Form }) {
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
