// How every status looks: one table for all of them.

import { showWord } from "./format.ts";
import classes from "./status.module.css";

const colors: Readonly<Record<string, string>> = {
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
  retrying: "orange",
  undelivered: "red",
  none: "gray",
  pending_verification: "orange",
  active: "teal",
  verified: "teal",
  unverified: "orange",
  paused: "orange",
  disabled: "red",
  inactive: "gray",
  suspended: "red",
  requested: "blue",
  on_hold: "orange",
  paid: "teal",
  importing: "blue",
  imported: "teal",
  parked: "red",
  running: "blue",
  uploading: "blue",
  not_ready: "orange",
  not_delivered: "gray",
  blocker: "red",
  warning: "orange",
  info: "blue",
};

export function statusColor(value: string): string {
  return colors[value] ?? "gray";
}

type StatusProps = { value: string; size?: "sm" | "md" | "lg"; className?: string | undefined };

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
