// The catalogue of events: what the `data` of each type looks like, with an example. Partners read it at
// GET /v1/event-types and in the API's description, and the sandbox sends from it; all of them read this one table.

import { type Static, type TObject, type TProperties, type TSchema, Type } from "typebox";
import { Asset, assetStatuses } from "../assets/asset.ts";
import { failures } from "../assets/inspection/failure.ts";
import { ChangelogEntry } from "../changelog/changelog.ts";
import { Delivery, DeliveryStore, deliveryStatuses, type Step, storeStatuses } from "../deliveries/delivery.ts";
import { type Envelope, type EventType, eventTypes } from "../events/event.ts";
import { Amount, Currency } from "../ledger/amount.ts";
import { MigrationStore, migrationStatuses, ReleaseMigration } from "../migrations/migration.ts";
import { Payout, payoutStatuses } from "../payouts/payout.ts";
import { exampleOf } from "../platform/openapi/example.ts";
import { Id, OneOf, Timestamp } from "../platform/schema.ts";
import { Release, releaseStatuses, reviewStatuses } from "../releases/release.ts";
import { PayeeStatement } from "../royalties/payee-statement.ts";
import { Statement } from "../royalties/statement.ts";
import { Submission } from "../submissions/submission.ts";

/** A minute apart, the last at the time of the other examples. */
const steps = (...statuses: Step["status"][]): Step[] =>
  statuses.map((status, index) => ({ status, at: `2026-03-01T09:${31 - statuses.length + index}:00.000Z` }));

/** Events carry no links: a link would expire before the event is read. */
const withoutLinks = {
  upload: null,
  download_url: null,
  image: null,
  audio: { ...(exampleOf(Asset.properties.audio) as NonNullable<Asset["audio"]>), peaks_url: null },
};

const store: DeliveryStore = {
  store_id: "store_auralis",
  status: "delivered",
  territory_codes: ["DE", "FR"],
  terms: null,
  rejection_code: null,
  rejection_reason: null,
  attempts: 1,
  stalled_reason: null,
  stalled_since: null,
  history: steps("queued", "sending", "ingesting", "delivered"),
  updated_at: "2026-03-01T09:30:00.000Z",
};
const takenDown: DeliveryStore = {
  ...store,
  status: "taken_down",
  history: steps("queued", "sending", "ingesting", "delivered", "takedown_requested", "taken_down"),
};

const safeStore: MigrationStore = {
  store_id: "store_auralis",
  status: "safe_to_take_down",
  migration: "overlap",
  delivered_at: "2026-03-01T09:30:00.000Z",
  safe_at: "2026-03-06T09:30:00.000Z",
};

const warning = {
  code: "title_case_en",
  severity: "warning" as const,
  field: "tracks[3].title",
  issue: "is not in English title case",
  suggestion: "Midnight in Paris",
};

/** `data` by type; the example stands in the schema. */
const catalogue = {
  ping: data({ webhook_id: Id("whk") }),
  "release.status.changed": data(
    { ...Release.properties, previous_status: OneOf(releaseStatuses) },
    { status: "submitted", previous_status: "draft" },
  ),
  "submission.reviewed": data(
    { ...Submission.properties, previous_status: OneOf(reviewStatuses) },
    { review_status: "approved", previous_status: "pending_review", reason: null, issues: [warning] },
  ),
  "asset.ready": data(
    { ...Asset.properties, previous_status: OneOf(assetStatuses) },
    { ...withoutLinks, status: "ready", previous_status: "processing", failure: null },
  ),
  "asset.failed": data(
    { ...Asset.properties, previous_status: OneOf(assetStatuses) },
    {
      ...withoutLinks,
      status: "failed",
      previous_status: "processing",
      failure: { code: "corrupt_file", message: failures.corrupt_file },
      audio: null,
    },
  ),
  "delivery.store.updated": data(
    {
      delivery_id: Id("dlv"),
      release_id: Id("rel"),
      previous_status: OneOf(storeStatuses),
      store: DeliveryStore,
    },
    { previous_status: "ingesting", store },
  ),
  "delivery.completed": data(
    { ...Delivery.properties, previous_status: OneOf(deliveryStatuses) },
    { status: "delivered", previous_status: "in_progress", stores: [store], created_at: "2026-03-01T09:27:00.000Z" },
  ),
  "delivery.taken_down": data(
    { ...Delivery.properties, previous_status: OneOf(deliveryStatuses) },
    {
      status: "taken_down",
      previous_status: "delivered",
      stores: [takenDown],
      created_at: "2026-03-01T09:25:00.000Z",
      completed_at: null,
    },
  ),
  "migration.store.safe": data(
    {
      migration_id: Id("mig"),
      release_id: Id("rel"),
      previous_distributor: ReleaseMigration.properties.previous_distributor,
      previous_status: OneOf(migrationStatuses),
      store: MigrationStore,
    },
    { previous_status: "overlapping", store: safeStore },
  ),
  "statement.available": data(Statement.properties),
  "payee_statement.available": data(PayeeStatement.properties),
  "contract.recouped": data({
    contract_id: Id("con"),
    cost_id: Id("cst"),
    amount: Amount({ description: "The whole advance or cost.", examples: ["500.00"] }),
    currency: Currency,
  }),
  "payout.status.changed": data(
    { ...Payout.properties, previous_status: OneOf(payoutStatuses) },
    {
      status: "paid",
      previous_status: "processing",
      hold: null,
      failure_reason: null,
      created_at: "2026-02-27T14:05:00.000Z",
    },
  ),
  "api.changelog.published": data(ChangelogEntry.properties),
} as const satisfies Record<EventType, TObject>;

/** The whole event: its envelope around its data. */
export function envelopeOf(event_type: EventType): TSchema {
  const { summary } = eventTypes[event_type];
  const data: TSchema = catalogue[event_type];
  return Type.Object(
    { id: Id("evt"), event_type: OneOf([event_type]), created_at: Timestamp, data },
    { title: `${titleOf(event_type)}Event`, description: summary },
  );
}

export function exampleEvent(event_type: EventType): Envelope {
  return exampleOf(envelopeOf(event_type)) as Envelope;
}

/** Whether the `data` of this type has a field of this name. */
export function hasField(event_type: EventType, name: string): boolean {
  return Object.hasOwn(catalogue[event_type].properties, name);
}

/** `delivery.store.updated` becomes DeliveryStoreUpdated. */
export function titleOf(event_type: EventType): string {
  return event_type
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

/** Builds `data` from each field's example; `given` overrides fields that must agree. */
function data<Properties extends TProperties>(
  properties: Properties,
  given: Partial<Static<TObject<Properties>>> = {},
): TObject<Properties> {
  const schema = Type.Object(properties);
  const example = { ...(exampleOf(schema) as object), ...given };
  return Type.Object(properties, { examples: [example] });
}
