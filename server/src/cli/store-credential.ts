// `segue store credential`: how a store that fetches signs in.

import { Command } from "commander";
import type { Variables } from "../config.ts";
import { examples, given, handsOf, type ListOptions, rowsWanted, segment, withPages } from "./command.ts";

const credentialsOf = (store_id: string) => `/v1/operator/stores/${segment(store_id)}/credentials`;
const columns = ["id", "name", "last4", "created_at", "last_used_at"];

export function credentialCommand(variables: Variables): Command {
  const description = "credentials of a store that fetches its messages (connector ern_http)";
  const credential = examples(new Command("credential").description(description), [
    "store credential create store_brightwater --name Ingestion",
    "store credential list store_brightwater",
  ]);
  return credential.addCommand(create(variables)).addCommand(list(variables)).addCommand(revoke(variables));
}

function create(variables: Variables): Command {
  const command = new Command("create")
    .description("create a credential; it is shown only this once")
    .argument("<store_id>")
    .option("--name <name>", "a name to recognize it by");
  examples(command, ["store credential create store_brightwater --json | jq -r .key"]);
  return command.action(async (store_id: string, { name }: { name?: string }) => {
    const { client, output } = handsOf(variables, command, "operator");
    output.resource(await client.call(`POST ${credentialsOf(store_id)}`, given({ name })), ["key"]);
  });
}

function list(variables: Variables): Command {
  const command = withPages(new Command("list").description("list a store's credentials").argument("<store_id>"));
  examples(command, ["store credential list store_brightwater"]);
  return command.action(async (store_id: string, options: ListOptions) => {
    const { client, output } = handsOf(variables, command, "operator");
    output.list(await client.list(credentialsOf(store_id), { limit: rowsWanted(options) }), columns);
  });
}

function revoke(variables: Variables): Command {
  const command = new Command("revoke")
    .description("revoke a credential")
    .argument("<store_id>")
    .argument("<credential_id>");
  examples(command, ["store credential revoke store_brightwater crd_01k8z3v9qxe7p9a4m2c6t5w8rn"]);
  return command.action(async (store_id: string, credential_id: string) => {
    const { client, output } = handsOf(variables, command, "operator");
    await client.call(`DELETE ${credentialsOf(store_id)}/${segment(credential_id)}`);
    output.done(`Revoked ${credential_id}.`);
  });
}
