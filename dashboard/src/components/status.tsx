// How every status looks: one table for all of them.

import type {
  AssetStatus,
  DeliveryStatus,
  DeliveryStoreStatus,
  EventStatus,
  JobStatus,
  OrganizationStatus,
  PayoutStatus,
  ReleaseStatus,
  SalesReportStatus,
  Severity,
  StoreStatus,
  SubmissionStatus,
  WebhookStatus,
} from "@segue/sdk";
import { showWord } from "../values/format.ts";
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
  | SalesReportStatus
  | OrganizationStatus
  | JobStatus
  | Severity;

/** What only these pages tell apart. */
type OwnStatus = "failing" | "uploading" | "not_ready" | "not_delivered" | "no_answer_yet" | "not_sent_yet";

export type ShownStatus = ServiceStatus | OwnStatus;

const colors: Readonly<Record<ShownStatus, string>> = {
  draft: "gray",
  submitted: "blue",
  pending_review: "blue",
  approved: "teal",
  withdrawn: "gray",
  in_progress: "blue",
  queued: "gray",
  sending: "blue",
  ingesting: "blue",
  stalled: "orange",
  delivered: "teal",
  rejected: "red",
  action_required: "orange",
  takedown_requested: "grape",
  taken_down: "gray",
  cancelled: "gray",
  awaiting_upload: "gray",
  processing: "blue",
  ready: "teal",
  failed: "red",
  failing: "red",
  pending: "blue",
  undelivered: "red",
  none: "gray",
  active: "teal",
  verified: "teal",
  unverified: "orange",
  paused: "orange",
  disabled: "red",
  suspended: "red",
  on_hold: "orange",
  paid: "teal",
  importing: "blue",
  imported: "teal",
  parked: "red",
  running: "blue",
  waiting: "gray",
  uploading: "blue",
  not_ready: "orange",
  not_delivered: "gray",
  no_answer_yet: "gray",
  not_sent_yet: "gray",
  blocker: "red",
  warning: "orange",
  info: "blue",
};

export function statusColor(value: ShownStatus): string {
  return colors[value];
}

type StatusProps = { value: ShownStatus; size?: "sm" | "md" | "lg"; className?: string | undefined };

/** A plain element: lists show dozens at once. */
export function Status({ value, size = "md", className = "" }: StatusProps) {
  const color = statusColor(value);
  const colors = {
    background: `var(--mantine-color-${color}-light)`,
    color: `var(--mantine-color-${color}-light-color)`,
  };
  return (
    <span className={`${classes.status} ${className}`} data-size={size} style={colors}>
      {showWord(value)}
    </span>
  );
}
