import { MAX_XML_BYTES } from "../ddex/read-xml.ts";
import { timestamp } from "../platform/context.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { ConnectorParts } from "../stores/actions.ts";
import { receiveMessage } from "./actions.ts";
import { prepareMessage } from "./prepare-message.ts";
import { ReceivedMessage } from "./received-message.ts";

export const exchangeRoutes = ({ schemas }: Pick<ConnectorParts, "schemas">): Route[] => [
  route({
    method: "POST",
    path: "/v1/ddex/messages",
    operation: "receiveDdexMessage",
    tag: "DDEX",
    summary: "Send a DDEX message",
    description:
      "`NewReleaseMessage` of ERN 4.1 to 4.3.2, 3.8.2 and 3.8.3 creates or updates a release and its tracks, and without deals takes the release down; " +
      "`PurgeReleaseMessage` takes it down. The release is yours with that ICPN; without one a UPC is assigned. Upload the files first: a " +
      "message refers to them by their SHA-256 or, without one, by their names. A message that is sent again, or an older one than the " +
      "release's newest, changes nothing; a takedown is never too old. Each problem is named by its path in the message.",
    access: { scope: "ddex:write" },
    beyond_labels: true,
    tier: "enterprise",
    takes: "xml",
    body_limit: MAX_XML_BYTES,
    success: {
      status: 201,
      schema: ReceivedMessage,
      otherwise: { status: 200, when: (result) => (result as ReceivedMessage).result !== "created" },
    },
    errors: [
      ...(["validation_failed", "invalid_isrc_format", "territory_not_supported", "missing_required_field"] as const),
      ...(["invalid_state", "asset_not_ready", "duplicate_submission", "upc_pool_exhausted"] as const),
    ],
    ahead: (ctx, { principal, document }) =>
      prepareMessage({
        organization_id: principal.organization_id,
        bytes: document,
        now: timestamp(ctx),
        schemas,
        signal: ctx.signal,
      }),
    handle: (ctx, { principal }, prepared) => receiveMessage(ctx, principal.organization_id, prepared),
  }),
];
