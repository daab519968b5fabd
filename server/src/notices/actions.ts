// Gathered mail.
//
// The problem. People hear by mail what needs them. A cause must not be lost or reported twice when a process is killed, must cost
// its own transaction next to nothing, and a thousand causes must not become a thousand mails.
//
// The procedure. A cause inserts a notice in its transaction (`notify`, and `emitAll` for causes that are events). Every few
// seconds a job looks for kinds and organizations whose first notice is five minutes old. One transaction takes all their
// notices, asks who is to hear of them now, and writes one mail for each person, with the job that sends it.
//
// When it fails. Taking and writing are one transaction: it is as if it had not begun, and the next run does it.

import { notify } from "../events/actions.ts";
import { type NewNotice, type NoticeKind, OPERATOR } from "../events/notice.ts";
import { type TakenNotice, takeNotices } from "../events/notice-queries.ts";
import { type MailParts, queueMails } from "../mail/actions.ts";
import { kindOfMail, type NewMail } from "../mail/mail.ts";
import { type Context, type Transaction, transaction } from "../platform/context.ts";
import { grouped } from "../platform/long-list.ts";
import { LINES_LISTED, type NoticeLine, noticeMail } from "./notice-mail.ts";
import {
  deleteOldFailures,
  type Group,
  isReviewDue,
  listRecipients,
  listWaitingReviews,
  type Recipient,
  takeLongFailures,
} from "./queries.ts";

const GATHERED_FOR_MS = 5 * 60_000;
// Keeps the transaction short: each organization may have 500 members.
const GROUPS_AT_ONCE = 100;

export type NoticeParts = Pick<MailParts, "vault" | "links">;

/** Everything that is due, some organizations at a time. */
export async function gatherDue(ctx: Context, parts: NoticeParts): Promise<void> {
  for (let groups = GROUPS_AT_ONCE; groups === GROUPS_AT_ONCE; ) {
    groups = await transaction(ctx, (ctx) => gatherSome(ctx, parts));
  }
}

/** Answers with how many kinds and organizations there were. */
async function gatherSome(ctx: Transaction, parts: NoticeParts): Promise<number> {
  const before = earlier(ctx, GATHERED_FOR_MS);
  const taken = await takeNotices(ctx.db, { before, groups: GROUPS_AT_ONCE, listed: LINES_LISTED });
  const byReaders = grouped(taken, readersOf);
  if (byReaders.size === 0) return 0;
  const groups = new Map(taken.map((notice) => [`${notice.kind} ${notice.organization_id}`, groupOf(notice)]));
  const recipients = await listRecipients(ctx.db, [...groups.values()]);
  const reviews = groups.has(`review ${OPERATOR}`) ? await listWaitingReviews(ctx.db, LINES_LISTED) : undefined;
  const mails = recipients.flatMap((recipient) => {
    const payee_ids = recipient.payee_ids ?? [null];
    const notices = payee_ids.flatMap((payee_id) => byReaders.get(readersOf({ ...recipient, payee_id })) ?? []);
    const report = recipient.kind === "review" ? reviews : reportFor(notices, recipient);
    return report && report.count > 0 ? [mailTo(recipient, report, parts)] : [];
  });
  await queueMails(ctx, parts, mails);
  return groups.size;
}

/** Notices with a payee are for its members alone, and those have no others. */
function readersOf({ kind, organization_id, payee_id }: Pick<Recipient, "kind" | "organization_id"> & OfPayee): string {
  return `${kind} ${organization_id} ${payee_id ?? ""}`;
}

type OfPayee = { payee_id: string | null };

function groupOf({ kind, organization_id }: TakenNotice): Group {
  const { members, staff, usual } = kindOfMail(kind);
  return { kind, organization_id, roles: organization_id === OPERATOR ? staff : members, is_usual: usual !== "off" };
}

type Report = { lines: readonly NoticeLine[]; count: number };

/** Members with labels hear of releases with these labels alone, and of nothing that has no label. */
function reportFor(notices: readonly TakenNotice[], { labels }: Recipient): Report {
  const own = labels === null ? notices : notices.filter(({ label }) => label !== null && labels.includes(label));
  const counts = new Map(own.map(({ label, payee_id, count }) => [JSON.stringify([label, payee_id]), count]));
  return { lines: own, count: [...counts.values()].reduce((sum, count) => sum + count, 0) };
}

function mailTo(recipient: Recipient, report: Report, { links }: NoticeParts): NewMail {
  const { organization_id, organization_name, person_id, email, payee_ids } = recipient;
  const kind = recipient.kind as NoticeKind;
  return {
    kind,
    to: email,
    person_id,
    about_organization: organization_id === OPERATOR ? null : organization_id,
    content: noticeMail(kind, { ...report, organization_name, is_to_payee: payee_ids !== null }, links.public_url),
  };
}

const FAILED_FOR_MS = 3_600_000;
const REVIEW_EVERY_MS = 86_400_000;
const REPORTED_FOR_MS = 180 * 86_400_000;
const FAILURES_AT_ONCE = 1_000;

/** Causes that come with time alone: what has failed for an hour, and submissions that wait. */
export async function watchTime(ctx: Transaction): Promise<void> {
  const { endpoints, stores } = await takeLongFailures(ctx.db, earlier(ctx, FAILED_FOR_MS), FAILURES_AT_ONCE);
  const notices: NewNotice[] = [
    ...endpoints.map(({ subject_id, organization_id, text, since }) => {
      const facts = { url: text, status: "failing", since };
      return { kind: "endpoint" as const, organization_id, subject_id, facts };
    }),
    ...stores.map(({ subject_id, since }) => {
      const facts = { store_id: subject_id, since };
      return { kind: "store" as const, organization_id: OPERATOR, subject_id, facts };
    }),
  ];
  if (await isReviewDue(ctx.db, earlier(ctx, REVIEW_EVERY_MS)))
    notices.push({ kind: "review", organization_id: OPERATOR, subject_id: "", facts: {} });
  await notify(ctx, notices);
  await deleteOldFailures(ctx.db, earlier(ctx, REPORTED_FOR_MS));
}

function earlier(ctx: Context, ms: number): string {
  return new Date(ctx.clock.now().getTime() - ms).toISOString();
}

/** In the transaction that parks a job. A mail that cannot be sent is not reported by mail. */
export async function notifyParked(ctx: Transaction, job: { id: string; name: string }): Promise<void> {
  if (job.name === "send_mail") return;
  const facts = { name: job.name };
  await notify(ctx, [{ kind: "job", organization_id: OPERATOR, subject_id: job.id, facts }]);
}
