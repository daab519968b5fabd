import type { ApiKey, Segue } from "@segue/sdk";
import { Command } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import {
  examples,
  handsOf,
  type KeyHolder,
  type ListOptions,
  pagesOf,
  readList,
  rowsWanted,
  withPages,
} from "../command.ts";

const columns = ["id", "name", "last4", "created_at", "last_used_at", "expires_at", "scopes"];

type Owner = { org?: string };

export function keyCommand(variables: Variables): Command {
  const description =
    "API keys: with --org, of that organization, as the operator; without it, of the organization of SEGUE_API_KEY";
  const key = examples(new Command("key").description(description), [
    "key create --org org_01k8z3v9qxe7p9a4m2c6t5w8rn --name Ingest",
    "key list",
  ]);
  return key.addCommand(create(variables)).addCommand(list(variables)).addCommand(revoke(variables));
}

function create(variables: Variables): Command {
  const command = withOwner(new Command("create").description("create an API key; it is shown only this once"))
    .option("--name <name>", "a name to recognize it by")
    .option("--scopes <scopes>", "comma-separated scopes; default: all scopes of its creator", readList)
    .option("--expires-at <time>", "RFC 3339, such as 2027-01-01T00:00:00Z");
  examples(command, [
    "key create --org org_01k8z3v9qxe7p9a4m2c6t5w8rn --scopes catalog:write,deliveries:read",
    "key create --name Nightly --expires-at 2027-01-01T00:00:00Z --json | jq -r .key",
  ]);
  return command.action(async (options: Owner & { name?: string; scopes?: ApiKey["scopes"]; expiresAt?: string }) => {
    const { client, output } = handsOf(variables, command, holderOf(options));
    const body = { name: options.name, scopes: options.scopes, expires_at: options.expiresAt };
    output.resource(await keysOf(client, options).create(body), ["key"]);
  });
}

function list(variables: Variables): Command {
  const command = withPages(withOwner(new Command("list").description("list API keys, newest first")));
  examples(command, ["key list --org org_01k8z3v9qxe7p9a4m2c6t5w8rn", "key list --all --json"]);
  return command.action(async (options: Owner & ListOptions) => {
    const { client, output } = handsOf(variables, command, holderOf(options));
    output.list(await pagesOf(rowsWanted(options), keysOf(client, options).list), columns);
  });
}

function revoke(variables: Variables): Command {
  const command = withOwner(new Command("revoke").description("revoke an API key").argument("<key_id>"));
  examples(command, ["key revoke key_01k8z3v9qxe7p9a4m2c6t5w8rn --org org_01k8z3v9qxe7p9a4m2c6t5w8rn"]);
  return command.action(async (key_id: string, options: Owner) => {
    const { client, output } = handsOf(variables, command, holderOf(options));
    await keysOf(client, options).delete(key_id);
    output.done(`Revoked ${key_id}.`);
  });
}

function withOwner(command: Command): Command {
  return command.option("--org <org_id>", "the organization, with the operator's key");
}

function holderOf({ org }: Owner): KeyHolder {
  return org === undefined ? "organization" : "operator";
}

function keysOf({ apiKeys, operator }: Segue, { org }: Owner): Segue["apiKeys"] {
  if (org === undefined) return apiKeys;
  return {
    create: (body, options) => operator.apiKeys.create(org, body, options),
    list: (query, options) => operator.apiKeys.list(org, query, options),
    delete: (key_id, options) => operator.apiKeys.delete(org, key_id, options),
  };
}
