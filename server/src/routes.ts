import type { Links } from "./assets/links.ts";
import { assetRoutes, sandboxAssetRoutes } from "./assets/routes.ts";
import { changelogRoutes } from "./changelog/routes.ts";
import { connectorKinds, kindsThatFetch } from "./connectors/kinds.ts";
import { contractRoutes } from "./contracts/routes.ts";
import type { KeyForm } from "./credentials/api-key.ts";
import { credentialRoutes } from "./credentials/routes.ts";
import { storeCredentialRoutes } from "./credentials/store-routes.ts";
import { ernRoutes } from "./deliveries/ern-routes.ts";
import { messageJudge } from "./deliveries/judge-messages.ts";
import { feedRoutes } from "./deliveries/received/feed-routes.ts";
import { sentMessageRoutes } from "./deliveries/received/sent-routes.ts";
import { deliveryRoutes, simulationRoutes } from "./deliveries/routes.ts";
import type { DiagnosisParts } from "./diagnosis/actions.ts";
import { diagnosisRoutes } from "./diagnosis/routes.ts";
import { eventRoutes } from "./events/routes.ts";
import { exchangeRoutes } from "./exchange/routes.ts";
import { apiFacts } from "./facts.ts";
import { ledgerRoutes } from "./ledger/routes.ts";
import type { MailParts } from "./mail/actions.ts";
import { mailRoutes, sandboxMailRoutes, unsubscribeRoutes } from "./mail/routes.ts";
import type { ErnParts } from "./messages/written-message.ts";
import { migrationRoutes } from "./migrations/routes.ts";
import { organizationRoutes } from "./organizations/routes.ts";
import { overviewRoutes } from "./overview/routes.ts";
import { payeeMoneyRoutes } from "./payees/money-routes.ts";
import { payeeRoutes } from "./payees/routes.ts";
import { holdPendingPayouts } from "./payouts/actions.ts";
import { bulkPayoutRoutes } from "./payouts/bulk-routes.ts";
import { payoutRoutes, simulatedPayoutRoutes } from "./payouts/routes.ts";
import { accountRoutes } from "./people/account-routes.ts";
import { ownersHearOfKeys } from "./people/key-mail.ts";
import { meRoutes } from "./people/me-routes.ts";
import { memberRoutes } from "./people/member-routes.ts";
import { type OidcRouteParts, oidcRoutes } from "./people/oidc-routes.ts";
import { personRoutes } from "./people/person-routes.ts";
import { sessionRoutes, viewRoute } from "./people/session-routes.ts";
import { staffRoutes } from "./people/staff-routes.ts";
import { jobRoutes } from "./platform/http/observing/job-routes.ts";
import { requestLogRoutes } from "./platform/http/observing/request-log-routes.ts";
import { type PageParts, pageRoutes } from "./platform/http/pages.ts";
import { type Route, route } from "./platform/http/route.ts";
import type { JobHandler } from "./platform/jobs/handler.ts";
import { type ApiInfo, openApiDocument } from "./platform/openapi/openapi.ts";
import { createSeal } from "./platform/seal.ts";
import { preflightRoutes } from "./releases/preflight/routes.ts";
import { releaseRoutes } from "./releases/routes.ts";
import { formatRoutes } from "./royalties/formats/routes.ts";
import { ownPayeeStatementRoutes, payeeStatementRoutes } from "./royalties/payees/routes.ts";
import { rateRoutes } from "./royalties/rates/routes.ts";
import { reportMoneyRoutes } from "./royalties/reports/money-routes.ts";
import { reportRoutes } from "./royalties/reports/routes.ts";
import { tryRoutes } from "./royalties/reports/try-routes.ts";
import { operatorRoyaltyRoutes, royaltyRoutes, sandboxStatementRoutes } from "./royalties/statements/routes.ts";
import type { ConnectorParts } from "./stores/actions.ts";
import { operatorStoreRoutes, storeRoutes } from "./stores/routes.ts";
import { reviewRoutes } from "./submissions/review-routes.ts";
import { submissionRoutes } from "./submissions/routes.ts";
import { showTracksOf } from "./tracks/actions.ts";
import { trackRoutes } from "./tracks/routes.ts";
import { Track } from "./tracks/track.ts";
import { describeEvents } from "./webhooks/description.ts";
import { eventTypeRoutes, sandboxEventRoutes } from "./webhooks/event-type-routes.ts";
import { receiverRoutes } from "./webhooks/receiver-routes.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

export const apiInfo: ApiInfo = {
  title: "Segue",
  version: "1.0.0",
  description:
    "Music distribution as an API: releases, deliveries to digital stores, webhooks and royalties.\n\n" +
    "Send your key as `Authorization: Bearer <API_KEY>`, or an access token in its place. Every answer carries `X-Request-Id`; every answer that is not " +
    "a success carries an `error` object with a stable `code`. POST and PATCH take an `Idempotency-Key` (UUID v4).",
  tags: {
    Assets: "Audio and artwork: uploads and their analysis.",
    Releases: "Albums and singles, from draft to delivery.",
    Tracks: "The recordings of a release.",
    Submissions: "Releases handed in for distribution, and their review.",
    Preflight: "Finds what stores would reject, before you submit.",
    Stores: "Stores that releases are delivered to.",
    Deliveries: "Releases on their way to stores, and where each stands.",
    Feed: "For stores that fetch their messages. Needs a store's credential.",
    Migrations: "Releases that move here from another distributor.",
    DDEX: "Releases in the messages that labels and stores exchange.",
    Royalties: "Your earnings: statements, their line items and totals.",
    Payees: "Artists, producers and labels that you share with, and where money is sent.",
    Payouts: "Your balance, what changed it, and money on its way to you.",
    Contracts: "What payees get of your earnings, and the advances and costs that are taken back first.",
    Webhooks: "Your endpoints, to which events are sent.",
    Events: "Events, and the endpoints that they were sent to.",
    Sandbox: "Only in the sandbox: make a store answer, send an example event, create test assets and statements.",
    Members: "The people of your organization, their roles, and invitations.",
    People: "A person about itself, in its dashboard session.",
    Organization: "Your organization, its API keys and access tokens.",
    Operator: "For the operator who runs the service. Needs the operator key.",
    Service: "The service about itself.",
  },
};

export type ApiParts = {
  form: KeyForm;
  links: Links;
  mail: MailParts;
  has_sandbox_routes: boolean;
  handlers: readonly JobHandler[];
  diagnosis: DiagnosisParts;
} & ConnectorParts;

/** The whole API, one list. */
function apiRoutes({ form, links, has_sandbox_routes, handlers, mail, diagnosis, ...stores }: ApiParts): Route[] {
  const messages = messageJudge(stores);
  const routes: Route[] = [
    ...releaseRoutes(links),
    ...submissionRoutes,
    ...trackRoutes,
    ...reviewRoutes({ links, messages, tracks: { schema: Track, show: showTracksOf } }),
    ...preflightRoutes(messages),
    ...assetRoutes(links),
    ...storeRoutes,
    ...operatorStoreRoutes(stores),
    ...deliveryRoutes(messages),
    ...ernRoutes(stores),
    ...sentMessageRoutes(stores),
    ...feedRoutes,
    ...exchangeRoutes(stores),
    ...migrationRoutes,
    ...moneyRoutes(stores, { mail, pepper: form.pepper }),
    ...reportRoutes,
    ...formatRoutes,
    ...reportMoneyRoutes,
    ...rateRoutes,
    ...tryRoutes,
    ...webhookRoutes(stores),
    ...eventRoutes,
    ...eventTypeRoutes,
    ...royaltyRoutes,
    ...payeeStatementRoutes,
    ...ownPayeeStatementRoutes,
    ...operatorRoyaltyRoutes,
    ...changelogRoutes,
    ...organizationRoutes,
    ...credentialRoutes(form, ownersHearOfKeys(mail)),
    ...memberRoutes({ form, mail }),
    ...staffRoutes({ form, mail }),
    ...personRoutes(mail),
    ...meRoutes({ vault: stores.vault, pepper: form.pepper, mail }),
    viewRoute,
    ...storeCredentialRoutes(form, kindsThatFetch(stores.connectors)),
    ...jobRoutes(handlers),
    ...requestLogRoutes,
    ...mailRoutes,
    ...overviewRoutes(links),
    ...diagnosisRoutes(diagnosis),
    ...(has_sandbox_routes ? sandboxRoutes(links, mail) : []),
  ];
  let document: string | undefined;
  const description: Route = route({
    method: "GET",
    path: "/v1/openapi.json",
    operation: "getOpenApi",
    tag: "Service",
    summary: "Read this description",
    access: "public",
    success: { status: 200, content_type: "application/json; charset=utf-8" },
    handle: (): string => {
      document ??= JSON.stringify(openApiDocument([...routes, description], apiInfo, describeEvents(), apiFacts));
      return document;
    },
  });
  return [...routes, description];
}

function sandboxRoutes(links: Links, mail: MailParts): Route[] {
  return [
    ...sandboxAssetRoutes(links),
    ...simulationRoutes,
    ...sandboxEventRoutes,
    ...sandboxStatementRoutes,
    ...simulatedPayoutRoutes,
    ...sandboxMailRoutes(mail),
  ];
}

function moneyRoutes(stores: ConnectorParts, telling: { mail: MailParts; pepper: Buffer }): Route[] {
  return [
    ...payeeRoutes({ vault: stores.vault, ...telling, hold: holdPendingPayouts }),
    ...payeeMoneyRoutes,
    ...payoutRoutes,
    ...bulkPayoutRoutes(stores),
    ...contractRoutes,
    ...ledgerRoutes,
  ];
}

/** All routes of both environments, for the description. These parts make no key or link, and seal nothing. */
export function describedRoutes(): Route[] {
  const form = { prefix: "", pepper: Buffer.alloc(0) };
  const seal = createSeal(Buffer.alloc(32));
  const links = { public_url: "", seal };
  const ern: ErnParts = { sender: null, control_type: "TestMessage" };
  const stores = { connectors: connectorKinds, vault: seal, ern };
  const mail = { vault: seal, links, is_mailed: true };
  const diagnosis: DiagnosisParts = {
    time: { fault: () => undefined, ahead_s: () => 0 },
    limits: { standing: () => "memory" },
    storage: { kind: "folder", path: "" },
    transport: { check: async () => "" },
    migrations_dir: "",
  };
  return apiRoutes({ form, links, mail, diagnosis, has_sandbox_routes: true, handlers: [], ...stores });
}

/** All routes of a server: the API, the pages and the health checks. */
export function allRoutes(parts: ApiParts & PageParts & OidcRouteParts): Route[] {
  const receivers = parts.has_sandbox_routes ? receiverRoutes : [];
  return [
    ...apiRoutes(parts),
    ...sessionRoutes(parts),
    ...accountRoutes(parts),
    ...oidcRoutes(parts),
    ...unsubscribeRoutes(parts.mail),
    ...pageRoutes(parts),
    ...receivers,
  ];
}
