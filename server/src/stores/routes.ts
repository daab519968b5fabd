import { Type } from "typebox";
import { TestReport } from "../connectors/connection-test.ts";
import { abilityNames } from "../messages/capabilities.ts";
import { type Issue, problem } from "../platform/errors.ts";
import { type Route, route } from "../platform/http/route.ts";
import { OneOf } from "../platform/schema.ts";
import {
  type ConnectorParts,
  createStore,
  deleteStore,
  getStore,
  getStoreWithHealth,
  listTerritories,
  testStore,
  updateStore,
} from "./actions.ts";
import { listedPresets } from "./presets.ts";
import { listStores, listStoresWithHealth } from "./queries.ts";
import {
  newStoreSchema,
  OperatorStore,
  Store,
  StorePresetList,
  StoreWithHealth,
  storeChangesSchema,
  TerritoryList,
} from "./store.ts";

const tag = "Stores";

const StoreFilter = Type.Object({
  territory: Type.String({
    rule: (text: string): Issue[] =>
      /^([A-Z]{2}|WORLD)$/.test(text)
        ? []
        : [problem("", "must be two capital letters (ISO 3166-1 alpha-2), or WORLD", "invalid_request")],
    description: "Only stores that serve this territory. `WORLD`: only stores that serve every territory.",
    examples: ["DE"],
  }),
  capability: OneOf(abilityNames, { description: "Only stores with this capability.", examples: ["preorder"] }),
});

export const storeRoutes: Route[] = [
  route({
    method: "GET",
    path: "/v1/stores",
    operation: "listStores",
    tag,
    summary: "List stores",
    description:
      "The stores that releases can be delivered to. The list includes paused stores, but nothing is sent to them.",
    access: { scope: "catalog:read" },
    query: StoreFilter,
    success: { status: 200, schema: Store, list: true },
    revalidated: true,
    handle: (ctx, { query, page }) => listStores(ctx.db, { ...query, ...page }),
  }),
  route({
    method: "GET",
    path: "/v1/stores/territories",
    operation: "listTerritories",
    tag,
    summary: "List territories",
    description: "The territories that the network supports and your organization is licensed for.",
    access: { scope: "catalog:read" },
    success: { status: 200, schema: TerritoryList },
    revalidated: true,
    handle: (ctx, { principal }) => listTerritories(ctx, principal.organization_id),
  }),
  route({
    method: "GET",
    path: "/v1/stores/{store_id}",
    operation: "getStore",
    tag,
    summary: "See a store",
    description: "Also one that takes no releases, but that statements name because a sales report does.",
    access: { scope: "catalog:read" },
    success: { status: 200, schema: Store },
    handle: (ctx, { params }) => getStore(ctx, params.store_id),
  }),
];

export const operatorStoreRoutes = (parts: ConnectorParts): Route[] => [
  ...plainStoreRoutes,
  route({
    method: "POST",
    path: "/v1/operator/stores",
    operation: "createStore",
    tag: "Operator",
    summary: "Add a store",
    access: "operator",
    body: newStoreSchema(parts.connectors),
    success: { status: 201, schema: OperatorStore },
    errors: ["invalid_state", "territory_not_supported"],
    handle: (ctx, { body }) => createStore(ctx, parts, body),
  }),
  route({
    method: "PATCH",
    path: "/v1/operator/stores/{store_id}",
    operation: "updateStore",
    tag: "Operator",
    summary: "Change a store",
    description:
      "Only the fields you send change; the same holds inside `capabilities` and `connector`. `territories` and `requirements` " +
      "replace the whole old value, and so do `report_names`, `genres`, `roles` and `price_tiers`. Another kind of connector needs all its settings and secrets.",
    access: "operator",
    body: storeChangesSchema(parts.connectors),
    success: { status: 200, schema: OperatorStore },
    errors: ["invalid_state", "territory_not_supported"],
    handle: (ctx, { params, body }) => updateStore(ctx, parts, { ...body, ...params }),
  }),
  route({
    method: "POST",
    path: "/v1/operator/stores/{store_id}/test",
    operation: "testStore",
    tag: "Operator",
    summary: "Test the connection to a store",
    description:
      "Connects as a delivery would, writes a small file, reads it back and removes it. The answer lists every step, and is " +
      "200 whether the steps go well or not.",
    access: "operator",
    success: { status: 200, schema: TestReport },
    prepare: (ctx, { params }) => testStore(ctx, parts, params.store_id),
    handle: (_ctx, _input, report) => report,
  }),
];

/** They need no connectors. */
const plainStoreRoutes: Route[] = [
  route({
    method: "GET",
    path: "/v1/operator/stores",
    operation: "listOperatorStores",
    tag: "Operator",
    summary: "List stores, how they are reached and how they do",
    access: "operator",
    success: { status: 200, schema: StoreWithHealth, list: true },
    handle: (ctx, { page }) => listStoresWithHealth(ctx.db, page),
  }),
  route({
    method: "GET",
    path: "/v1/operator/store-presets",
    operation: "listStorePresets",
    tag: "Operator",
    summary: "List what is publicly known of real stores",
    description: "A start for a new store, each with its sources. `segue store add --preset` takes the same.",
    access: "operator",
    success: { status: 200, schema: StorePresetList },
    handle: () => ({ data: [...listedPresets] }),
  }),
  route({
    method: "GET",
    path: "/v1/operator/stores/{store_id}",
    operation: "getOperatorStore",
    tag: "Operator",
    summary: "See a store, how it is reached and how it does",
    access: "operator",
    success: { status: 200, schema: StoreWithHealth },
    handle: (ctx, { params }) => getStoreWithHealth(ctx, params.store_id),
  }),
  route({
    method: "DELETE",
    path: "/v1/operator/stores/{store_id}",
    operation: "deleteStore",
    tag: "Operator",
    summary: "Remove a store that was never used",
    description:
      "With its credentials. A store that has deliveries, messages, sales reports or report formats can only be paused.",
    access: "operator",
    success: { status: 204 },
    errors: ["invalid_state"],
    changes_principals: true,
    handle: (ctx, { params }) => deleteStore(ctx, params.store_id),
  }),
];
