// One method of the client for every operation of the API. The client is built from this table, and a test compares it
// with openapi.json. To name a new operation: its noun is the first part of the path, after `operator.` or `sandbox.`;
// then `create`, `list`, `get`, `update`, `delete`, or the last part of the path in camelCase.

export const methods = {
  "releases.create": "POST /v1/releases",
  "releases.list": "GET /v1/releases",
  "releases.get": "GET /v1/releases/{release_id}",
  "releases.update": "PATCH /v1/releases/{release_id}",
  "releases.delete": "DELETE /v1/releases/{release_id}",
  "releases.submit": "POST /v1/releases/{release_id}/submit",
  "releases.assignIsrcs": "POST /v1/releases/{release_id}/assign-isrcs",
  "releases.ern": "GET /v1/releases/{release_id}/ern",
  "releases.preflight": "GET /v1/releases/{release_id}/preflight",

  "submissions.list": "GET /v1/submissions",
  "submissions.get": "GET /v1/submissions/{submission_id}",
  "submissions.withdraw": "POST /v1/submissions/{submission_id}/withdraw",

  "tracks.create": "POST /v1/tracks",
  "tracks.list": "GET /v1/tracks",
  "tracks.createMany": "POST /v1/tracks/bulk",
  "tracks.get": "GET /v1/tracks/{track_id}",
  "tracks.update": "PATCH /v1/tracks/{track_id}",
  "tracks.delete": "DELETE /v1/tracks/{track_id}",

  "preflightRules.list": "GET /v1/preflight-rules",

  "assets.create": "POST /v1/assets",
  "assets.list": "GET /v1/assets",
  "assets.get": "GET /v1/assets/{asset_id}",
  "assets.delete": "DELETE /v1/assets/{asset_id}",

  "uploads.put": "PUT /v1/uploads/{upload_token}",
  "uploads.offset": "HEAD /v1/uploads/{upload_token}/resumable",
  "uploads.append": "PATCH /v1/uploads/{upload_token}/resumable",

  "downloads.get": "GET /v1/downloads/{download_token}",

  "overview.get": "GET /v1/overview",
  "operator.overview.get": "GET /v1/operator/overview",
  "thumbnails.get": "GET /v1/thumbnails/{thumbnail_token}",
  "peaks.get": "GET /v1/peaks/{peaks_token}",

  "stores.list": "GET /v1/stores",
  "stores.territories": "GET /v1/stores/territories",
  "stores.get": "GET /v1/stores/{store_id}",

  "deliveries.create": "POST /v1/deliveries",
  "deliveries.list": "GET /v1/deliveries",
  "deliveries.get": "GET /v1/deliveries/{delivery_id}",
  "deliveries.resubmit": "POST /v1/deliveries/{delivery_id}/resubmit",
  "deliveries.update": "POST /v1/deliveries/{delivery_id}/update",
  "deliveries.takedown": "POST /v1/deliveries/{delivery_id}/takedown",
  "deliveries.cancel": "POST /v1/deliveries/{delivery_id}/cancel",

  "payouts.create": "POST /v1/payouts",
  "payouts.list": "GET /v1/payouts",
  "payouts.get": "GET /v1/payouts/{payout_id}",
  "payouts.cancel": "POST /v1/payouts/{payout_id}/cancel",

  "balance.get": "GET /v1/balance",
  "balance.transactions": "GET /v1/balance/transactions",

  "webhooks.create": "POST /v1/webhooks",
  "webhooks.list": "GET /v1/webhooks",
  "webhooks.get": "GET /v1/webhooks/{webhook_id}",
  "webhooks.update": "PATCH /v1/webhooks/{webhook_id}",
  "webhooks.delete": "DELETE /v1/webhooks/{webhook_id}",
  "webhooks.ping": "POST /v1/webhooks/{webhook_id}/ping",
  "webhooks.rotateSecret": "POST /v1/webhooks/{webhook_id}/rotate-secret",
  "webhooks.redeliver": "POST /v1/webhooks/{webhook_id}/redeliver",
  "webhooks.attempts": "GET /v1/webhooks/{webhook_id}/attempts",
  "webhooks.health": "GET /v1/webhooks/{webhook_id}/health",

  "events.redeliver": "POST /v1/events/{event_id}/redeliver",
  "events.list": "GET /v1/events",
  "events.get": "GET /v1/events/{event_id}",
  "events.attempts": "GET /v1/events/{event_id}/attempts",

  "eventTypes.list": "GET /v1/event-types",

  "royalties.list": "GET /v1/royalties",

  "statements.list": "GET /v1/statements",
  "statements.get": "GET /v1/statements/{statement_id}",
  "statements.lineItems": "GET /v1/statements/{statement_id}/line-items",

  "earnings.list": "GET /v1/earnings",

  "changelog.list": "GET /v1/changelog",

  "organization.get": "GET /v1/organization",

  "auditLog.list": "GET /v1/audit-log",

  "me.get": "GET /v1/me",
  "me.update": "PATCH /v1/me",
  "me.totp.create": "POST /v1/me/totp",
  "me.totp.confirm": "POST /v1/me/totp/confirm",
  "me.totp.remove": "POST /v1/me/totp/remove",
  "me.totp.renewCodes": "POST /v1/me/totp/recovery-codes",
  "me.sessions.list": "GET /v1/me/sessions",
  "me.sessions.delete": "DELETE /v1/me/sessions/{session_id}",

  "members.create": "POST /v1/members",
  "members.list": "GET /v1/members",
  "members.get": "GET /v1/members/{member_id}",
  "members.update": "PATCH /v1/members/{member_id}",
  "members.delete": "DELETE /v1/members/{member_id}",
  "members.resend": "POST /v1/members/{member_id}/resend",

  "requestLog.list": "GET /v1/request-log",

  "apiKeys.list": "GET /v1/api-keys",
  "apiKeys.create": "POST /v1/api-keys",
  "apiKeys.delete": "DELETE /v1/api-keys/{key_id}",

  "oauth.token": "POST /v1/oauth/token",

  "ddex.messages.create": "POST /v1/ddex/messages",

  "feed.messages.list": "GET /v1/feed/messages",
  "feed.messages.get": "GET /v1/feed/messages/{message_id}",
  "feed.messages.file": "GET /v1/feed/messages/{message_id}/files/{name}",
  "feed.messages.report": "POST /v1/feed/messages/{message_id}/status",

  "openapi.get": "GET /v1/openapi.json",

  "operator.catalog.list": "GET /v1/operator/catalog",

  "operator.submissions.list": "GET /v1/operator/submissions",
  "operator.submissions.get": "GET /v1/operator/submissions/{submission_id}",
  "operator.submissions.approve": "POST /v1/operator/submissions/{submission_id}/approve",
  "operator.submissions.reject": "POST /v1/operator/submissions/{submission_id}/reject",

  "operator.stores.create": "POST /v1/operator/stores",
  "operator.stores.list": "GET /v1/operator/stores",
  "operator.stores.get": "GET /v1/operator/stores/{store_id}",
  "operator.stores.delete": "DELETE /v1/operator/stores/{store_id}",
  "operator.stores.update": "PATCH /v1/operator/stores/{store_id}",
  "operator.stores.test": "POST /v1/operator/stores/{store_id}/test",

  "operator.storePresets.list": "GET /v1/operator/store-presets",

  "operator.stores.messages.list": "GET /v1/operator/stores/{store_id}/messages",
  "operator.stores.messages.get": "GET /v1/operator/stores/{store_id}/messages/{message_id}",
  "operator.stores.messages.file": "GET /v1/operator/stores/{store_id}/messages/{message_id}/files/{asset_id}",
  "operator.stores.messages.acknowledgements.get":
    "GET /v1/operator/stores/{store_id}/messages/{message_id}/acknowledgements/{sha256}",
  "operator.stores.messages.resend": "POST /v1/operator/stores/{store_id}/messages/{message_id}/resend",

  "operator.stores.credentials.create": "POST /v1/operator/stores/{store_id}/credentials",
  "operator.stores.credentials.list": "GET /v1/operator/stores/{store_id}/credentials",
  "operator.stores.credentials.delete": "DELETE /v1/operator/stores/{store_id}/credentials/{credential_id}",

  "operator.deliveries.list": "GET /v1/operator/deliveries",
  "operator.deliveries.report": "POST /v1/operator/deliveries/{delivery_id}/stores/{store_id}/report",

  "operator.payouts.list": "GET /v1/operator/payouts",
  "operator.payouts.hold": "POST /v1/operator/payouts/{payout_id}/hold",
  "operator.payouts.release": "POST /v1/operator/payouts/{payout_id}/release",
  "operator.payouts.process": "POST /v1/operator/payouts/{payout_id}/process",
  "operator.payouts.pay": "POST /v1/operator/payouts/{payout_id}/pay",
  "operator.payouts.fail": "POST /v1/operator/payouts/{payout_id}/fail",

  "operator.balances.list": "GET /v1/operator/balances",

  "operator.ledger.check": "GET /v1/operator/ledger/check",

  "operator.adjustments.create": "POST /v1/operator/organizations/{org_id}/adjustments",
  "operator.conversions.create": "POST /v1/operator/organizations/{org_id}/conversions",
  "operator.conversions.list": "GET /v1/operator/organizations/{org_id}/conversions",

  "operator.salesReports.create": "POST /v1/operator/sales-reports",
  "operator.salesReports.list": "GET /v1/operator/sales-reports",
  "operator.salesReports.get": "GET /v1/operator/sales-reports/{report_id}",
  "operator.salesReports.update": "PATCH /v1/operator/sales-reports/{report_id}",
  "operator.salesReports.delete": "DELETE /v1/operator/sales-reports/{report_id}",
  "operator.salesReports.unmatched": "GET /v1/operator/sales-reports/{report_id}/unmatched",
  "operator.salesReports.unmatchedWorks": "GET /v1/operator/sales-reports/{report_id}/unmatched-works",
  "operator.salesReports.rows": "GET /v1/operator/sales-reports/{report_id}/rows",
  "operator.salesReports.file": "GET /v1/operator/sales-reports/{report_id}/file",
  "operator.salesReports.assign": "POST /v1/operator/sales-reports/{report_id}/assign",
  "operator.salesReports.reverse": "POST /v1/operator/sales-reports/{report_id}/reverse",
  "operator.reconciliation.list": "GET /v1/operator/reconciliation",

  "operator.exchangeRates.create": "POST /v1/operator/exchange-rates",
  "operator.exchangeRates.list": "GET /v1/operator/exchange-rates",
  "operator.exchangeRates.delete": "DELETE /v1/operator/exchange-rates/{rate_id}",
  "operator.exchangeRates.import": "POST /v1/operator/exchange-rates/import",
  "operator.exchangeRates.missing": "GET /v1/operator/exchange-rates/missing",

  "operator.reportFormats.create": "POST /v1/operator/report-formats",
  "operator.reportFormats.list": "GET /v1/operator/report-formats",
  "operator.reportFormats.get": "GET /v1/operator/report-formats/{format_id}",
  "operator.reportFormats.update": "PATCH /v1/operator/report-formats/{format_id}",
  "operator.reportFormats.delete": "DELETE /v1/operator/report-formats/{format_id}",
  "operator.reportFormats.try": "POST /v1/operator/report-formats/{format_id}/try",
  "operator.reportFormats.tryDraft": "POST /v1/operator/report-formats/try",

  "operator.periods.close": "POST /v1/operator/periods/{period}/close",

  "operator.statements.list": "GET /v1/operator/statements",
  "operator.statements.get": "GET /v1/operator/statements/{statement_id}",
  "operator.statements.lineItems": "GET /v1/operator/statements/{statement_id}/line-items",

  "operator.changelog.create": "POST /v1/operator/changelog",

  "operator.organizations.create": "POST /v1/operator/organizations",
  "operator.organizations.list": "GET /v1/operator/organizations",
  "operator.organizations.get": "GET /v1/operator/organizations/{org_id}",
  "operator.organizations.update": "PATCH /v1/operator/organizations/{org_id}",
  "operator.organizations.view": "POST /v1/operator/organizations/{org_id}/view",

  "operator.auditLog.list": "GET /v1/operator/audit-log",

  "operator.apiKeys.create": "POST /v1/operator/organizations/{org_id}/api-keys",
  "operator.apiKeys.list": "GET /v1/operator/organizations/{org_id}/api-keys",
  "operator.apiKeys.delete": "DELETE /v1/operator/organizations/{org_id}/api-keys/{key_id}",

  "operator.oauthClients.create": "POST /v1/operator/organizations/{org_id}/oauth-clients",
  "operator.oauthClients.list": "GET /v1/operator/organizations/{org_id}/oauth-clients",
  "operator.oauthClients.delete": "DELETE /v1/operator/organizations/{org_id}/oauth-clients/{client_id}",

  "operator.members.create": "POST /v1/operator/organizations/{org_id}/members",
  "operator.members.list": "GET /v1/operator/organizations/{org_id}/members",
  "operator.members.get": "GET /v1/operator/organizations/{org_id}/members/{member_id}",
  "operator.members.update": "PATCH /v1/operator/organizations/{org_id}/members/{member_id}",
  "operator.members.delete": "DELETE /v1/operator/organizations/{org_id}/members/{member_id}",
  "operator.members.resend": "POST /v1/operator/organizations/{org_id}/members/{member_id}/resend",

  "operator.staff.create": "POST /v1/operator/staff",
  "operator.staff.list": "GET /v1/operator/staff",
  "operator.staff.get": "GET /v1/operator/staff/{staff_id}",
  "operator.staff.update": "PATCH /v1/operator/staff/{staff_id}",
  "operator.staff.delete": "DELETE /v1/operator/staff/{staff_id}",
  "operator.staff.resend": "POST /v1/operator/staff/{staff_id}/resend",

  "operator.people.list": "GET /v1/operator/people",
  "operator.people.get": "GET /v1/operator/people/{person_id}",
  "operator.people.update": "PATCH /v1/operator/people/{person_id}",
  "operator.people.delete": "DELETE /v1/operator/people/{person_id}",

  "operator.jobs.list": "GET /v1/operator/jobs",
  "operator.jobs.retry": "POST /v1/operator/jobs/{job_id}/retry",

  "operator.mails.list": "GET /v1/operator/mails",
  "operator.mails.retry": "POST /v1/operator/mails/{mail_id}/retry",

  "sandbox.assets.create": "POST /v1/sandbox/assets",

  "sandbox.deliveries.simulate": "POST /v1/sandbox/deliveries/{delivery_id}/simulate",

  "sandbox.events.create": "POST /v1/sandbox/events",

  "sandbox.statements.create": "POST /v1/sandbox/statements",

  "sandbox.payouts.simulate": "POST /v1/sandbox/payouts/{payout_id}/simulate",

  "sandbox.mails.list": "GET /v1/sandbox/mails",
} as const;

export type MethodName = keyof typeof methods;

/** The input that a method with this verb has besides the parts of its path. `wire.ts` lists the methods that differ. */
export const usualInput: Readonly<Record<string, string>> = { create: "json", update: "json", list: "query" };

export type Tree<Value> = { [part: string]: Tree<Value> | Value };

/** The methods by noun: what is made for `operator.payouts.hold` stands at `tree.operator.payouts.hold`. */
export function byNoun<Value>(make: (name: MethodName) => Value): Tree<Value> {
  const tree: Tree<Value> = {};
  for (const name of Object.keys(methods) as MethodName[]) {
    const parts = name.split(".");
    const last = parts.pop() as string;
    let noun = tree;
    for (const part of parts) {
      noun[part] ??= {};
      noun = noun[part];
    }
    noun[last] = make(name);
  }
  return tree;
}
