import { assetStatuses, assetTypes } from "@segue/sdk";
import { choice } from "../option.ts";
import { listVerb, noun, verb } from "../row.ts";

const EXAMPLE = "ast_01k8z3v9qxe7p9a4m2c6t5w8rn";

export const assetNoun = noun("asset", "audio and artwork; `segue upload` adds files", {
  as: "organization",
  examples: ["asset list", `asset show ${EXAMPLE}`],
  verbs: [
    listVerb("list", "list assets, newest first", {
      options: {
        type: choice("--type <type>", "only these", assetTypes),
        status: choice("--status <status>", "only these", assetStatuses),
      },
      columns: ["id", "type", "status", "filename", "size_bytes", "created_at"],
      examples: ["asset list --status failed", "asset list --type artwork --all --json"],
      call: ({ assets }, query) => assets.list(query),
    }),
    verb("show <asset_id>", "show what the service found in a file", {
      examples: [`asset show ${EXAMPLE}`, `asset show ${EXAMPLE} --json | jq .audio.loudness_lufs`],
      call: ({ assets }, { asset_id }) => assets.get(asset_id),
    }),
    verb("delete <asset_id>", "delete an asset that nothing uses", {
      examples: [`asset delete ${EXAMPLE}`],
      call: ({ assets }, { asset_id }) => assets.delete(asset_id),
      done: ({ asset_id }) => `Deleted ${asset_id}.`,
    }),
  ],
});
