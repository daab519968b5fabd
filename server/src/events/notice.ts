// Notices: causes of mail to people. A notice commits with its cause; the slice `notices` gathers them into mails.

import type { NewEvent } from "./event.ts";

export const noticeKinds = [
  "rejection",
  "delivered",
  "taken_down",
  "statement",
  "payout",
  "endpoint",
  "review",
  "store",
  "job",
  "payout_request",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/**
 * Small: a release's title and label are read when the mail goes out, and a payee's name, too. With `payee_id` a notice is for the
 * members of this payee alone; `about_payee_id` names the payee to others.
 */
export type NoticeFacts = Readonly<Record<string, string | null>>;

export type NewNotice = { kind: NoticeKind; organization_id: string; subject_id: string; facts: NoticeFacts };

/** In place of an organization, in a notice to the staff. */
export const OPERATOR = "";

const MAX_REASON_LENGTH = 300;
const cut = (text: string | null | undefined) => text?.slice(0, MAX_REASON_LENGTH).toWellFormed() ?? null;

/** The fields of events' data that notices read. */
type Data = {
  [name in
    | "id"
    | "submission_id"
    | "delivery_id"
    | "release_id"
    | "status"
    | "review_status"
    | "net_amount"
    | "amount"
    | "payee_id"
    | "currency"]: string;
} & {
  reason: string | null;
  failure_reason: string | null;
  hold: { reason: string } | null;
  period_start?: string;
  store?: { store_id: string; status: string; rejection_reason: string | null };
};
type FoundNotice = Omit<NewNotice, "organization_id">;
type Found = FoundNotice | readonly FoundNotice[] | undefined;

const payouts_to_report = ["on_hold", "paid", "failed"];

/** By type of event: the notices that it is, if it is one. */
const found: Partial<Record<NewEvent["event_type"], (data: Data) => Found>> = {
  "submission.reviewed": ({ review_status, submission_id, release_id, reason }) =>
    review_status === "rejected"
      ? {
          kind: "rejection",
          subject_id: submission_id,
          facts: { release_id, reason: cut(reason) },
        }
      : undefined,
  "delivery.store.updated": ({ delivery_id, release_id, store }) => {
    if (!store) return undefined;
    const { store_id, status, rejection_reason } = store;
    if (status !== "rejected" && status !== "action_required") return undefined;
    const facts = { release_id, store_id, status, reason: cut(rejection_reason) };
    return { kind: "rejection", subject_id: delivery_id, facts };
  },
  "delivery.completed": ({ id, release_id, status }) =>
    status === "delivered" ? { kind: "delivered", subject_id: id, facts: { release_id } } : undefined,
  "delivery.taken_down": ({ id, release_id }) => ({
    kind: "taken_down",
    subject_id: id,
    facts: { release_id },
  }),
  "statement.available": ({ id, period_start, net_amount, currency }) => ({
    kind: "statement",
    subject_id: id,
    facts: { month: period_start?.slice(0, 7) ?? null, amount: `${net_amount} ${currency}` },
  }),
  // For the payee alone: owner and finance hear of the statement that it is a part of.
  "payee_statement.available": ({ id, payee_id, period_start, net_amount, currency }) => ({
    kind: "statement",
    subject_id: id,
    facts: { payee_id, month: period_start?.slice(0, 7) ?? null, amount: `${net_amount} ${currency}` },
  }),
  "payout.status.changed": ({ id, status, amount, currency, hold, failure_reason, payee_id }) => {
    if (!payouts_to_report.includes(status)) return undefined;
    const reason = cut(hold?.reason ?? failure_reason);
    const notice = { kind: "payout", subject_id: id } as const;
    const facts = { status, amount: `${amount} ${currency}`, reason };
    if (!payee_id) return { ...notice, facts };
    return [
      { ...notice, facts: { ...facts, about_payee_id: payee_id } },
      { ...notice, facts: { ...facts, payee_id } },
    ];
  },
};

export function noticeOf({ event_type, organization_id, data, is_example }: NewEvent): NewNotice[] {
  const notices = is_example ? [] : (found[event_type]?.(data as Data) ?? []);
  return [notices].flat().map((notice) => ({ ...notice, organization_id }));
}
