// The texts of each error code's page that are written by hand: when it comes, and what to do. The table of codes, their statuses and
// the examples come from the source; the compiler asks for a text for each code.

import type { ErrorCode } from "../../server/src/platform/errors.ts";

export type ErrorText = {
  when: string[];
  fix: string[];
  /** Whether the same request may succeed later without a change. */
  retry: "never" | "later" | "once";
  see?: string[];
};

export const errorTexts: Record<ErrorCode, ErrorText> = {
  invalid_request: {
    when: [
      "The body is not JSON, or is not UTF-8.",
      "A query parameter is unknown, or its value is not allowed: `limit=500`, `status=lost`.",
      "A header or the URL cannot be read.",
    ],
    fix: [
      "Read `message`: it names the parameter or the place in the body.",
      "Compare the request with its page in the [API reference](/reference/).",
    ],
    retry: "never",
  },
  invalid_cursor: {
    when: [
      "The `cursor` was changed or cut.",
      "It belongs to another list, to other filters, or to another organization.",
    ],
    fix: ["Begin again without `cursor`. Pass `next_cursor` on as it is, with the same filters on every page."],
    retry: "never",
    see: ["pagination"],
  },
  invalid_idempotency_key: {
    when: ["The header `Idempotency-Key` is not a UUID of version 4."],
    fix: [
      "Make one with `crypto.randomUUID()`, `uuid.uuid4()` or `uuidgen`, and keep it for the retries of this request.",
    ],
    retry: "never",
    see: ["idempotency"],
  },
  authentication_required: {
    when: ["The request has no `Authorization` header."],
    fix: [
      "Send `Authorization: Bearer` and your API key. Some proxies and HTTP libraries drop the header on a redirect.",
    ],
    retry: "never",
    see: ["quickstart"],
  },
  invalid_credentials: {
    when: [
      "The key is unknown, has expired or was revoked.",
      "A sandbox key (`sk_test_…`) was sent to production, or a production key (`sk_live_…`) to the sandbox. `message` says so.",
      "An access token is older than an hour.",
    ],
    fix: [
      "Check that key and address belong to the same environment.",
      "Ask for a new access token, or ask the operator for a new key.",
    ],
    retry: "never",
    see: ["going-live"],
  },
  insufficient_scope: {
    when: [
      "The key was made with a list of scopes, and the scope of this operation is not among them.",
      "The operator key was used where a partner's key is needed.",
    ],
    fix: ["Each operation's page names its scope. Make a key with that scope: `POST /v1/api-keys`."],
    retry: "never",
  },
  tier_not_eligible: {
    when: ["The operation is for another tier than your organization's, such as OAuth for `enterprise`."],
    fix: ["`GET /v1/organization` shows your tier. Ask the operator to change it."],
    retry: "never",
  },
  not_found: {
    when: [
      "No resource has this id, it was deleted, or it belongs to another organization.",
      "The path does not exist. `message` then says that there is nothing at this path.",
      "A partner's key was used on a path of the operator. `message` then says so.",
    ],
    fix: ["Check the id and the environment: a release of the sandbox does not exist in production."],
    retry: "never",
  },
  method_not_allowed: {
    when: ["The path exists, but not with this method."],
    fix: ["The header `Allow` lists the methods of this path."],
    retry: "never",
  },
  duplicate_submission: {
    when: [
      "Another release of your organization that is no draft has the same UPC, label and release date.",
      "The operator imported the same sales report twice.",
    ],
    fix: [
      "Look for the release that exists already: `GET /v1/releases?q=` with the UPC.",
      "For another edition, set another UPC or leave it out: Segue assigns one.",
    ],
    retry: "never",
  },
  asset_not_ready: {
    when: [
      "A release is submitted before its artwork and all its audio are `ready`.",
      "An artwork is set on a release while it is still being processed.",
    ],
    fix: [
      "Wait for the event `asset.ready`, or read `GET /v1/assets/{asset_id}` until `status` is `ready`.",
      "If `status` is `failed`, `failure` says why. Upload a corrected file as a new asset.",
    ],
    retry: "later",
    see: ["uploads"],
  },
  invalid_state: {
    when: [
      "The resource's status does not allow this: a delivered release is deleted, a paid payout is cancelled.",
      "A payout asks for more than is available.",
    ],
    fix: ["`message` names the status that the move needs. [Concepts](/concepts) shows all moves of all statuses."],
    retry: "never",
    see: ["concepts"],
  },
  idempotency_in_progress: {
    when: ["Two requests with the same `Idempotency-Key` run at the same time."],
    fix: ["Wait a second and send the same request again: you get the answer of the first."],
    retry: "later",
    see: ["idempotency"],
  },
  upc_pool_exhausted: {
    when: ["A release without a UPC was created, and all numbers of your ranges are used."],
    fix: ["Set `upc` yourself, or ask the operator for another range (`upc_ranges` of the organization)."],
    retry: "later",
  },
  payload_too_large: {
    when: ["The body is larger than the operation takes: 1 MiB for most, 8 MiB for `POST /v1/tracks/bulk`."],
    fix: ["Send fewer tracks at a time. Files do not go into JSON: see [uploads](/uploads)."],
    retry: "never",
    see: ["uploads"],
  },
  unsupported_media_type: {
    when: [
      "The header `Content-Type` is missing or is not the one of this operation.",
      "The charset is not UTF-8, or a JSON body is compressed.",
    ],
    fix: ["Send `Content-Type: application/json`. curl's `-d` alone sends a form."],
    retry: "never",
  },
  missing_required_field: {
    when: ["Fields that the operation needs are absent."],
    fix: ["`details` lists every one, with its path in the body."],
    retry: "never",
  },
  unknown_field: {
    when: ["The body has a field that the operation does not know, often a spelling mistake."],
    fix: ["`details` names the field and the nearest known name."],
    retry: "never",
  },
  invalid_isrc_format: {
    when: ["An ISRC is not two letters, three letters or digits, two digits of the year and five digits."],
    fix: ["Write it as `QZ-ABC-26-00001` or `QZABC2600001`, or leave it out if your organization has an ISRC prefix."],
    retry: "never",
  },
  territory_not_supported: {
    when: [
      "A territory is not a code that stores know, or your organization has no licence for it.",
      "A track's territory is outside its release's.",
    ],
    fix: ["`GET /v1/stores/territories` lists the codes. `WORLD` alone means every territory."],
    retry: "never",
  },
  idempotency_key_reused: {
    when: ["The `Idempotency-Key` was used in the last 24 hours for another method, path, query or body."],
    fix: ["Make a new key for each new request, and keep it only for the retries of that request."],
    retry: "never",
    see: ["idempotency"],
  },
  feature_sunset: {
    when: ["The request uses a deprecated field or parameter after its sunset date."],
    fix: ["`message` names the field and what replaces it. Before the date, the header `Sunset` announces it."],
    retry: "never",
    see: ["versioning"],
  },
  webhook_url_not_allowed: {
    when: ["The address is not https, or its name leads to a private or reserved network."],
    fix: [
      "Use a public https address. The sandbox on your own machine also sends to `http://localhost`.",
      "The operator can allow networks with `SEGUE_WEBHOOK_ALLOW`.",
    ],
    retry: "never",
    see: ["webhooks"],
  },
  validation_failed: {
    when: ["A value breaks a rule: a date that does not exist, a UPC with a wrong check digit, no main artist."],
    fix: ["`details` lists every field that is wrong and what it must be. Correct all of them at once."],
    retry: "never",
  },
  rate_limit_exceeded: {
    when: ["More requests than your tier allows in a minute, or in a second."],
    fix: [
      "Wait the seconds in `Retry-After`, then go on more slowly. If it is refused again, double the wait each time and add a random part.",
      "The SDK does that by itself.",
    ],
    retry: "later",
    see: ["rate-limits"],
  },
  internal_error: {
    when: ["A fault of the service, which is logged under the `request_id`."],
    fix: ["Retry once, with the same `Idempotency-Key`. If it stays, send the `request_id` to the operator."],
    retry: "once",
  },
  service_unavailable: {
    when: ["The database or the storage is unreachable for a moment, for example during a failover."],
    fix: ["Retry after the seconds in `Retry-After`, with the same `Idempotency-Key`. The SDK does that by itself."],
    retry: "later",
    see: ["idempotency"],
  },
};
