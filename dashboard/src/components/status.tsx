// How much every status asks of a person: one table for all of them.

import type {
  AssetStatus,
  ContractStatus,
  CostStatus,
  DeliveryStatus,
  DeliveryStoreStatus,
  EventStatus,
  JobStatus,
  MailStatus,
  MemberStatus,
  MigrationStatus,
  OrganizationStatus,
  PayeeStatus,
  PayoutStatus,
  PersonStatus,
  ReleaseStatus,
  SalesReportStatus,
  Severity,
  StoreStatus,
  SubmissionStatus,
  WebhookStatus,
} from "@segue/sdk";
import { codeWords } from "../values/words.ts";
import classes from "./status.module.css";

/** Everything that the service calls a status, or that is shown like one. */
type ServiceStatus =
  | ReleaseStatus
  | SubmissionStatus
  | AssetStatus
  | DeliveryStatus
  | DeliveryStoreStatus
  | StoreStatus
  | WebhookStatus
  | EventStatus
  | PayoutStatus
  | PayeeStatus
  | ContractStatus
  | MigrationStatus
  | CostStatus
  | SalesReportStatus
  | OrganizationStatus
  | JobStatus
  | MemberStatus
  | PersonStatus
  | MailStatus
  | Severity;

/** Statuses that only these pages tell apart. */
type OwnStatus =
  | "failing"
  | "healthy"
  | "not_tried"
  | "uploading"
  | "not_ready"
  | "not_delivered"
  | "no_answer_yet"
  | "not_sent_yet";

export type ShownStatus = ServiceStatus | OwnStatus;

/**
 * `quiet`: nothing to say. `running`: the service or a store works on it. `good`: as it should be. `needed`: a person can do
 * something. `wrong`: a person must.
 */
export type Tone = "quiet" | "running" | "good" | "needed" | "wrong";

const tones: Readonly<Record<ShownStatus, Tone>> = {
  draft: "quiet",
  submitted: "running",
  pending_review: "running",
  approved: "good",
  withdrawn: "quiet",
  in_progress: "running",
  queued: "quiet",
  sending: "running",
  ingesting: "running",
  stalled: "needed",
  delivered: "good",
  rejected: "wrong",
  action_required: "needed",
  takedown_requested: "running",
  taken_down: "quiet",
  cancelled: "quiet",
  awaiting_upload: "quiet",
  processing: "running",
  ready: "good",
  failed: "wrong",
  failing: "wrong",
  healthy: "good",
  not_tried: "quiet",
  pending: "running",
  undelivered: "wrong",
  none: "quiet",
  active: "good",
  verified: "good",
  unverified: "needed",
  paused: "needed",
  disabled: "wrong",
  suspended: "wrong",
  on_hold: "needed",
  paid: "good",
  importing: "running",
  imported: "good",
  parked: "wrong",
  running: "running",
  waiting: "quiet",
  invited: "running",
  sent: "good",
  archived: "quiet",
  ended: "quiet",
  open: "running",
  recouped: "good",
  awaiting_delivery: "quiet",
  overlapping: "running",
  safe_to_take_down: "good",
  uploading: "running",
  not_ready: "needed",
  not_delivered: "quiet",
  no_answer_yet: "quiet",
  not_sent_yet: "quiet",
  blocker: "wrong",
  warning: "needed",
  info: "quiet",
};

const words: Readonly<Record<ShownStatus, string>> = codeWords;

export function toneOf(value: ShownStatus): Tone {
  return tones[value];
}

type StatusProps = { value: ShownStatus; size?: "sm" | "md" | "lg"; className?: string | undefined };

/** A dot and a word; filled only if a person is needed. A plain element: lists show dozens at once. */
export function Status({ value, size = "md", className = "" }: StatusProps) {
  return (
    <span className={`${classes.status} ${className}`} data-size={size} data-tone={tones[value]}>
      {words[value]}
    </span>
  );
}
