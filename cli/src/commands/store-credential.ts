// `segue store credential`: how a store that fetches signs in.

import { Command } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import { examples, handsOf, type ListOptions, pagesOf, rowsWanted, withPages } from "../command.ts";

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
    output.resource(await client.operator.stores.credentials.create(store_id, { name }), ["key"]);
  });
}

function list(variables: Variables): Command {
  const command = withPages(new Command("list").description("list a store's credentials").argument("<store_id>"));
  examples(command, ["store credential list store_brightwater"]);
  return command.action(async (store_id: string, options: ListOptions) => {
    const { client, output } = handsOf(variables, command, "operator");
    const { list } = client.operator.stores.credentials;
    output.list(await pagesOf(rowsWanted(options), (page) => list(store_id, page)), columns);
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
    await client.operator.stores.credentials.delete(store_id, credential_id);
    output.done(`Revoked ${credential_id}.`);
  });
}
