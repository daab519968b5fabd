import type { OAuthClient } from "@segue/sdk";
import { Command } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import { examples, handsOf, type ListOptions, pagesOf, readList, rowsWanted, withPages } from "../command.ts";

const columns = ["client_id", "name", "created_at", "scopes"];

type Owner = { org: string };

export function clientCommand(variables: Variables): Command {
  const description = "OAuth clients, which get access tokens at /v1/oauth/token (tier enterprise)";
  const client = examples(new Command("client").description(description), [
    "client create --org org_01k8z3v9qxe7p9a4m2c6t5w8rn --name Sync",
    "client list --org org_01k8z3v9qxe7p9a4m2c6t5w8rn",
  ]);
  return client.addCommand(create(variables)).addCommand(list(variables)).addCommand(revoke(variables));
}

function create(variables: Variables): Command {
  const command = withOwner(new Command("create").description("create a client; its secret is shown only this once"))
    .option("--name <name>", "a name to recognize it by")
    .option("--scopes <scopes>", "comma-separated scopes of its tokens; default: all", readList);
  examples(command, ["client create --org org_01k8z3v9qxe7p9a4m2c6t5w8rn --scopes catalog:read"]);
  return command.action(async ({ org, name, scopes }: Owner & { name?: string; scopes?: OAuthClient["scopes"] }) => {
    const { client, output } = handsOf(variables, command, "operator");
    output.resource(await client.operator.oauthClients.create(org, { name, scopes }), ["client_secret"]);
  });
}

function list(variables: Variables): Command {
  const command = withPages(withOwner(new Command("list").description("list clients, newest first")));
  examples(command, ["client list --org org_01k8z3v9qxe7p9a4m2c6t5w8rn --all"]);
  return command.action(async (options: Owner & ListOptions) => {
    const { client, output } = handsOf(variables, command, "operator");
    const load = (page: object) => client.operator.oauthClients.list(options.org, page);
    output.list(await pagesOf(rowsWanted(options), load), columns);
  });
}

function revoke(variables: Variables): Command {
  const command = new Command("revoke").description("revoke a client and all its tokens").argument("<client_id>");
  examples(withOwner(command), ["client revoke cli_01k8z3v9qxe7p9a4m2c6t5w8rn --org org_01k8z3v9qxe7p9a4m2c6t5w8rn"]);
  return command.action(async (client_id: string, { org }: Owner) => {
    const { client, output } = handsOf(variables, command, "operator");
    await client.operator.oauthClients.delete(org, client_id);
    output.done(`Revoked ${client_id} and its tokens.`);
  });
}

function withOwner(command: Command): Command {
  return command.requiredOption("--org <org_id>", "the organization");
}
