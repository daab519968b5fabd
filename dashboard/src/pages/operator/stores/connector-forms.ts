// The kinds of connectors as a form asks for them, made of the settings that the service describes. A setting that a kind gains
// is asked for without a change here; these pages only give words to names. The service has the last word: it names each
// setting that is wrong.

import { type ConnectorKind, connectorKinds, connectorSchemas } from "@segue/sdk";
import { showWord } from "../../../values/format.ts";
import { connectorWords } from "./words.ts";

type Setting = string | number | boolean;

export type ConnectorField = {
  name: string;
  label: string;
  input: "text" | "number" | "switch" | "choice";
  hint: string | undefined;
  placeholder: string | undefined;
  isRequired: boolean;
  options: readonly { value: string; label: string }[];
  initial: Setting;
  minimum: number | undefined;
  maximum: number | undefined;
  /** An empty text is a setting of its own, and not the service's default. */
  canBeEmpty: boolean;
  /** Says how messages are written and answered; the others say where the store is. */
  isRule: boolean;
};

export type SecretField = { name: string; label: string; isLong: boolean };

export type ConnectorForm = {
  label: string;
  summary: string;
  settings: readonly ConnectorField[];
  secrets: readonly SecretField[];
  /** It sends ERN: recipients and deals are asked for too, by inputs of their own. */
  isErn: boolean;
  /** The store fetches its messages, with a credential of its own. */
  isFetched: boolean;
};

type Schemas = typeof connectorSchemas;
type NamesOf<Kind extends ConnectorKind> = keyof Schemas[Kind]["properties"];
type SettingName = { [Kind in ConnectorKind]: NamesOf<Kind> }[ConnectorKind];

type SettingSchema = {
  type: string;
  enum?: readonly string[];
  default?: Setting;
  description?: string;
  examples?: readonly Setting[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  writeOnly?: boolean;
};

const kindLabels: Readonly<Record<ConnectorKind, string>> = connectorWords.kinds;

/** Where the name of a setting is not its label. */
const labels: Readonly<Partial<Record<SettingName, string>>> = connectorWords.settings;

/** A new store is connected and tested without these: they are asked for afterwards. */
const ruleSettings: readonly SettingName[] = [
  "takedown_style",
  "compilation",
  "default_genre",
  "resend_files",
  "territory_attributes",
  "lyrics",
  "batches",
  "folder_name",
  "signal",
  "signal_name",
  "acknowledgements",
  "ask_every_s",
];

/** Where the name of a choice does not say what it does. */
type KnownChoices = {
  behaviour: Record<ChoiceOf<"simulated", "behaviour">, string>;
  format: Record<ChoiceOf<"simulated", "format">, string>;
  takedown_style: Record<ChoiceOf<"ern_http", "takedown_style">, string>;
  compilation: Record<ChoiceOf<"ern_http", "compilation">, string>;
  signal: Record<ChoiceOf<"ern_sftp", "signal">, string>;
};
const choices: Readonly<Partial<Record<SettingName, Readonly<Record<string, string>>>>> =
  connectorWords.choices satisfies KnownChoices;

type ChoiceOf<Kind extends ConnectorKind, Name extends NamesOf<Kind>> = Schemas[Kind]["properties"][Name] extends {
  enum: readonly (infer Choice extends string)[];
}
  ? Choice
  : never;

const inputs: Readonly<Record<string, ConnectorField["input"]>> = {
  boolean: "switch",
  integer: "number",
  number: "number",
};

const forms = new Map<string, ConnectorForm>(connectorKinds.map((kind) => [kind, makeForm(kind)]));

/** Undefined for a kind that only a newer service has. */
export function connectorFormOf(kind: string): ConnectorForm | undefined {
  return forms.get(kind);
}

export function showConnector(kind: string): string {
  return forms.get(kind)?.label ?? kind;
}

function makeForm(kind: ConnectorKind): ConnectorForm {
  const { description, required, properties, "x-segue-fetched": isFetched } = connectorSchemas[kind];
  const { kind: _kind, ...described } = properties;
  const fields = Object.entries<SettingSchema>(described).filter(([, { type }]) => type !== "array");
  const isRequired = (name: string) => required.some((needed) => needed === name);
  return {
    label: kindLabels[kind],
    summary: `${showWord(description)}.`,
    settings: fields
      .filter(([, { writeOnly }]) => !writeOnly)
      .map(([name, schema]) => fieldOf(name as SettingName, schema, isRequired(name))),
    secrets: fields
      .filter(([, { writeOnly }]) => writeOnly)
      .map(([name, { maxLength = 0 }]) => ({ name, label: labelOf(name as SettingName), isLong: maxLength > 1_000 })),
    isErn: "recipients" in properties,
    isFetched,
  };
}

function labelOf(name: SettingName): string {
  return labels[name] ?? showWord(name);
}

function fieldOf(name: SettingName, schema: SettingSchema, isRequired: boolean): ConnectorField {
  const { type, enum: values = [], minimum, maximum, minLength = 0, examples = [] } = schema;
  const example = examples[0] === undefined ? undefined : String(examples[0]);
  return {
    name,
    label: labelOf(name),
    input: values.length > 0 ? "choice" : (inputs[type] ?? "text"),
    // The service writes names of fields as code.
    hint: schema.description?.replaceAll("`", ""),
    placeholder: example,
    isRequired,
    options: values.map((value) => ({ value, label: choices[name]?.[value] ?? showWord(value) })),
    initial: schema.default ?? values[0] ?? (type === "boolean" ? false : ""),
    minimum,
    maximum,
    canBeEmpty: typeof schema.default === "string" && minLength === 0,
    isRule: ruleSettings.includes(name),
  };
}

const { commercial_models, use_types } = connectorSchemas.ern_http.properties.deals.items.properties;
export const commercialModels: readonly string[] = commercial_models.items.enum;
export const dealUseTypes: readonly string[] = use_types.items.enum;
