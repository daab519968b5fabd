import { Type } from "typebox";
import type { Context } from "../platform/context.ts";
import { hasScope } from "../platform/http/guards/access.ts";
import { mapPage } from "../platform/http/pagination.ts";
import type { OrganizationPrincipal } from "../platform/http/principal.ts";
import { type Route, route } from "../platform/http/route.ts";
import { OneOf } from "../platform/schema.ts";
import { sightOf } from "../rights/sight.ts";
import { createAsset, deleteAsset, getAsset } from "./actions.ts";
import { Asset, type AssetRow, assetStatuses, assetTypes, NewAsset, Peaks } from "./asset.ts";
import { downloadAsset, downloadThumbnail, readPeaks, thumbnailSizes } from "./download.ts";
import { type Links, openPass, showAsset } from "./links.ts";
import { listAssets } from "./queries.ts";
import { appendUpload, inTus, showOffset } from "./resumable-upload.ts";
import { createSandboxAsset, NewSandboxAsset, prepareSandboxAsset } from "./sandbox-asset.ts";
import { receiveUpload } from "./upload.ts";

const tag = "Assets";

type Called = { principal: OrganizationPrincipal };

export const assetRoutes = (links: Links): Route[] => {
  // An upload link is a permission to write, so a key that may only read does not get one.
  const show = ({ clock }: Context, { principal: { organization_id, scopes } }: Called, row: AssetRow) => {
    const shown = showAsset(links, organization_id, row, clock.now());
    return hasScope(scopes, "catalog:write") ? shown : { ...shown, upload: null };
  };
  return [
    route({
      method: "POST",
      path: "/v1/assets",
      operation: "createAsset",
      tag,
      summary: "Create an asset and get its upload URL",
      description:
        "Then send exactly `size_bytes` bytes to `upload.url` with PUT, within 24 hours and without a credential. The service " +
        "verifies size and checksum; you may repeat an upload that was cut or refused. Declared sizes count towards your " +
        "organization's `storage_quota_bytes`. Beyond the quota, or with more than 1,000 open uploads, the answer is 409.",
      access: { scope: "catalog:write" },
      body: NewAsset,
      success: { status: 201, schema: Asset },
      errors: ["invalid_state"],
      handle: async (ctx, input) => show(ctx, input, await createAsset(ctx, sightOf(input.principal), input.body)),
    }),
    route({
      method: "GET",
      path: "/v1/assets",
      operation: "listAssets",
      tag,
      summary: "List assets, newest first",
      access: { scope: "catalog:read" },
      query: Type.Object({ type: OneOf(assetTypes), status: OneOf(assetStatuses) }),
      success: { status: 200, schema: Asset, list: true },
      handle: async (ctx, input) => {
        const page = await listAssets(ctx.db, sightOf(input.principal), { ...input.query, ...input.page });
        return mapPage(page, (row) => show(ctx, input, row));
      },
    }),
    route({
      method: "GET",
      path: "/v1/assets/{asset_id}",
      operation: "getAsset",
      tag,
      summary: "Read an asset",
      description:
        "`awaiting_upload`, then `processing`, then `ready` or `failed`. `audio` and `image` describe what was found in the bytes.",
      access: { scope: "catalog:read" },
      success: { status: 200, schema: Asset },
      handle: async (ctx, input) => {
        const own = { organization_id: input.principal.organization_id, id: input.params.asset_id };
        return show(ctx, input, await getAsset(ctx, own));
      },
    }),
    route({
      method: "DELETE",
      path: "/v1/assets/{asset_id}",
      operation: "deleteAsset",
      tag,
      summary: "Delete an asset that nothing uses",
      access: { scope: "catalog:write" },
      success: { status: 204 },
      errors: ["invalid_state"],
      handle: (ctx, { principal, params }) =>
        deleteAsset(ctx, { organization_id: principal.organization_id, id: params.asset_id }),
    }),
    ...uploadRoutes(links),
    ...downloadRoutes(links),
  ];
};

const open = { tag, access: "public", uncounted: true } as const;

const uploadRoutes = (links: Links): Route[] => {
  const passOf = ({ clock }: Context, token: string) => openPass(links, "upload", token, clock.now());
  const sender = (ctx: Context, { upload_token }: { upload_token: string }) =>
    passOf(ctx, upload_token).organization_id;
  return [
    route({
      ...open,
      method: "PUT",
      path: "/v1/uploads/{upload_token}",
      operation: "uploadAsset",
      summary: "Upload the bytes of an asset",
      description: "The `upload.url` of an asset. The link itself is the permission: send no credential.",
      takes: "stream",
      sender,
      success: { status: 200, schema: Asset },
      errors: ["invalid_state", "validation_failed"],
      handle: async (ctx, input) => {
        const pass = passOf(ctx, input.params.upload_token);
        return showAsset(links, pass.organization_id, await receiveUpload(ctx, pass, input), ctx.clock.now());
      },
    }),
    route({
      ...open,
      method: "HEAD",
      path: "/v1/uploads/{upload_token}/resumable",
      operation: "getUploadOffset",
      summary: "Ask how much of a resumable upload has arrived",
      description: "tus 1.0: the answer is in `Upload-Offset` and `Upload-Length`.",
      gives: "answer",
      success: { status: 200 },
      handle: (ctx, { params, headers }) =>
        inTus(async () => showOffset(ctx, passOf(ctx, params.upload_token), headers)),
    }),
    route({
      ...open,
      method: "PATCH",
      path: "/v1/uploads/{upload_token}/resumable",
      operation: "resumeUpload",
      summary: "Send the next bytes of a resumable upload",
      description:
        "tus 1.0: send `Upload-Offset` with the position of the first byte, and `Content-Type: application/offset+octet-stream`. " +
        "After the last byte the whole file is verified; if it is wrong, start the upload again from 0.",
      takes: "stream",
      sender,
      gives: "answer",
      success: { status: 204 },
      errors: ["invalid_state", "validation_failed"],
      handle: (ctx, input) => inTus(async () => appendUpload(ctx, passOf(ctx, input.params.upload_token), input)),
    }),
  ];
};

const downloadRoutes = (links: Links): Route[] => [
  route({
    ...open,
    method: "GET",
    path: "/v1/downloads/{download_token}",
    operation: "downloadAsset",
    summary: "Download the bytes of an asset",
    description: "The `download_url` of a ready asset. Takes one `Range`, and then answers 206.",
    gives: "answer",
    success: { status: 200, content_type: "application/octet-stream" },
    handle: (ctx, { params, method, headers: { range } }) =>
      downloadAsset(ctx, openPass(links, "download", params.download_token, ctx.clock.now()), { method, range }),
  }),
  route({
    ...open,
    method: "GET",
    path: "/v1/thumbnails/{thumbnail_token}",
    operation: "downloadThumbnail",
    summary: "Download a small version of an artwork",
    description: "The `image.thumbnail_url` of a ready artwork.",
    query: Type.Object({
      size: OneOf(thumbnailSizes, {
        default: "320",
        description: "The longer side in pixels. A smaller picture keeps its size.",
      }),
    }),
    gives: "answer",
    success: { status: 200, content_type: "image/jpeg" },
    handle: (ctx, { params, query: { size }, method, headers: { range } }) => {
      const pass = openPass(links, "thumbnail", params.thumbnail_token, ctx.clock.now());
      return downloadThumbnail(ctx, pass, { method, range, size });
    },
  }),
  route({
    ...open,
    method: "GET",
    path: "/v1/peaks/{peaks_token}",
    operation: "getPeaks",
    summary: "Read the outline of a sound",
    description: "The `audio.peaks_url` of ready audio.",
    success: { status: 200, schema: Peaks },
    handle: (ctx, { params }) => readPeaks(ctx, openPass(links, "peaks", params.peaks_token, ctx.clock.now())),
  }),
];

/** They exist in the sandbox alone. */
export const sandboxAssetRoutes = (links: Links): Route[] => [
  route({
    method: "POST",
    path: "/v1/sandbox/assets",
    operation: "createSandboxAsset",
    tag,
    summary: "Make an asset without an upload",
    description: "Only in the sandbox: valid audio or artwork, ready at once unless `status` says otherwise.",
    access: { scope: "catalog:write" },
    body: NewSandboxAsset,
    success: { status: 201, schema: Asset },
    errors: ["invalid_state"],
    prepare: (ctx, { principal, body }) => prepareSandboxAsset(ctx, principal.organization_id, body),
    handle: async (ctx, { principal, body }, sample) => {
      const row = await createSandboxAsset(ctx, sightOf(principal), body, sample);
      return showAsset(links, principal.organization_id, row, ctx.clock.now());
    },
  }),
];
