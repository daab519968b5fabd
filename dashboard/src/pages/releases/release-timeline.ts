// The history of a release, newest first: its submissions and reviews, its deliveries, and what stores did. Stores that did the
// same within an hour are one entry: a delivery to 34 stores would be a hundred otherwise.

import type { Delivery, DeliveryStoreStatus, Release, Submission } from "@segue/sdk";
import { type Tone, toneOf } from "../../components/status.tsx";
import { sayOnApproval } from "./on-approval.ts";
import { timelineWords } from "./words.ts";

export type Happening = {
  key: string;
  at: string;
  tone: Tone;
  title: string;
  about?: string | undefined;
  /** The page that says more. */
  to?: string;
  /** One that can be withdrawn or has remarks. */
  submission?: Submission;
};

type Sources = {
  release: Pick<Release, "id" | "created_at">;
  submissions: readonly Submission[];
  deliveries: readonly Delivery[];
  nameOf: (store_id: string) => string;
};

const TOGETHER_MS = 3_600_000;
const NAMED = 3;

export function timelineOf({ release, submissions, deliveries, nameOf }: Sources): Happening[] {
  const all: Happening[] = [
    { key: release.id, at: release.created_at, tone: "quiet", title: timelineWords.created },
    ...submissions.flatMap((submission) => happeningsOfSubmission(submission, nameOf)),
    ...deliveries.flatMap((delivery) => happeningsOfDelivery(delivery, nameOf)),
  ];
  // Steps of the same moment stay in order: the later one follows from what was said before.
  return all.toReversed().sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

function happeningsOfSubmission(submission: Submission, nameOf: Sources["nameOf"]): Happening[] {
  const { submission_id: key, review_status, submitted_at, reviewed_at, reason } = submission;
  const decided = { tone: toneOf(review_status), about: reason ?? undefined };
  if (review_status === "approved" && (!reviewed_at || reviewed_at === submitted_at))
    return [{ key, at: submitted_at, ...decided, title: timelineWords.submittedAndApproved, submission }];
  const submitted: Happening = { key, at: submitted_at, tone: "quiet", title: timelineWords.submitted, submission };
  if (review_status === "pending_review") {
    const about = [timelineWords.waits, sayOnApproval(submission, nameOf)].filter(Boolean).join(" ");
    return [{ ...submitted, tone: "running", about }];
  }
  if (review_status === "withdrawn") return [{ ...submitted, about: timelineWords.withdrawn }];
  const title = review_status === "approved" ? timelineWords.approved : timelineWords.rejected;
  const { submission: _, ...before } = submitted;
  return [before, { key: `${key}:review`, at: reviewed_at ?? submitted_at, ...decided, title, submission }];
}

const said: Partial<Record<DeliveryStoreStatus, (where: string) => string>> = timelineWords.said;

type Group = { status: DeliveryStoreStatus; from: number; at: string; stores: Set<string>; reasons: Set<string> };

function happeningsOfDelivery({ id, created_at, stores }: Delivery, nameOf: (store_id: string) => string): Happening[] {
  const to = `/deliveries/${id}`;
  const names = stores.map(({ store_id }) => nameOf(store_id));
  const begun: Happening = {
    key: id,
    at: created_at,
    tone: "quiet",
    title: timelineWords.delivery(namesOf(names)),
    to,
  };
  return [
    begun,
    ...groupsOf(stores).map(({ status, at, stores: ids, reasons }): Happening => {
      const [first = ""] = ids;
      return {
        key: `${id} ${status} ${at}`,
        at,
        tone: toneOf(status),
        title: said[status]?.(namesOf([...ids].map(nameOf))) ?? "",
        about: [...reasons].join(" · ") || undefined,
        to: ids.size === 1 ? `${to}#${first}` : to,
      };
    }),
  ];
}

function groupsOf(stores: Delivery["stores"]): Group[] {
  const steps = stores.flatMap((store) =>
    store.history
      .filter(({ status, is_ignored }) => status in said && !is_ignored)
      .map((step) => ({ store, step, from: Date.parse(step.at) })),
  );
  const groups: Group[] = [];
  for (const { store, step, from } of steps.sort((a, b) => a.from - b.from)) {
    const { status, at } = step;
    let group = groups.findLast((known) => known.status === status);
    if (!group || from - group.from >= TOGETHER_MS) {
      group = { status, from, at, stores: new Set(), reasons: new Set() };
      groups.push(group);
    }
    group.at = at;
    group.stores.add(store.store_id);
    // Only the store's latest answer comes with its reason.
    const reason = step === store.history.at(-1) && (store.rejection_reason ?? store.stalled_reason);
    if (reason) group.reasons.add(reason);
  }
  return groups;
}

/** "Auralis and Northwave", or their number where they are many. */
function namesOf(names: readonly string[]): string {
  return names.length > NAMED ? timelineWords.stores(names.length) : timelineWords.names(names);
}
