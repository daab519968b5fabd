// `segue mcp`, driven by the official client as an assistant drives it.

import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { answers } from "../../../docs/test/questions.ts";
import { makeRelease } from "../../../server/test/catalog.ts";
import { createWorld, type World } from "../../../server/test/world.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));
let world: World;
let release_id: string;
const clients: Client[] = [];
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  await world.work();
  release_id = await makeRelease(world);
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await world.close();
});

async function connect(...options: string[]): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  const env = { PATH: process.env.PATH ?? "", SEGUE_URL: world.url, SEGUE_API_KEY: world.label.key ?? "" };
  const args = ["bin/segue", "mcp", ...options];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, cwd: repository }));
  clients.push(client);
  return client;
}

async function call(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: given });
  const [{ text }] = content as [{ text: string }];
  return { isError, text, value: isError ? undefined : JSON.parse(text) };
}

test("an assistant reads the catalogue, preflight, deliveries, events, money and documentation", async () => {
  const client = await connect();
  const found = await call(client, "search_catalogue", { limit: 5 });
  expect(found.value.data).toEqual([expect.objectContaining({ id: release_id })]);
  expect((await call(client, "get_release", { release_id })).value).toMatchObject({
    id: release_id,
    tracks: [{ release_id }],
  });
  expect((await call(client, "preflight_release", { release_id })).value).toHaveProperty("issues");
  for (const name of [
    "list_stores",
    "list_deliveries",
    "list_events",
    "list_statements",
    "get_earnings",
    "get_balance",
  ])
    expect((await call(client, name)).value).toHaveProperty("data");
  const passages = (await call(client, "search_documentation", { query: "rotate a webhook secret" })).value.data;
  expect(passages[0]).toMatchObject({ page: "webhooks" });
  // As on the site. Operations of the reference are found too.
  const asked = { ...answers, "Give an endpoint a new secret": "reference/rotate-webhook-secret" };
  for (const [query, answer] of Object.entries(asked)) {
    const [first] = (await call(client, "search_documentation", { query })).value.data;
    expect(first.page, query).toBe(answer.replace(/#.*/, ""));
  }
  for (const wanted of ["webhooks", "/docs/webhooks.md#verify"]) {
    const { value: page } = await call(client, "read_documentation", { page: wanted });
    expect(page.text).toMatch(/^# Webhooks/);
  }
  const { value: error } = await call(client, "read_documentation", { page: "errors/asset_not_ready" });
  expect(error).toMatchObject({ title: "asset_not_ready", text: expect.stringContaining("## What to do") });
});

test("without --write no tool changes anything", async () => {
  const client = await connect();
  const { tools } = await client.listTools();
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
  const refused = await call(client, "submit_release", { release_id });
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("segue mcp --write") });
});

test("with --write each write says what it will do, and happens once for a key", async () => {
  const client = await connect("--write");
  const { tools } = await client.listTools();
  const writes = tools.filter(({ annotations }) => annotations?.readOnlyHint === false);
  expect(writes.length).toBeGreaterThan(3);
  for (const { description, inputSchema } of writes) {
    expect(description).toMatch(/^CHANGES DATA: [a-z]+s /);
    expect(inputSchema.properties).toHaveProperty("idempotency_key");
  }
  const create = writes.find(({ name }) => name === "create_release")?.inputSchema.properties?.release;
  expect(create).toMatchObject({
    required: expect.arrayContaining(["title", "artists", "release_date"]),
    properties: { artists: { type: "array" }, genre: {}, territories: {} },
  });
  const release = { title: "Night Bus", artists: [{ name: "Vera Lux", role: "main" }], release_date: "2030-03-01" };
  const first = (await call(client, "create_release", { release })).value;
  expect(first).toMatchObject({ done: "Created a draft release.", result: { title: "Night Bus" } });
  const again = (await call(client, "create_release", { release, idempotency_key: first.idempotency_key })).value;
  expect(again.result.id).toBe(first.result.id);
});

test("a refusal of the service is an answer with its code and details", async () => {
  const client = await connect("--write");
  const refused = await call(client, "create_release", { release: { title: "" } });
  expect(refused.isError).toBe(true);
  expect(refused.text).toMatch(/^\w+: .+\n(.+\n)*request id req_\w+$/);
  expect((await call(client, "get_release", { release_id: ".." })).text).toBe('".." is not an id.');
  const unknown = await call(client, "follow_delivery", { delivery_id: "dlv_unknown", wait_s: 5 });
  expect(unknown.text).toMatch(/^not_found: /);
});
