// The tools of `segue mcp` that only read.

import {
  type Delivery,
  deliveryStatuses,
  eventStatuses,
  releaseStatuses,
  type Segue,
  SegueConnectionError,
} from "@segue/sdk";
import { Type } from "typebox";
import { readDocumentation, searchDocumentation } from "./documentation.ts";
import { type McpTool, mcpTool } from "./tool.ts";

const limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: "How many rows; 20 unless given." }));
const cursor = Type.Optional(Type.String({ description: "The next_cursor of the page before." }));
const period = Type.Optional(Type.String({ description: "A month, such as 2026-02." }));
const currency = Type.Optional(Type.String({ description: "Such as EUR." }));
const releaseId = Type.String({ description: "Such as rel_01k8z3v9qxe7p9a4m2c6t5w8rn." });
const oneOf = <Value extends string>(values: readonly Value[]) =>
  Type.Optional(Type.Unsafe<Value>({ type: "string", enum: values }));
const MAX_WAIT_S = 50;

export const readTools: readonly McpTool[] = [
  mcpTool({
    name: "search_catalogue",
    description: "List releases, newest first; `q` is a part of title, version, artist, label or UPC.",
    input: Type.Object({
      q: Type.Optional(Type.String()),
      status: oneOf(releaseStatuses),
      limit,
      cursor,
    }),
    run: (client, query) => client.releases.list(query),
  }),
  mcpTool({
    name: "get_release",
    description: "Read a release and its tracks.",
    input: Type.Object({ release_id: releaseId }),
    async run(client, { release_id }) {
      const release = await client.releases.get(release_id);
      const { data: tracks, has_more } = await client.tracks.list({ release_id, limit: 100 });
      return { ...release, tracks, has_more_tracks: has_more };
    },
  }),
  mcpTool({
    name: "preflight_release",
    description: "Check a release before it is submitted: blockers, warnings, and the stores that would refuse it.",
    input: Type.Object({
      release_id: releaseId,
      store_id: Type.Optional(Type.String({ description: "Judge by this store's requirements." })),
    }),
    run: (client, { release_id, store_id }) => client.releases.preflight(release_id, { store_id }),
  }),
  mcpTool({
    name: "list_stores",
    description: "List the stores that a release can be delivered to.",
    input: Type.Object({ territory: Type.Optional(Type.String({ description: "Such as DE." })), limit, cursor }),
    run: (client, query) => client.stores.list(query),
  }),
  mcpTool({
    name: "list_deliveries",
    description: "List deliveries, newest first.",
    input: Type.Object({
      release_id: Type.Optional(releaseId),
      status: oneOf(deliveryStatuses),
      limit,
      cursor,
    }),
    run: (client, query) => client.deliveries.list(query),
  }),
  mcpTool({
    name: "follow_delivery",
    description:
      "Read a delivery store by store; with `wait_s`, wait that long at most until every store has answered.",
    input: Type.Object({
      delivery_id: Type.String({ description: "Such as dlv_01k8z3v9qxe7p9a4m2c6t5w8rn." }),
      wait_s: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_WAIT_S })),
    }),
    run: (client, { delivery_id, wait_s = 0 }) => followDelivery(client, delivery_id, wait_s),
  }),
  mcpTool({
    name: "list_events",
    description: "List what happened in the last 30 days, and whether the webhook endpoints accepted it.",
    input: Type.Object({
      status: oneOf(eventStatuses),
      after: Type.Optional(Type.String({ description: "Only events after the one with this id, oldest first." })),
      limit,
      cursor,
    }),
    run: (client, query) => client.events.list(query),
  }),
  mcpTool({
    name: "get_earnings",
    description: "Sum the earnings by month, store, territory, track or release.",
    input: Type.Object({
      group_by: oneOf(["month", "store", "territory", "track", "release"]),
      currency,
      from: period,
      to: period,
    }),
    run: (client, query) => client.earnings.list(query),
  }),
  mcpTool({
    name: "get_balance",
    description: "Read the balance in each currency: the amount that can be paid out, and the amount under way.",
    input: Type.Object({}),
    run: (client) => client.balance.get(),
  }),
  mcpTool({
    name: "list_statements",
    description: "List statements, newest first: gross, fee, tax and net of a month.",
    input: Type.Object({ period, currency, limit, cursor }),
    run: (client, query) => client.statements.list(query),
  }),
  mcpTool({
    name: "get_statement",
    description: "Read a statement and a page of its line items.",
    input: Type.Object({ statement_id: Type.String(), limit, cursor }),
    async run(client, { statement_id, ...page }) {
      const statement = await client.statements.get(statement_id);
      return { ...statement, line_items: await client.statements.lineItems(statement_id, page) };
    },
  }),
  mcpTool({
    name: "search_documentation",
    description:
      "Search the documentation of this installation: guides, every operation of the API, every error. Answers with excerpts; read_documentation has the page.",
    input: Type.Object({ query: Type.String() }),
    run: async (_, { query }) => ({ data: await searchDocumentation(query) }),
  }),
  mcpTool({
    name: "read_documentation",
    description: "Read a page of the documentation; without `page`, list the pages.",
    input: Type.Object({
      page: Type.Optional(
        Type.String({
          description: "Such as webhooks, errors/asset_not_ready or a link of a page, /docs/webhooks.md.",
        }),
      ),
    }),
    run: (_, { page }) => readPage(page),
  }),
];

/** When the time is up, the delivery as it is now. */
async function followDelivery(client: Segue, delivery_id: string, wait_s: number): Promise<Delivery> {
  let latest: Delivery | undefined;
  const onUpdate = (delivery: Delivery) => {
    latest = delivery;
  };
  const timeoutMs = Math.min(wait_s, MAX_WAIT_S) * 1_000;
  try {
    return await client.deliveries.untilDone(delivery_id, { onUpdate, timeoutMs });
  } catch (error) {
    if (latest && error instanceof SegueConnectionError && error.reason === "timeout") return latest;
    throw error;
  }
}

async function readPage(wanted: string | undefined): Promise<object> {
  const pages = await readDocumentation();
  const list = pages.map(({ name, title }) => ({ name, title }));
  if (wanted === undefined) return { pages: list };
  const named = wanted.replace(/^\/docs\//, "").replace(/(\.md)?(#.*)?$/, "");
  return pages.find(({ name }) => name === named) ?? { issue: `There is no page "${wanted}".`, pages: list };
}
