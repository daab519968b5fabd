import { type Static, Type } from "typebox";
import type { EventType } from "../events/event.ts";
import { Id, Nullable, OneOf, Text, Timestamp } from "../platform/schema.ts";
import type { Transitions } from "../platform/state-machine.ts";
import { PreflightIssue } from "../releases/preflight/issue.ts";
import { reviewStatuses } from "../releases/release.ts";
import { RequestedDelivery } from "./requested-delivery.ts";

export const submissionTransitions = {
  approve: { from: ["pending_review"], to: "approved", event: "submission.reviewed" },
  reject: { from: ["pending_review"], to: "rejected", event: "submission.reviewed" },
  withdraw: { from: ["pending_review", "approved"], to: "withdrawn", event: "none" },
} as const satisfies Transitions<(typeof reviewStatuses)[number], EventType>;

const Reason = Text({ maxLength: 2_000, description: "For the partner.", examples: ["The artwork shows a price."] });

export const Submission = Type.Object(
  {
    submission_id: Id("sub"),
    release_id: Id("rel"),
    submitted_at: Timestamp,
    review_status: OneOf(reviewStatuses),
    reason: Nullable(Type.String({ ...Reason, description: "Why it was rejected." })),
    issues: Type.Array(PreflightIssue, {
      description: "Issues that preflight found and stores may reject, and the issues of the review.",
    }),
    reviewed_at: Nullable(Timestamp),
    deliver: Nullable(
      Type.Object(RequestedDelivery.properties, {
        title: "DeliveryOnApproval",
        description: "The delivery that its approval makes. Null: a request of its own delivers it.",
      }),
    ),
    delivery_id: Nullable({
      ...Id("dlv"),
      description: "The delivery that its approval made. If there is none, `issues` say why (`not_delivered`).",
    }),
  },
  { title: "Submission" },
);
export type Submission = Static<typeof Submission>;

/** A submit may ask for the delivery, too. */
export const NewSubmission = Type.Partial(Type.Object({ deliver: RequestedDelivery }), {
  title: "NewSubmission",
  additionalProperties: false,
});

/** As the operator sees it. */
export const SubmittedRelease = Type.Object(
  {
    ...Submission.properties,
    organization_id: Id("org"),
    organization_name: Type.String({ examples: ["Nightjar Records"] }),
    release_title: Type.String({ examples: ["First Light"] }),
  },
  { title: "SubmittedRelease" },
);

/** More changes than a person compares one by one. */
export const MAX_CHANGES = 200;

const Change = Type.Object(
  {
    track_id: Nullable({ ...Id("trk"), description: "Null for a field of the release itself." }),
    title: Type.String({ description: "The title of the track or release as it is now.", examples: ["First Light"] }),
    field: Nullable(
      Type.String({ description: "Null if the whole track was added or removed.", examples: ["audio_asset_id"] }),
    ),
    before: Type.Unknown({
      description: "The value as it was reviewed, cut if it is long. Null for a track that was added.",
      examples: [null],
    }),
    after: Type.Unknown({ description: "The value now. Null for a track that was removed.", examples: [null] }),
  },
  { title: "ReviewedChange" },
);

export const SinceReview = Type.Object(
  {
    submission_id: Id("sub"),
    review_status: OneOf(reviewStatuses),
    reason: Nullable(Type.String({ ...Reason, description: "Why it was rejected then." })),
    reviewed_at: Nullable(Timestamp),
    changes: Type.Array(Change, {
      maxItems: MAX_CHANGES,
      description: "Fields whose value is another now: those of the release first, then track by track.",
    }),
    has_more_changes: Type.Boolean({ description: `True if there are more than ${MAX_CHANGES}.`, examples: [false] }),
  },
  { title: "SinceReview", description: "The latest decision about the release, and what has changed since." },
);
export type SinceReview = Static<typeof SinceReview>;

export const ContentVersion = Type.String({
  maxLength: 100,
  description: "Which state of the release, its tracks and their files this is.",
  examples: ["5f1d7a84db00d2fce00b31a7fc73224f"],
});

export const Approval = Type.Object(
  {
    content_version: {
      ...ContentVersion,
      description:
        "The one that you have reviewed. If the release has changed since, the answer is 409 and nothing is approved.",
    },
  },
  { title: "Approval", additionalProperties: false },
);

export const Rejection = Type.Object(
  {
    reason: Reason,
    issues: Type.Optional(
      Type.Array(
        Type.Object(
          {
            field: Text({ maxLength: 200, examples: ["artwork_asset_id"] }),
            issue: Text({ maxLength: 500, examples: ["shows a price"] }),
            code: Type.Optional(Text({ maxLength: 100, examples: ["art_forbidden_text"] })),
          },
          { additionalProperties: false },
        ),
        { maxItems: 100, description: "Corrections to make, field by field." },
      ),
    ),
  },
  { title: "Rejection", additionalProperties: false },
);
export type Rejection = Static<typeof Rejection>;

/** The code of a reviewer's own remark, where it gives none. */
export const REVIEW_CODE = "review";

/** The code of an issue that says why a store, or all of them, did not get the release when it was approved. */
export const NOT_DELIVERED = "not_delivered";

/** Without what only lists and the operator need. */
export function shownSubmission(row: Submission): Submission {
  const { submission_id, release_id, submitted_at, review_status, reason, issues, reviewed_at, deliver, delivery_id } =
    row;
  return { submission_id, release_id, submitted_at, review_status, reason, issues, reviewed_at, deliver, delivery_id };
}
