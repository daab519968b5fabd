import { housekeeping, type JobDefinition, type Lane, type NoPayload } from "../platform/jobs/queue.ts";

export type AssetReference = { organization_id: string; asset_id: string };

/** Checking a file keeps a processor busy for seconds. An organization has at most two slots, on all machines together. */
const processing: Lane = { name: "assets", concurrency: 3, per_key: 1, per_group: 2 };

export const processAsset: JobDefinition<AssetReference> = {
  name: "process_asset",
  lane: processing,
  retry_s: [1, 5, 30, 60, 120, 300, 600, 1_800, 7_200],
};

/** No client waits for the previews of older files, so they never hold the slots of files that were just uploaded. */
const previewing: Lane = { name: "previews", concurrency: 1, per_key: 1, per_group: 1 };

export const previewAssets: JobDefinition<NoPayload> = {
  name: "preview_assets",
  lane: previewing,
  retry_s: [60, 600, 3_600],
};

/** Bytes that no row names any more. */
export const removeBlobs: JobDefinition<{ keys: string[] }> = {
  name: "remove_blobs",
  lane: housekeeping,
  retry_s: [5, 60, 600, 3_600, 21_600],
};

export const sweepAssets: JobDefinition<NoPayload> = { name: "sweep_assets", lane: housekeeping, retry_s: [60, 600] };
