import { handler } from "../platform/job-handler.ts";
import { housekeeping, type JobDefinition, type NoPayload } from "../platform/queue.ts";
import { removeBlobs } from "./actions.ts";
import { examineAsset, settleAsset } from "./processing.ts";
import { expireUploads, sweepBlobs } from "./sweep.ts";
import { processAsset } from "./upload.ts";

export const sweepAssets: JobDefinition<NoPayload> = { name: "sweep_assets", lane: housekeeping, retry_s: [60, 600] };

export const assetJobs = [
  handler(processAsset, {
    prepare: (ctx, { payload }) => examineAsset(ctx, payload),
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
    prepare: async (ctx) => {
      await expireUploads(ctx);
      await sweepBlobs(ctx);
    },
    handle: async () => undefined,
  }),
];
