import {
  type ConnectorKind,
  connectorKinds,
  messageFormats,
  type NewStore,
  type Segue,
  type StoreChanges,
  type StoreTestReport,
  storeStatuses,
} from "@segue/sdk";
import { InvalidArgumentError } from "commander";
import { given } from "../invocation.ts";
import { choice, flag, listed, parsed, readList, required, text } from "../option.ts";
import { note } from "../output.ts";
import { changesOf, listVerb, noun, verb } from "../row.ts";
import { UsageError } from "../settings.ts";
import { readJsonObject } from "./json-option.ts";
import { credentialNoun } from "./store-credential.ts";
import { messageVerbs } from "./store-message.ts";
import { notePreset, presetOption, presetsCommand, readPreset } from "./store-preset.ts";
import { tableOptions } from "./store-tables.ts";

type Capabilities = NonNullable<NewStore["capabilities"]>;
type Capability = Exclude<keyof Capabilities, "message_format">;

const capabilities: readonly Capability[] = ["streaming", "download", "preorder", "updates", "takedown", "ugc"];
const ADDED = 'store add store_auralis "Auralis" --territories WORLD --connector manual';

const options = {
  territories: listed("--territories <codes>", "comma-separated territories where it sells, or WORLD"),
  kind: text<ConnectorKind>("--connector <kind>", `how it is reached: ${connectorKinds.join(", ")}`),
  settings: parsed(
    "--settings <json>",
    "settings of the connector; @file reads them from a file, which keeps secrets off the command line",
    readJsonObject,
  ),
  capabilities: parsed("--capabilities <names>", `comma-separated, from ${capabilities.join(",")}`, readCapabilities),
  message_format: choice("--message-format <format>", "format of its messages", messageFormats),
  requirements: parsed("--requirements <rules>", "standard, none, or rules as JSON or @file", readRequirements),
  report_names: listed("--report-names <names>", "comma-separated names by which sales reports call it"),
  status: choice("--status <status>", "nothing is sent to a paused store", storeStatuses),
  ...tableOptions,
};

export const storeNoun = noun("store", "stores: where releases are delivered to", {
  as: "operator",
  examples: [ADDED, "store list --sandbox", "store test store_auralis", "store pause store_auralis"],
  verbs: [
    listVerb("list", "list stores, newest first", {
      columns: ["store_id", "name", "status", "connector", "territories"],
      empty: `There is no store yet. Add one, such as: \`segue ${ADDED}\``,
      examples: ["store list", "store list --all --json | jq -r '.data[].store_id'"],
      call: ({ operator }, page) => operator.stores.list(page),
      asText: (store) => ({ ...store, connector: store.connector.kind }),
    }),
    verb("show <store_id>", "show a store: how it is reached, and how it does", {
      examples: ["store show store_auralis", "store show store_auralis --json | jq .connector"],
      call: ({ operator }, { store_id }) => operator.stores.get(store_id),
    }),
    verb("add <store_id> [name]", "add a store", {
      options: { ...options, territories: required(options.territories), preset: presetOption },
      examples: [
        ADDED,
        'store add store_fjordtone "Fjordtone" --territories NO,SE,DK --connector manual --capabilities streaming,updates,takedown',
        'store add store_deezer "Deezer" --territories WORLD --connector reported --report-names "Deezer,Deezer Premium"',
        "store add store_spotify --preset spotify --territories WORLD --settings @spotify.json",
        `store add store_trial "Trial" --territories DE --connector simulated --settings '{"behaviour":"reject_first"}' --requirements none`,
      ],
      call: ({ operator }, input) => operator.stores.create(newStoreOf(input)),
    }),
    presetsCommand,
    ...messageVerbs,
    credentialNoun,
    verb("update <store_id>", "change a store; only the given options change", {
      options: { name: text("--name <name>", "its name"), ...options },
      examples: [
        "store update store_auralis --territories DE,AT,CH",
        `store update store_spotify --settings '{"host":"sftp.example.com"}'`,
      ],
      call: ({ operator }, { store_id, ...changes }) =>
        operator.stores.update(store_id, changesOf(storeChangesOf(changes), "store update")),
    }),
    verb("test <store_id>", "test the connection to a store, step by step", {
      options: {
        is_accepting: flag("--accept-host-key", "trust the key that the SFTP server shows, and test again"),
      },
      rows: { field: "steps", columns: ["name", "ok", "detail", "ms"] },
      empty: "This store's connector makes no connection.",
      examples: [
        "store test store_auralis",
        "store test store_spotify --accept-host-key",
        "store test store_auralis --json | jq .ok",
      ],
      call: ({ operator }, { store_id, is_accepting }) => testStore(operator.stores, store_id, is_accepting === true),
      hasFailed: ({ ok }) => !ok,
    }),
    verb("remove <store_id>", "remove a store that was never used; pause one that was", {
      examples: ["store remove store_trial"],
      call: ({ operator }, { store_id }) => operator.stores.delete(store_id),
      done: ({ store_id }) => `Removed ${store_id}.`,
    }),
    verb("pause <store_id>", "stop sending to a store", {
      examples: ["store pause store_auralis"],
      call: ({ operator }, { store_id }) => operator.stores.update(store_id, { status: "paused" }),
    }),
    verb("resume <store_id>", "send to a paused store again", {
      examples: ["store resume store_auralis"],
      call: ({ operator }, { store_id }) => operator.stores.update(store_id, { status: "active" }),
    }),
  ],
});

type Added = Pick<
  NewStore,
  "store_id" | "territories" | "requirements" | "status" | "report_names" | "genres" | "roles" | "price_tiers"
> & {
  name?: string;
  kind?: ConnectorKind;
  preset?: string;
  settings?: object;
  capabilities?: Record<string, boolean>;
  message_format?: Capabilities["message_format"];
};

/** The options override the preset. */
function newStoreOf({ kind: given_kind, preset: key, settings, message_format, ...store }: Added): NewStore {
  const preset = key === undefined ? undefined : readPreset(key);
  if (preset) notePreset(preset);
  const kind = given_kind ?? preset?.kind;
  if (kind === undefined) throw new UsageError("Say by --connector how the store is reached.");
  const able = given({ ...store.capabilities, message_format: message_format ?? preset?.message_format });
  return {
    name: preset?.name,
    ...store,
    connector: { ...preset?.settings, ...settings, kind },
    capabilities: Object.keys(able).length > 0 ? able : undefined,
  } as NewStore;
}

type Changed = Omit<Partial<Added>, "store_id" | "preset">;

/** The service keeps the settings that are left out. */
function storeChangesOf({ kind, settings, message_format, capabilities, ...changes }: Changed): StoreChanges {
  const able = given({ ...capabilities, message_format });
  return {
    ...changes,
    ...((kind !== undefined || settings !== undefined) && { connector: given({ ...settings, kind }) }),
    ...(Object.keys(able).length > 0 && { capabilities: able }),
  };
}

type Stores = Segue["operator"]["stores"];

/** The step of the test says which key the server shows. The user compares it with the one that the store has published. */
async function testStore(stores: Stores, store_id: string, isAccepting: boolean): Promise<StoreTestReport> {
  const report = await stores.test(store_id);
  const refused = report.steps.find(({ name, ok }) => name === "host_key" && !ok);
  const [host_key] = /SHA256:[A-Za-z0-9+/]{43}/.exec(refused?.detail ?? "") ?? [];
  if (!isAccepting || host_key === undefined) return report;
  await stores.update(store_id, { connector: { host_key } });
  note(`${host_key} is trusted from now on. Compare it with the key that the store has published.`);
  return stores.test(store_id);
}

/** The named capabilities are true, the others false. */
function readCapabilities(text: string): Record<string, boolean> {
  const named = readList(text);
  const unknown = named.find((name) => !capabilities.some((known) => known === name));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`"${unknown}" is not a capability; use some of ${capabilities.join(", ")}.`);
  return Object.fromEntries(capabilities.map((name) => [name, named.includes(name)]));
}

function readRequirements(text: string): NewStore["requirements"] {
  return text === "standard" || text === "none" ? text : readJsonObject(text);
}
