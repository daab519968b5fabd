import { handler } from "../platform/jobs/handler.ts";
import { enqueue } from "../platform/jobs/queue.ts";
import { previewAssets, processAsset, removeBlobs, sweepAssets } from "./job-definitions.ts";
import { makePreviews } from "./previews.ts";
import { concludeAsset, examineAsset, giveUpAsset, tryAssetAgain } from "./processing.ts";
import { removeKeys, sweep } from "./sweep.ts";

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
  handler(previewAssets, {
    prepare: makePreviews,
    handle: async (ctx, _job, isMore) => {
      if (isMore) await enqueue(ctx, previewAssets, {});
    },
    parked: "The next hourly job makes the previews that are missing.",
  }),
  handler(removeBlobs, {
    prepare: (ctx, { payload }) => removeKeys(ctx, payload.keys),
    // Wait until this database owns the files and no backup copies them.
    handle: async (ctx, { payload }, isDone) => {
      if (!isDone) await enqueue(ctx, removeBlobs, payload, { run_at: new Date(ctx.clock.now().getTime() + HOUR_MS) });
    },
    parked: "No asset uses these bytes any more; they only take up storage.",
  }),
  handler(sweepAssets, {
    prepare: sweep,
    handle: async () => undefined,
    parked: "The next hourly sweep does the work instead.",
  }),
];
