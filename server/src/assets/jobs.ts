import { handler } from "../platform/job-handler.ts";
import { housekeeping, type JobDefinition, type NoPayload } from "../platform/queue.ts";
import { removeBlobs } from "./actions.ts";
import { examineAsset, settleAsset } from "./processing.ts";
import { sweep } from "./sweep.ts";
import { processAsset } from "./upload.ts";

export const sweepAssets: JobDefinition<NoPayload> = { name: "sweep_assets", lane: housekeeping, retry_s: [60, 600] };

export const assetJobs = [
  handler(processAsset, {
    prepare: (ctx, { payload, attempts }) => examineAsset(ctx, payload, attempts),
    handle: async (ctx, { payload }, examined) => {
      if (examined) await settleAsset(ctx, payload.organization_id, examined);
    },
  }),
  handler(removeBlobs, {
    prepare: async ({ blobs }, { payload }) => {
      for (const key of payload.keys) await blobs.delete(key);
    },
    handle: async () => undefined,
  }),
  handler(sweepAssets, {
    prepare: sweep,
    handle: async () => undefined,
  }),
];
