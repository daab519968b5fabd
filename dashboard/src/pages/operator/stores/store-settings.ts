// A store's settings as a form holds them, and as the API takes them.

import type { UseFormReturnType } from "@mantine/form";
import type {
  ConnectorKind,
  MessageFormat,
  NewStore,
  OperatorStore,
  Requirements,
  StoreChanges,
  StorePreset,
} from "@segue/sdk";
import { connectorFormOf } from "./connector-forms.ts";

type Setting = string | number | boolean;

/** A rule of preflight that the store has made its own. A threshold that is left empty is the network's. */
export type OwnRule = { code: string; severity: string; thresholds: Record<string, unknown> };

export type StoreValues = {
  store_id: string;
  name: string;
  territories: string[];
  capabilities: OperatorStore["capabilities"];
  requirements: "standard" | "none" | "own";
  own_requirements: OwnRule[];
  /** Empty: the service's own. */
  release_profile: string;
  migration: OperatorStore["migration"];
  kind: string;
  settings: Record<string, Setting>;
  secrets: Record<string, string>;
  recipients: { party_id: string; party_name: string }[];
  deals: { commercial_models: string[]; use_types: string[] }[];
};

export type StoreFormOf = UseFormReturnType<StoreValues>;

const newRecipient = { party_id: "", party_name: "" };

export const newStore: StoreValues = {
  store_id: "store_",
  name: "",
  territories: ["WORLD"],
  capabilities: {
    streaming: true,
    download: false,
    preorder: false,
    updates: true,
    takedown: true,
    ugc: false,
    message_format: "ern_4.3.2",
  },
  requirements: "standard",
  own_requirements: [],
  release_profile: "",
  migration: "overlap",
  kind: "ern_sftp" satisfies ConnectorKind,
  settings: initialSettings("ern_sftp"),
  secrets: {},
  recipients: [newRecipient],
  deals: [],
};

export function initialSettings(kind: string): Record<string, Setting> {
  const fields = connectorFormOf(kind)?.settings ?? [];
  return Object.fromEntries(fields.map(({ name, initial }) => [name, initial]));
}

/** "Far Shore" as "store_far_shore". */
export function storeIdOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  return `store_${words.join("_").slice(0, 50)}`;
}

/** A new store that begins with what is publicly known of a real one. */
export function withPreset({ name, connector, message_format, settings: known }: StorePreset): StoreValues {
  const kind = connector ?? newStore.kind;
  const { recipients, deals, ...others } = known as Partial<Pick<StoreValues, "recipients" | "deals" | "settings">>;
  const { capabilities } = newStore;
  return {
    ...newStore,
    name,
    store_id: storeIdOf(name),
    kind,
    settings: { ...initialSettings(kind), ...(others as StoreValues["settings"]) },
    recipients: recipients ?? newStore.recipients,
    deals: deals ?? newStore.deals,
    capabilities: message_format ? { ...capabilities, message_format: message_format as MessageFormat } : capabilities,
  };
}

export function storeValuesOf(store: OperatorStore): StoreValues {
  const { connector, requirements } = store;
  const isOwn = typeof requirements !== "string";
  const given = connector as Partial<Pick<StoreValues, "recipients" | "deals">> & Record<string, unknown>;
  const initial = initialSettings(connector.kind);
  const settings = Object.keys(initial).map((name) => [name, given[name] ?? initial[name]]);
  return {
    store_id: store.store_id,
    name: store.name,
    territories: store.territories,
    capabilities: store.capabilities,
    requirements: isOwn ? "own" : requirements === "none" ? "none" : "standard",
    own_requirements: isOwn ? ownRulesOf(requirements) : [],
    release_profile: store.release_profile ?? "",
    migration: store.migration,
    kind: connector.kind,
    settings: Object.fromEntries(settings),
    secrets: {},
    recipients: given.recipients ?? [newRecipient],
    deals: given.deals ?? [],
  };
}

function ownRulesOf(requirements: Exclude<Requirements, string>): OwnRule[] {
  const rules = Object.entries(requirements as Record<string, { severity?: string }>);
  return rules.map(([code, { severity = "blocker", ...thresholds }]) => ({ code, severity, thresholds }));
}

function requirementsOf(rules: readonly OwnRule[]): Requirements {
  const isGiven = ([, value]: [string, unknown]) => value !== "" && !(Array.isArray(value) && value.length === 0);
  return Object.fromEntries(
    rules
      .filter(({ code }) => code)
      .map(({ code, severity, thresholds }) => [
        code,
        { severity, ...Object.fromEntries(Object.entries(thresholds).filter(isGiven)) },
      ]),
  );
}

export function storeBodyOf(values: StoreValues): NewStore {
  const { store_id, name, territories, capabilities, requirements, own_requirements, migration } = values;
  return {
    store_id,
    name,
    territories,
    capabilities,
    requirements: requirements === "own" ? requirementsOf(own_requirements) : requirements,
    release_profile: values.release_profile.trim() || null,
    migration,
    connector: connectorOf(values),
  };
}

/** A setting that the form leaves empty is removed at the service, which keeps what a change leaves out. */
export function storeChangesOf(values: StoreValues): StoreChanges {
  const { store_id: _, ...changes } = storeBodyOf(values);
  const form = connectorFormOf(values.kind);
  const names = [...(form?.settings ?? []).map(({ name }) => name), ...(form?.isErn ? ["deals"] : [])];
  const emptied = names.filter((name) => !(name in changes.connector));
  return {
    ...changes,
    connector: { ...changes.connector, ...Object.fromEntries(emptied.map((name) => [name, null])) },
  };
}

function connectorOf(values: StoreValues): NewStore["connector"] {
  const { kind, settings, secrets, recipients, deals } = values;
  const form = connectorFormOf(kind);
  const given = (form?.settings ?? []).flatMap(({ name, canBeEmpty }) => {
    const value = settings[name];
    return value === undefined || (value === "" && !canBeEmpty) ? [] : [[name, value] as const];
  });
  // A secret that is left empty stays as it is.
  const set = (form?.secrets ?? []).flatMap(({ name }) => (secrets[name] ? [[name, secrets[name]] as const] : []));
  return {
    kind: kind as NewStore["connector"]["kind"],
    ...Object.fromEntries(given),
    ...Object.fromEntries(set),
    ...(form?.isErn && { recipients }),
    ...(form?.isErn && deals.length > 0 && { deals }),
  };
}

/** The service's fields as the form names them: "connector.host" is "settings.host", those of a rule are in "own_requirements". */
export function storeFormErrors(kind: string, errors: Record<string, string>): Record<string, string> {
  const secrets = connectorFormOf(kind)?.secrets ?? [];
  return Object.fromEntries(
    Object.entries(errors).map(([field, issue]) => {
      const name = field.replace(/^connector\./, "");
      if (name === field || /^(kind|recipients|deals)\b/.test(name))
        return [name.replace(/^requirements\./, "own_requirements."), issue];
      return [secrets.some((secret) => secret.name === name) ? `secrets.${name}` : `settings.${name}`, issue];
    }),
  );
}
