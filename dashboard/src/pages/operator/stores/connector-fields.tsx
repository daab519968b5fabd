// How a store is reached: the settings of the chosen kind.

import {
  type InputWrapperProps,
  NumberInput,
  PasswordInput,
  Select,
  SimpleGrid,
  Switch,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { connectorKinds } from "@segue/sdk";
import { FormPart } from "../../../forms/form-part.tsx";
import {
  type ConnectorField,
  type ConnectorForm,
  connectorFormOf,
  type SecretField,
  showConnector,
} from "./connector-forms.ts";
import { initialSettings, type StoreFormOf } from "./store-settings.ts";
import { connectorWords } from "./words.ts";

/** Hints stand below their inputs, so that the inputs of a row are level. */
export const below: NonNullable<InputWrapperProps["inputWrapperOrder"]> = ["label", "input", "description", "error"];

type ConnectionProps = {
  form: StoreFormOf;
  /** The names of the secrets that the service holds. */
  held: readonly string[];
};

/** Where the store is, and how one logs in there. */
export function Connection({ form, held }: ConnectionProps) {
  const kind = connectorFormOf(form.values.kind);
  return (
    <>
      <FormPart title={kind?.label ?? form.values.kind}>
        {kind && <Text size="sm">{aboutOf(kind)}</Text>}
        <Settings form={form} part="connection" />
      </FormPart>
      {kind && kind.secrets.length > 0 && (
        <FormPart title={connectorWords.secrets}>
          <Secrets form={form} held={held} />
        </FormPart>
      )}
    </>
  );
}

function aboutOf({ summary, settings, isFetched }: ConnectorForm): string {
  if (isFetched) return connectorWords.isFetched;
  return settings.some(({ isRule }) => !isRule) ? summary : connectorWords.nothingToEnter(summary);
}

export function KindSelect({ form }: { form: StoreFormOf }) {
  const { kind } = form.values;
  const choose = (value: string | null) => {
    if (value) form.setValues({ kind: value, settings: initialSettings(value), secrets: {} });
  };
  return (
    <Select
      label={connectorWords.kind}
      description={connectorFormOf(kind)?.summary ?? connectorWords.unknownKind}
      inputWrapperOrder={below}
      data={connectorKinds.map((value) => ({ value, label: showConnector(value) }))}
      value={kind}
      onChange={choose}
      allowDeselect={false}
      error={form.errors.kind}
    />
  );
}

/** Those that say where the store is, or the rules of its messages. */
export function Settings({ form, part }: { form: StoreFormOf; part: "connection" | "rules" }) {
  const fields = connectorFormOf(form.values.kind)?.settings ?? [];
  const shown = fields.filter(({ isRule }) => isRule === (part === "rules"));
  if (shown.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {shown.map((field) => (
        <Setting key={field.name} form={form} field={field} />
      ))}
    </SimpleGrid>
  );
}

function Setting({ form, field }: { form: StoreFormOf; field: ConnectorField }) {
  const { name, label, input, hint, placeholder, isRequired, options, minimum, maximum } = field;
  const common = { label, description: hint, inputWrapperOrder: below };
  if (input === "switch")
    return (
      <Switch label={label} description={hint} {...form.getInputProps(`settings.${name}`, { type: "checkbox" })} />
    );
  const props = { ...common, ...form.getInputProps(`settings.${name}`) };
  if (input === "number") return <NumberInput min={minimum} max={maximum} allowDecimal={false} {...props} />;
  if (input === "choice") return <Select data={options} allowDeselect={false} {...props} />;
  return <TextInput required={isRequired} placeholder={placeholder} {...props} />;
}

function Secrets({ form, held }: ConnectionProps) {
  const fields = connectorFormOf(form.values.kind)?.secrets ?? [];
  if (fields.length === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {fields.map((field) => (
        <Secret key={field.name} form={form} field={field} isHeld={held.includes(field.name)} />
      ))}
    </SimpleGrid>
  );
}

type SecretProps = { form: StoreFormOf; field: SecretField; isHeld: boolean };

function Secret({ form, field: { name, label, isLong }, isHeld }: SecretProps) {
  const props = {
    label,
    description: isHeld ? connectorWords.secretHeld : connectorWords.secretHint,
    inputWrapperOrder: below,
    autoComplete: "off",
    ...form.getInputProps(`secrets.${name}`),
    value: form.values.secrets[name] ?? "",
  };
  return isLong ? <Textarea autosize minRows={2} maxRows={6} {...props} /> : <PasswordInput {...props} />;
}
