import { readFileSync } from "node:fs";
import type { NewStore } from "@segue/sdk";
import { Command, InvalidArgumentError, Option } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import { examples, given, handsOf, type ListOptions, pagesOf, readList, rowsWanted, withPages } from "../command.ts";
import { UsageError } from "../settings.ts";
import { credentialCommand } from "./store-credential.ts";
import { messageCommand, messagesCommand, resendCommand } from "./store-message.ts";
import { presetOption, presetsCommand, readPreset, tellPreset } from "./store-preset.ts";

const columns = ["store_id", "name", "status", "connector", "territories"];
const capabilities = ["streaming", "download", "preorder", "updates", "takedown", "ugc"];
const NONE_YET =
  'There is no store yet. Add one, such as: segue store add store_auralis "Auralis" --territories WORLD --connector manual';

export function storeCommand(variables: Variables): Command {
  const store = examples(new Command("store").description("stores: where releases are delivered to"), [
    'store add store_auralis "Auralis" --territories WORLD --connector manual',
    "store list --sandbox",
    "store test store_auralis",
    "store pause store_auralis",
  ]);
  store.addCommand(list(variables)).addCommand(add(variables)).addCommand(presetsCommand());
  store.addCommand(messagesCommand(variables)).addCommand(messageCommand(variables));
  store.addCommand(resendCommand(variables)).addCommand(credentialCommand(variables));
  store.addCommand(test(variables));
  store.addCommand(move(variables, "pause", { description: "stop sending to a store", status: "paused" }));
  return store.addCommand(move(variables, "resume", { description: "send to a paused store again", status: "active" }));
}

function list(variables: Variables): Command {
  const command = withPages(new Command("list").description("list stores, newest first"));
  examples(command, ["store list", "store list --all --json | jq -r '.data[].store_id'"]);
  return command.action(async (options: ListOptions) => {
    const { client, output } = handsOf(variables, command, "operator");
    const page = await pagesOf(rowsWanted(options), client.operator.stores.list);
    output.list(page, columns, NONE_YET);
  });
}

type AddOptions = {
  territories: string[];
  connector?: NewStore["connector"]["kind"];
  preset?: string;
  settings?: object;
  capabilities?: Record<string, boolean>;
  messageFormat?: NonNullable<NewStore["capabilities"]>["message_format"];
  requirements?: NewStore["requirements"];
  status?: NewStore["status"];
};

function add(variables: Variables): Command {
  const command = new Command("add").description("add a store").argument("<store_id>").argument("[name]");
  command
    .requiredOption("--territories <codes>", "comma-separated territories where it sells, or WORLD", readList)
    .option("--connector <kind>", "how it is reached: ern_sftp, ern_s3, ern_http, manual, or simulated")
    .addOption(presetOption())
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
    "store add store_spotify --preset spotify --territories WORLD --settings @spotify.json",
    `store add store_trial "Trial" --territories DE --connector simulated --settings '{"behaviour":"reject_first"}' --requirements none`,
  ]);
  return command.action(async (store_id: string, name: string | undefined, options: AddOptions) => {
    const body = { store_id, ...bodyOf(options), ...given({ name }) };
    const { client, output } = handsOf(variables, command, "operator");
    output.resource(await client.operator.stores.create(body as NewStore));
  });
}

/** What is given counts more than what the preset says. */
function bodyOf(options: AddOptions) {
  const { territories, connector, settings, capabilities, messageFormat, requirements, status } = options;
  const preset = options.preset === undefined ? undefined : readPreset(options.preset);
  if (preset) tellPreset(preset);
  const kind = connector ?? preset?.kind;
  if (kind === undefined) throw new UsageError("Say by --connector how the store is reached.");
  const able = given({ ...capabilities, message_format: messageFormat ?? preset?.message_format });
  return {
    name: preset?.name,
    territories,
    requirements,
    status,
    connector: { ...preset?.settings, ...settings, kind },
    capabilities: Object.keys(able).length > 0 ? able : undefined,
  };
}

function test(variables: Variables): Command {
  const command = new Command("test")
    .description("test the connection to a store, step by step")
    .argument("<store_id>");
  examples(command, ["store test store_auralis", "store test store_auralis --json | jq .ok"]);
  return command.action(async (store_id: string) => {
    const { client, output } = handsOf(variables, command, "operator");
    const report = await client.operator.stores.test(store_id);
    const empty = "This store's connector makes no connection.";
    output.resourceWithRows(report, "steps", ["name", "ok", "detail", "ms"], empty);
    if (!report.ok) process.exitCode = 1;
  });
}

function move(variables: Variables, name: string, to: { description: string; status: "active" | "paused" }): Command {
  const command = new Command(name).description(to.description).argument("<store_id>");
  examples(command, [`store ${name} store_auralis`]);
  return command.action(async (store_id: string) => {
    const { client, output } = handsOf(variables, command, "operator");
    output.resource(await client.operator.stores.update(store_id, { status: to.status }));
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

function readRequirements(text: string): NewStore["requirements"] {
  return text === "standard" || text === "none" ? text : readSettings(text);
}

/** `{"a":1}`, or `@file` that holds it. */
function readSettings(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text.startsWith("@") ? readFileSync(text.slice(1), "utf8") : text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code) throw new InvalidArgumentError(`The file cannot be read (${code}).`);
  }
  throw new InvalidArgumentError("It must be a JSON object, or @file with one.");
}
