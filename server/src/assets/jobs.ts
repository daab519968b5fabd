import { handler } from "../platform/jobs/handler.ts";
import { enqueue, housekeeping, type JobDefinition, type NoPayload } from "../platform/jobs/queue.ts";
import { removeBlobs } from "./actions.ts";
import { concludeAsset, examineAsset, giveUpAsset, tryAssetAgain } from "./processing.ts";
import { removeKeys, sweep } from "./sweep.ts";
import { processAsset } from "./upload.ts";

export const sweepAssets: JobDefinition<NoPayload> = { name: "sweep_assets", lane: housekeeping, retry_s: [60, 600] };

const HOUR_MS = 3_600_000;

export const assetJobs = [
  handler(processAsset, {
    prepare: (ctx, { payload, attempts }) => examineAsset(ctx, payload, attempts),
    handle: async (ctx, { payload }, examined) => {
      if (examined) await concludeAsset(ctx, payload.organization_id, examined);
    },
    parked: (ctx, { payload }) => giveUpAsset(ctx, payload),
    retried: (ctx, { payload }) => tryAssetAgain(ctx, payload),
  }),
  handler(removeBlobs, {
    prepare: (ctx, { payload }) => removeKeys(ctx, payload.keys),
    // Until it is this database that keeps the files.
    handle: async (ctx, { payload }, isDone) => {
      if (!isDone) await enqueue(ctx, removeBlobs, payload, { run_at: new Date(ctx.clock.now().getTime() + HOUR_MS) });
    },
    parked: "Nothing names these bytes any more.",
  }),
  handler(sweepAssets, {
    prepare: sweep,
    handle: async () => undefined,
    parked: "The next hour's sweep does it all.",
  }),
];
