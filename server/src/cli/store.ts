import { readFileSync } from "node:fs";
import { Command, InvalidArgumentError, Option } from "commander";
import type { Variables } from "../config.ts";
import { examples, given, handsOf, type ListOptions, readList, rowsWanted, segment, withPages } from "./command.ts";

const STORES = "/v1/operator/stores";
const columns = ["store_id", "name", "status", "connector", "territories"];
const capabilities = ["streaming", "download", "preorder", "updates", "takedown"];
const NONE_YET =
  'There is no store yet. Add one, such as: segue store add store_auralis "Auralis" --territories WORLD --connector manual';

export function storeCommand(variables: Variables): Command {
  const store = examples(new Command("store").description("stores: where releases are delivered to"), [
    'store add store_auralis "Auralis" --territories WORLD --connector manual',
    "store list --sandbox",
    "store test store_auralis",
    "store pause store_auralis",
  ]);
  store.addCommand(list(variables)).addCommand(add(variables)).addCommand(test(variables));
  store.addCommand(move(variables, "pause", { description: "stop sending to a store", status: "paused" }));
  return store.addCommand(move(variables, "resume", { description: "send to a paused store again", status: "active" }));
}

function list(variables: Variables): Command {
  const command = withPages(new Command("list").description("list stores, newest first"));
  examples(command, ["store list", "store list --all --json | jq -r '.data[].store_id'"]);
  return command.action(async (options: ListOptions) => {
    const { client, output } = handsOf(variables, command, "operator");
    const page = await client.list(STORES, { limit: rowsWanted(options) });
    output.list(page, columns, NONE_YET);
  });
}

type AddOptions = {
  territories: string[];
  connector: string;
  settings?: object;
  capabilities?: Record<string, boolean>;
  messageFormat?: string;
  requirements?: unknown;
  status?: string;
};

function add(variables: Variables): Command {
  const command = new Command("add").description("add a store").argument("<store_id>").argument("<name>");
  command
    .requiredOption("--territories <codes>", "comma-separated territories where it sells, or WORLD", readList)
    .requiredOption("--connector <kind>", "how it is reached: manual, or simulated")
    .option(
      "--settings <json>",
      "settings of the connector; @file reads them from a file, which keeps secrets off the command line",
      readSettings,
    )
    .option("--capabilities <names>", `comma-separated, from ${capabilities.join(",")}`, readCapabilities)
    .addOption(new Option("--message-format <format>", "format of its messages").choices(["ern_4.3.2", "ern_4.3"]))
    .option("--requirements <rules>", "standard, none, or rules as JSON or @file", readRequirements)
    .addOption(new Option("--status <status>", "nothing is sent to a paused store").choices(["active", "paused"]));
  examples(command, [
    'store add store_auralis "Auralis" --territories WORLD --connector manual',
    'store add store_fjordtone "Fjordtone" --territories NO,SE,DK --connector manual --capabilities streaming,updates,takedown',
    `store add store_trial "Trial" --territories DE --connector simulated --settings '{"behaviour":"reject_first"}' --requirements none`,
  ]);
  return command.action(async (store_id: string, name: string, options: AddOptions) => {
    const { client, output } = handsOf(variables, command, "operator");
    output.resource(await client.call(`POST ${STORES}`, { store_id, name, ...bodyOf(options) }));
  });
}

function bodyOf({ territories, connector, settings, capabilities, messageFormat, requirements, status }: AddOptions) {
  const able = given({ ...capabilities, message_format: messageFormat });
  return given({
    territories,
    requirements,
    status,
    connector: { ...settings, kind: connector },
    capabilities: Object.keys(able).length > 0 ? able : undefined,
  });
}

type Report = { ok: boolean; steps: { name: string; ok: boolean; detail: string; ms: number }[] };

function test(variables: Variables): Command {
  const command = new Command("test")
    .description("test the connection to a store, step by step")
    .argument("<store_id>");
  examples(command, ["store test store_auralis", "store test store_auralis --json | jq .ok"]);
  return command.action(async (store_id: string) => {
    const { client, output } = handsOf(variables, command, "operator");
    const report = (await client.call(`POST ${STORES}/${segment(store_id)}/test`)) as Report;
    const empty = "This store's connector makes no connection.";
    output.resourceWithRows(report, "steps", ["name", "ok", "detail", "ms"], empty);
    if (!report.ok) process.exitCode = 1;
  });
}

function move(variables: Variables, name: string, to: { description: string; status: string }): Command {
  const command = new Command(name).description(to.description).argument("<store_id>");
  examples(command, [`store ${name} store_auralis`]);
  return command.action(async (store_id: string) => {
    const { client, output } = handsOf(variables, command, "operator");
    output.resource(await client.call(`PATCH ${STORES}/${segment(store_id)}`, { status: to.status }));
  });
}

/** The named capabilities are true, the others false. */
function readCapabilities(text: string): Record<string, boolean> {
  const named = readList(text);
  const unknown = named.find((name) => !capabilities.includes(name));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`"${unknown}" is not a capability; use some of ${capabilities.join(", ")}.`);
  return Object.fromEntries(capabilities.map((name) => [name, named.includes(name)]));
}

function readRequirements(text: string): unknown {
  return text === "standard" || text === "none" ? text : readSettings(text);
}

/** `{"a":1}`, or `@file` that holds it. */
function readSettings(text: string): object {
  try {
    const value: unknown = JSON.parse(text.startsWith("@") ? readFileSync(text.slice(1), "utf8") : text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code) throw new InvalidArgumentError(`The file cannot be read (${code}).`);
  }
  throw new InvalidArgumentError("It must be a JSON object, or @file with one.");
}
