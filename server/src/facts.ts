// Facts that the API's description carries beside its operations, so that clients read them and do not repeat them.

import { Type } from "typebox";
import { assetTransitions } from "./assets/asset.ts";
import { type ConnectorKind, connectorKinds } from "./connectors/kinds.ts";
import { contractTransitions } from "./contracts/contract.ts";
import { costTransitions } from "./contracts/cost.ts";
import { storeTransitions } from "./deliveries/delivery.ts";
import { dispatchTransitions } from "./events/dispatch.ts";
import { mailTransitions } from "./mail/mail.ts";
import { organizationTransitions } from "./organizations/organization.ts";
import { payeeTransitions } from "./payees/payee.ts";
import { payoutTransitions } from "./payouts/payout.ts";
import { memberTransitions } from "./people/member.ts";
import { personTransitions } from "./people/person.ts";
import { jobTransitions } from "./platform/jobs/job.ts";
import type { ApiFacts } from "./platform/openapi/openapi.ts";
import { releaseTransitions } from "./releases/release.ts";
import { reportTransitions } from "./royalties/reports/sales-report.ts";
import { pauseTransitions } from "./stores/store.ts";
import { submissionTransitions } from "./submissions/submission.ts";
import { webhookTransitions } from "./webhooks/webhook.ts";

export const apiFacts: ApiFacts = {
  moves: {
    release: releaseTransitions,
    submission: submissionTransitions,
    asset: assetTransitions,
    store: pauseTransitions,
    delivery_store: storeTransitions,
    webhook: webhookTransitions,
    dispatch: dispatchTransitions,
    payee: payeeTransitions,
    payout: payoutTransitions,
    contract: contractTransitions,
    contract_cost: costTransitions,
    sales_report: reportTransitions,
    organization: organizationTransitions,
    member: memberTransitions,
    person: personTransitions,
    job: jobTransitions,
    mail: mailTransitions,
  },
  connectors: Object.entries(connectorKinds).map(([kind, row]) => describeKind(kind, row)),
};

/** The settings of a kind, as the operator writes them. Secrets are `writeOnly`. `x-segue-fetched`: its stores fetch. */
function describeKind(kind: string, { summary, settings, secrets = {}, is_fetched }: ConnectorKind) {
  const sealed = Object.entries(secrets).map(
    ([name, schema]) => [name, Type.Optional({ ...schema, writeOnly: true })] as const,
  );
  const properties = { kind: Type.Literal(kind), ...settings, ...Object.fromEntries(sealed) };
  return Type.Object(properties, {
    description: summary,
    additionalProperties: false,
    "x-segue-fetched": is_fetched ?? false,
  });
}
