import { handler } from "../platform/job-handler.ts";
import { housekeeping, type JobDefinition, type NoPayload } from "../platform/queue.ts";
import { removeBlobs } from "./actions.ts";
import { examineAsset, giveUpAsset, settleAsset, tryAssetAgain } from "./processing.ts";
import { sweep } from "./sweep.ts";
import { processAsset } from "./upload.ts";

export const sweepAssets: JobDefinition<NoPayload> = { name: "sweep_assets", lane: housekeeping, retry_s: [60, 600] };

export const assetJobs = [
  handler(processAsset, {
    prepare: (ctx, { payload, attempts }) => examineAsset(ctx, payload, attempts),
    handle: async (ctx, { payload }, examined) => {
      if (examined) await settleAsset(ctx, payload.organization_id, examined);
    },
    parked: (ctx, { payload }) => giveUpAsset(ctx, payload),
    retried: (ctx, { payload }) => tryAssetAgain(ctx, payload),
  }),
  handler(removeBlobs, {
    prepare: async ({ blobs }, { payload }) => {
      for (const key of payload.keys) await blobs.delete(key);
    },
    handle: async () => undefined,
    parked: "Nothing names these bytes any more.",
  }),
  handler(sweepAssets, {
    prepare: sweep,
    handle: async () => undefined,
    parked: "The next hour's sweep does it all.",
  }),
];
