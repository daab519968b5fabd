// The mail about gathered notices: its subject, its lines, and where it leads.

import type { NoticeFacts, NoticeKind } from "../events/notice.ts";
import type { MailContent } from "../mail/mail.ts";

/** A cause, with what was read of it when the mail goes out. */
export type NoticeLine = {
  subject_id: string;
  facts: NoticeFacts;
  /** The release's. */
  title: string | null;
  /** The store's, the organization's, or the payee's. */
  name: string | null;
};

type Writing = {
  subject: (count: number) => string;
  opening: string;
  line: (line: NoticeLine) => string;
  action: { label: string; path: string };
};

/** More are counted. */
export const LINES_LISTED = 100;
const MAX_LINE_LENGTH = 400;

const counted = (one: string, several: string) => (count: number) => (count === 1 ? one : `${count} ${several}`);
const quoted = (title: string | null) => (title === null ? "A release" : `“${title}”`);
const because = (reason: string | null | undefined) => (reason ? `: ${reason}` : "");
const since = (time: string | null | undefined) => (time ? ` since ${time.slice(0, 16).replace("T", " ")} UTC` : "");

const payoutWords: Readonly<Record<string, string>> = { on_hold: "is on hold", paid: "was paid", failed: "failed" };

const writings: Readonly<Record<NoticeKind, Writing>> = {
  rejection: {
    subject: counted("A release was rejected", "rejections"),
    opening: "These releases need you before stores take them.",
    line: ({ title, name, facts }) => {
      if (!facts.store_id) return `${quoted(title)} was rejected in review${because(facts.reason)}`;
      const verb = facts.status === "rejected" ? "was rejected by" : "needs a change for";
      return `${quoted(title)} ${verb} ${name ?? facts.store_id}${because(facts.reason)}`;
    },
    action: { label: "Open your releases", path: "/releases" },
  },
  delivered: {
    subject: counted("A release was delivered", "releases were delivered"),
    opening: "Stores have taken these releases.",
    line: ({ title }) => `${quoted(title)} is at its stores`,
    action: { label: "Open your deliveries", path: "/deliveries" },
  },
  taken_down: {
    subject: counted("A release was taken down", "releases were taken down"),
    opening: "Stores have confirmed these takedowns.",
    line: ({ title }) => `${quoted(title)} was taken down`,
    action: { label: "Open your deliveries", path: "/deliveries" },
  },
  statement: {
    subject: counted("A royalty statement is there", "royalty statements are there"),
    opening: "New statements were written.",
    line: ({ name, facts }) => `${name === null ? "" : `${name}, `}${facts.month}: ${facts.amount}`,
    action: { label: "Open your earnings", path: "/earnings" },
  },
  payout: {
    subject: counted("News of a payout", "payouts have news"),
    opening: "Your payouts have moved.",
    line: ({ name, facts }) =>
      `${facts.amount}${name === null ? "" : ` for ${name}`} ${payoutWords[facts.status ?? ""] ?? "changed"}${because(facts.reason)}`,
    action: { label: "Open your payouts", path: "/payouts" },
  },
  endpoint: {
    subject: counted("A webhook endpoint fails", "webhook endpoints fail"),
    opening: "Events do not reach these endpoints.",
    line: ({ facts }) =>
      facts.status === "disabled"
        ? `${facts.url} was disabled: it answered that it is gone`
        : `${facts.url} has failed${since(facts.since)}`,
    action: { label: "Open your webhooks", path: "/webhooks" },
  },
  review: {
    subject: counted("A submission waits for its review", "submissions wait for their review"),
    opening: "These submissions wait for a reviewer.",
    line: ({ title, name, facts }) => `${quoted(title)} of ${name ?? "an organization"}${since(facts.since)}`,
    action: { label: "Open the review", path: "/review" },
  },
  store: {
    subject: counted("A store cannot be reached", "stores cannot be reached"),
    opening: "Deliveries to these stores wait.",
    line: ({ name, facts }) => `${name ?? facts.store_id} has not been reached${since(facts.since)}`,
    action: { label: "Open the stores", path: "/stores" },
  },
  job: {
    subject: counted("A background job failed", "background jobs failed"),
    opening: "These jobs had all their tries and are parked.",
    line: ({ subject_id, facts }) => `${facts.name} (${subject_id})`,
    action: { label: "Open the jobs", path: "/jobs" },
  },
  payout_request: {
    subject: counted("A payout was requested", "payouts were requested"),
    opening: "These payouts wait for you.",
    line: ({ name, facts }) => `${name ?? facts.organization_id}: ${facts.amount}`,
    action: { label: "Open the payouts", path: "/payouts" },
  },
};

/** A payee has none of the pages that mails lead to: the first page shows it what it has. */
const payeesAction = { label: "Open your pages", path: "/" };

type Sent = {
  lines: readonly NoticeLine[];
  /** With those that are not among the lines. */
  count: number;
  organization_name: string | null;
  is_to_payee?: boolean;
};

export function noticeMail(
  kind: NoticeKind,
  { lines, count, organization_name, is_to_payee = false }: Sent,
  public_url: string,
): MailContent {
  const { subject, opening, line, ...writing } = writings[kind];
  const action = is_to_payee ? payeesAction : writing.action;
  const shown = lines.slice(0, LINES_LISTED).map((one) => cutLine(line(one)));
  const rest = count - shown.length;
  const about = organization_name === null ? "" : ` · ${organization_name}`;
  return {
    subject: `${subject(count)}${about}`,
    paragraphs: [opening],
    list: rest > 0 ? [...shown, `and ${rest} more`] : shown,
    action: { label: action.label, url: `${public_url}/dashboard${action.path}` },
  };
}

function cutLine(text: string): string {
  const letters = [...text];
  return letters.length <= MAX_LINE_LENGTH ? text : `${letters.slice(0, MAX_LINE_LENGTH - 1).join("")}…`;
}
