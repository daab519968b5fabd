// The way of a release from draft to listeners, and where on it it stands.

import type { AtStores, Release, Submission } from "@segue/sdk";
import { standingOf } from "../../components/standing.ts";
import type { Step } from "../../components/step-track.tsx";
import { canChange } from "../../data/moves.ts";
import { showDate, showDay } from "../../values/format.ts";
import { wayWords } from "./words.ts";

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
    canChange(release) && review.state === "done" ? { name: wayWords.review, state: "later" } : review,
    at_stores ? storesStep(at_stores, review.state === "done") : { name: wayWords.stores, state: "later" },
    {
      name: wayWords.releaseDay,
      state: isOut && (at_stores?.live ?? 0) > 0 ? "done" : "later",
      about: showDate(release.release_date),
    },
  ];
}

function draftStep({ release, blockers }: Known): Step {
  const name = wayWords.draft;
  if (!canChange(release)) return { name, state: "done", about: wayWords.created(showDay(release.created_at)) };
  return { name, state: "now", about: blockers === undefined ? undefined : wayWords.missing(blockers) };
}

function reviewStep(submission: Submission | null): Step {
  const name = wayWords.review;
  const { review_status, submitted_at, reviewed_at } = submission ?? {};
  const day = showDay(reviewed_at ?? submitted_at ?? new Date().toISOString());
  if (review_status === "approved") return { name, state: "done", about: wayWords.approved(day) };
  if (review_status === "rejected") return { name, state: "wrong", about: wayWords.rejected(day) };
  return review_status === "pending_review"
    ? { name, state: "now", about: wayWords.waits(day) }
    : { name, state: "later" };
}

function storesStep(at: NonNullable<AtStores>, isApproved: boolean): Step {
  const name = wayWords.stores;
  if (at.total === 0)
    return { name, state: isApproved ? "now" : "later", about: isApproved ? wayWords.noStore : undefined };
  const { tone, parts } = standingOf(at);
  return { name, state: tone === "wrong" ? "wrong" : tone === "good" ? "done" : "now", about: parts.join(" · ") };
}
