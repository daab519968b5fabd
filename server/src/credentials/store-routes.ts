import { type Route, route } from "../platform/http/route.ts";
import type { KeyForm } from "./api-key.ts";
import { getConnectorKindOf, issueStoreCredential, revokeStoreCredential } from "./store-actions.ts";
import { CreatedStoreCredential, type FetchedKinds, NewStoreCredential, StoreCredential } from "./store-credential.ts";
import { listStoreCredentials } from "./store-queries.ts";

const path = "/v1/operator/stores/{store_id}/credentials";

export const storeCredentialRoutes = (form: KeyForm, fetched_kinds: FetchedKinds): Route[] => [
  route({
    method: "POST",
    path,
    operation: "createStoreCredential",
    tag: "Operator",
    summary: "Create a credential for a store that fetches",
    description:
      `For stores with the connector \`${fetched_kinds.join("` or `")}\`: with it the store reads its feed, ` +
      "`/v1/feed/messages`. It is shown only in this reply.",
    access: "operator",
    body: NewStoreCredential,
    success: { status: 201, schema: CreatedStoreCredential },
    errors: ["invalid_state"],
    one_time: ["key"],
    handle: (ctx, { params, body }) => issueStoreCredential(ctx, params.store_id, { ...body, form, fetched_kinds }),
  }),
  route({
    method: "GET",
    path,
    operation: "listStoreCredentials",
    tag: "Operator",
    summary: "List a store's credentials",
    access: "operator",
    success: { status: 200, schema: StoreCredential, list: true },
    handle: async (ctx, { params: { store_id }, page }) => {
      await getConnectorKindOf(ctx, store_id);
      return listStoreCredentials(ctx.db, store_id, page);
    },
  }),
  route({
    method: "DELETE",
    path: `${path}/{credential_id}`,
    operation: "revokeStoreCredential",
    tag: "Operator",
    summary: "Revoke a store's credential",
    access: "operator",
    success: { status: 204 },
    changes_principals: true,
    handle: (ctx, { params: { store_id, credential_id } }) =>
      revokeStoreCredential(ctx, { store_id, id: credential_id }),
  }),
];
