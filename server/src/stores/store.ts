import { type Static, Type } from "typebox";
import { type ConnectorKinds, connectorChangesSchema, connectorSchema, ShownConnector } from "../connectors/kinds.ts";
import { Capabilities } from "../messages/capabilities.ts";
import { Territories } from "../organizations/organization.ts";
import { type Issue, problem } from "../platform/errors.ts";
import { Nullable, OneOf, Text, Timestamp } from "../platform/schema.ts";
import type { Transitions } from "../platform/state-machine.ts";
import { Requirements } from "../releases/preflight/rules.ts";
import { territoryCodes, territoryName, WORLD } from "../standards/territory.ts";
import { reportKey } from "./report-name.ts";
import { Genres, Migration, PriceTiers, ReleaseProfile, Roles } from "./store-tables.ts";

const idForm = "`store_` and up to 50 small letters, digits and underscores";

const StoreId = Type.String({
  rule: (text: string): Issue[] => (/^store_[a-z0-9_]{1,50}$/.test(text) ? [] : [problem("", `must be ${idForm}`)]),
  description: idForm,
  examples: ["store_auralis"],
});

export const pauseStatuses = ["active", "paused"] as const;

/** By the operator; the service itself pauses a store whose waiting work it could not queue again. */
export const pauseTransitions = {
  pause: { from: ["active"], to: "paused", event: "none" },
  resume: { from: ["paused"], to: "active", event: "none" },
} as const satisfies Transitions<(typeof pauseStatuses)[number], never>;

const settings = {
  name: Text({ maxLength: 200, examples: ["Auralis"] }),
  territories: Type.Array(Type.String(), { ...Territories, examples: [["WORLD"]] }),
  status: OneOf(pauseStatuses, { default: "active", description: "Nothing is sent to a paused one." }),
};

function nameIssues(names: readonly unknown[]): Issue[] {
  const keys = names.map((name) => (typeof name === "string" ? reportKey(name) : undefined));
  return keys.flatMap((key, index) => {
    const first = keys.indexOf(key);
    return key === undefined || first === index
      ? []
      : [problem(`[${index}]`, `is the same name as entry ${first + 1}`)];
  });
}

const ReportNames = Type.Array(Text({ maxLength: 200 }), {
  maxItems: 100,
  rule: nameIssues,
  description: "How sales reports call the store. No two stores share one; case and blanks around a name do not count.",
  examples: [["Auralis Music"]],
});

/** `requirements` are shown as the operator wrote them, without default values. */
const ShownRequirements = Type.Unsafe<Static<typeof Requirements>>({
  type: ["string", "object"],
  additionalProperties: true,
  description: "`standard`, `none`, or rules of `GET /v1/preflight-rules` by their code, each with its settings.",
  examples: ["standard"],
});

/** Lists leave genres and roles out: a thousand of them for each store would fill the pages. */
const shownTables = {
  price_tiers: PriceTiers,
  release_profile: ReleaseProfile,
  migration: Migration,
  genres: Type.Optional(Genres),
  roles: Type.Optional(Roles),
};

const shown = {
  store_id: StoreId,
  name: settings.name,
  territories: settings.territories,
  capabilities: Capabilities,
  requirements: ShownRequirements,
  status: settings.status,
  ...shownTables,
};

export const Store = Type.Object(shown, { title: "Store" });

/** With how it is reached. */
export const OperatorStore = Type.Object(
  {
    ...shown,
    connector: ShownConnector,
    connector_secrets: Type.Array(Type.String(), {
      description: "The names of the connector's secrets that are set.",
      examples: [[]],
    }),
    report_names: ReportNames,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "OperatorStore" },
);
export type OperatorStore = Static<typeof OperatorStore>;

/** With how it does: what the operator looks for first. */
export const StoreWithHealth = Type.Object(
  {
    ...OperatorStore.properties,
    last_sent_at: Nullable(Timestamp),
    last_answered_at: Nullable(Timestamp),
    stalled_deliveries: Type.Integer({
      description: "Deliveries at this store that wait for the operator.",
      examples: [0],
    }),
    stalled_since: Nullable(Timestamp),
  },
  { title: "StoreWithHealth" },
);
export type StoreWithHealth = Static<typeof StoreWithHealth>;

function operatorSettings(kinds: ConnectorKinds) {
  return {
    ...settings,
    capabilities: Type.Partial(Capabilities, { additionalProperties: false }),
    requirements: Type.Unsafe<Static<typeof Requirements>>({
      ...Requirements,
      title: "Requirements",
      default: "standard",
    }),
    connector: connectorSchema(kinds),
    report_names: ReportNames,
    genres: Genres,
    roles: Roles,
    price_tiers: PriceTiers,
    release_profile: ReleaseProfile,
    migration: Migration,
  };
}

export function storeChangesSchema(kinds: ConnectorKinds) {
  const settings = { ...operatorSettings(kinds), connector: connectorChangesSchema(kinds) };
  return Type.Partial(Type.Object(settings), { title: "StoreChanges", additionalProperties: false });
}
export type StoreChanges = Static<ReturnType<typeof storeChangesSchema>>;

export function newStoreSchema(kinds: ConnectorKinds) {
  const { name, territories, connector, ...others } = operatorSettings(kinds);
  // An example that the sandbox does not have yet.
  const example = {
    store_id: Type.String({ ...StoreId, examples: ["store_brightwater"] }),
    name: Type.String({ ...name, examples: ["Brightwater"] }),
  };
  return Type.Object(
    { ...example, territories, connector, ...Type.Partial(Type.Object(others)).properties },
    { title: "NewStore", additionalProperties: false },
  );
}
export type NewStore = Static<ReturnType<typeof newStoreSchema>>;

export const StorePresetList = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          preset: Type.String({ examples: ["spotify"] }),
          name: Type.String({ examples: ["Spotify"] }),
          is_possible: Type.Boolean({ description: "False: the store takes no messages that this service writes." }),
          connector: Nullable(Type.String({ description: "Null: not public.", examples: ["ern_sftp"] })),
          message_format: Nullable(Type.String({ examples: ["ern_4.3"] })),
          settings: Type.Object(
            {},
            {
              additionalProperties: true,
              description: "The settings of the connector that are public.",
              examples: [{ takedown_style: "no_deals" }],
            },
          ),
          open: Type.Array(Type.String(), { description: "Not public: ask the store.", examples: [["recipients"]] }),
          remark: Type.String({ examples: ["Five test deliveries come first."] }),
          sources: Type.Array(Type.String(), { examples: [["https://providersupport.spotify.com/"]] }),
          year: Type.Integer({ description: "When the sources were read.", examples: [2026] }),
        },
        { title: "StorePreset" },
      ),
    ),
  },
  { title: "StorePresetList" },
);

export const storeDefaults = {
  requirements: "standard",
  status: "active",
  genres: {},
  roles: {},
  price_tiers: [],
  release_profile: null,
  migration: "overlap",
} satisfies Partial<NewStore>;
export const TerritoryList = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          code: Type.String({ examples: ["DE"] }),
          name: Type.String({ examples: ["Germany"] }),
          stores: Type.Integer({
            description: "How many active stores serve the territory; `GET /v1/stores?territory=` lists them.",
            examples: [12],
          }),
        },
        { title: "Territory" },
      ),
    ),
  },
  { title: "TerritoryList" },
);
export type TerritoryList = Static<typeof TerritoryList>;

/** `counts`: how many stores name a code, or `WORLD`. */
export function servedTerritories(
  licensed: readonly string[],
  counts: Readonly<Record<string, number>>,
): TerritoryList["data"] {
  const codes = licensed[0] === WORLD ? territoryCodes : territoryCodes.filter((code) => licensed.includes(code));
  return codes.map((code) => ({
    code,
    name: territoryName(code) ?? code,
    stores: (counts[code] ?? 0) + (counts[WORLD] ?? 0),
  }));
}
