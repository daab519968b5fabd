// The way of a release from draft to listeners, and where on it it stands.

import type { AtStores, Release, Submission } from "@segue/sdk";
import { standingOf } from "../../components/standing.ts";
import type { Step } from "../../components/step-track.tsx";
import { canChange } from "../../data/moves.ts";
import { showDate, showDay } from "../../values/format.ts";

type Known = {
  release: Release;
  submission: Submission | null;
  /** Undefined unless it can still be submitted. */
  blockers?: number | undefined;
  /** Null for a key that may not see deliveries. */
  at_stores: AtStores;
};

export function wayOf(known: Known, today = new Date().toISOString().slice(0, 10)): Step[] {
  const { release, submission, at_stores } = known;
  const review = reviewStep(submission);
  const isOut = release.release_date <= today;
  return [
    draftStep(known),
    canChange(release) && review.state === "done" ? { name: "Review", state: "later" } : review,
    at_stores ? storesStep(at_stores, review.state === "done") : { name: "Stores", state: "later" },
    {
      name: "Release day",
      state: isOut && (at_stores?.live ?? 0) > 0 ? "done" : "later",
      about: showDate(release.release_date),
    },
  ];
}

function draftStep({ release, blockers }: Known): Step {
  const name = "Draft";
  if (!canChange(release)) return { name, state: "done", about: `Created ${showDay(release.created_at)}` };
  if (blockers === undefined) return { name, state: "now" };
  if (blockers === 0) return { name, state: "now", about: "Nothing is missing" };
  return { name, state: "now", about: blockers === 1 ? "1 thing is missing" : `${blockers} things are missing` };
}

function reviewStep(submission: Submission | null): Step {
  const name = "Review";
  const { review_status, submitted_at, reviewed_at } = submission ?? {};
  const day = showDay(reviewed_at ?? submitted_at ?? new Date().toISOString());
  if (review_status === "approved") return { name, state: "done", about: `Approved ${day}` };
  if (review_status === "rejected") return { name, state: "wrong", about: `Rejected ${day}` };
  return review_status === "pending_review"
    ? { name, state: "now", about: `Waits since ${day}` }
    : { name, state: "later" };
}

function storesStep(at: NonNullable<AtStores>, isApproved: boolean): Step {
  const name = "Stores";
  if (at.total === 0)
    return { name, state: isApproved ? "now" : "later", about: isApproved ? "At no store yet" : undefined };
  const { tone, parts } = standingOf(at);
  return { name, state: tone === "wrong" ? "wrong" : tone === "good" ? "done" : "now", about: parts.join(" · ") };
}
