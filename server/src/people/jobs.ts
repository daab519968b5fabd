import { transaction } from "../platform/context.ts";
import { removeAll } from "../platform/database/batches.ts";
import { handler } from "../platform/jobs/handler.ts";
import { sweepInvitations, sweepUnattached } from "./erasure-actions.ts";
import { mailPasswordReset, sweepPeople } from "./job-definitions.ts";
import { mailReset, type ResetMailParts } from "./reset-actions.ts";
import { deleteExpiredPersonLinks, deleteOldAddresses, deleteOldTries } from "./sweep-queries.ts";

// Small enough that no request waits for a row of it.
const AT_ONCE = 1_000;
const DAY_MS = 86_400_000;
const ADDRESSES_KEPT_MS = 90 * DAY_MS;

export const peopleJobs = (parts: ResetMailParts) => [
  handler(mailPasswordReset, {
    handle: async (ctx, { payload: { person_id } }) => {
      if (person_id !== null) await mailReset(ctx, parts, person_id);
    },
    parked: "The person gets no mail; it can ask for another on the sign-in page.",
  }),
  handler(sweepPeople, {
    prepare: async (ctx) => {
      const { begin, clock } = ctx;
      const ago = (ms: number) => new Date(clock.now().getTime() - ms).toISOString();
      await removeAll(AT_ONCE, (limit) => begin((db) => deleteExpiredPersonLinks(db, ago(0), limit)));
      await removeAll(AT_ONCE, (limit) => begin((db) => deleteOldTries(db, ago(DAY_MS), limit)));
      await removeAll(AT_ONCE, (limit) => begin((db) => deleteOldAddresses(db, ago(ADDRESSES_KEPT_MS), limit)));
      await removeAll(AT_ONCE, (limit) => transaction(ctx, (ctx) => sweepInvitations(ctx, limit)));
      await removeAll(AT_ONCE, (limit) => transaction(ctx, (ctx) => sweepUnattached(ctx, limit)));
    },
    handle: async () => undefined,
    parked: "The next hourly sweep does the work instead.",
  }),
];
