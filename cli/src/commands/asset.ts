import type { Asset } from "@segue/sdk";
import { Command, Option } from "commander";
import type { Variables } from "../../../server/src/settings.ts";
import { examples, handsOf, type ListOptions, pagesOf, rowsWanted, withPages } from "../command.ts";

const EXAMPLE_ID = "ast_01k8z3v9qxe7p9a4m2c6t5w8rn";
const columns = ["id", "type", "status", "filename", "size_bytes", "created_at"];

export function assetCommand(variables: Variables): Command {
  const asset = examples(new Command("asset").description("audio and artwork; `segue upload` adds files"), [
    "asset list",
    `asset show ${EXAMPLE_ID}`,
  ]);
  return asset.addCommand(list(variables)).addCommand(show(variables)).addCommand(remove(variables));
}

function list(variables: Variables): Command {
  const command = withPages(new Command("list").description("list assets, newest first"))
    .addOption(new Option("--type <type>", "only these").choices(["audio", "artwork"]))
    .addOption(
      new Option("--status <status>", "only these").choices(["awaiting_upload", "processing", "ready", "failed"]),
    );
  examples(command, ["asset list --status failed", "asset list --type artwork --all --json"]);
  return command.action(async (options: ListOptions & Partial<Pick<Asset, "type" | "status">>) => {
    const { client, output } = handsOf(variables, command, "organization");
    const { type, status } = options;
    const page = await pagesOf(rowsWanted(options), (page) => client.assets.list({ type, status, ...page }));
    output.list(page, columns);
  });
}

function show(variables: Variables): Command {
  const command = new Command("show").description("show what the service found in a file").argument("<asset_id>");
  examples(command, [`asset show ${EXAMPLE_ID}`, `asset show ${EXAMPLE_ID} --json | jq .audio.loudness_lufs`]);
  return command.action(async (asset_id: string) => {
    const { client, output } = handsOf(variables, command, "organization");
    output.resource(await client.assets.get(asset_id));
  });
}

function remove(variables: Variables): Command {
  const command = new Command("delete").description("delete an asset that nothing uses").argument("<asset_id>");
  examples(command, [`asset delete ${EXAMPLE_ID}`]);
  return command.action(async (asset_id: string) => {
    const { client, output } = handsOf(variables, command, "organization");
    await client.assets.delete(asset_id);
    output.done(`Deleted ${asset_id}.`);
  });
}
