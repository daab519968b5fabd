// A release is delivered when its submission is approved, if the submit asked for it. Without a review that is the same request.
//
// The submit is judged as a new delivery is: what would be refused later is refused now. Until the approval weeks may pass. A reviewer cannot
// mend what has changed meanwhile at a store or in a licence, so the approval never fails for it. Stores that cannot get the release any more
// are left out, and the submission says why.

import { getOrganization } from "../organizations/actions.ts";
import type { Context, Transaction } from "../platform/context.ts";
import { errorInOrder, type Issue, problem, validationError } from "../platform/errors.ts";
import { OutOfDate } from "../platform/http/idempotency.ts";
import { newId } from "../platform/ids.ts";
import type { Owned } from "../platform/owned.ts";
import { holdJudgement, type Judgement, judgeAhead, type MessageJudge } from "../releases/preflight/actions.ts";
import { listActiveStores } from "../releases/preflight/queries.ts";
import { unservedIssue } from "../releases/preflight/release-rules.ts";
import type { Release } from "../releases/release.ts";
import { getLocked } from "../releases/settle.ts";
import { WORLDWIDE, withWorldAs } from "../standards/territory.ts";
import { findStores, type StoreTermsRow } from "../stores/queries.ts";
import { approveSubmission, submitRelease } from "../submissions/actions.ts";
import { findAnySubmission, type SubmissionRow } from "../submissions/queries.ts";
import type { RequestedDelivery } from "../submissions/requested-delivery.ts";
import { NOT_DELIVERED, type Submission } from "../submissions/submission.ts";
import { addDelivery } from "./actions.ts";
import { duplicateAtStore } from "./move-stores.ts";
import { insertApprovedDelivery, listStoresWith } from "./queries.ts";
import { reachOf } from "./reach.ts";
import { blockersOf } from "./requirements.ts";

/** Before the transaction of a submit: for the stores that are to get the release, too. */
export async function judgeSubmit(
  ctx: Context,
  own: Owned,
  { deliver, messages }: { deliver: RequestedDelivery | undefined; messages: MessageJudge },
): Promise<Judgement | undefined> {
  if (!deliver) return judgeAhead(ctx, own);
  return judgeAhead(ctx, own, { purpose: "submission", stores: await storesOf(ctx, deliver), messages });
}

/** Before the transaction of an approval. Undefined where there is nothing to deliver. */
export async function judgeApproval(
  ctx: Context,
  submission_id: string,
  messages: MessageJudge,
): Promise<Judgement | undefined> {
  const found = await findAnySubmission(ctx.db, submission_id);
  if (!found?.deliver) return undefined;
  const own = { organization_id: found.organization_id, id: found.release_id };
  return judgeAhead(ctx, own, { purpose: "delivery", stores: await storesOf(ctx, found.deliver), messages });
}

async function storesOf(ctx: Context, { store_ids }: RequestedDelivery): Promise<StoreTermsRow[]> {
  if (store_ids !== "all") return findStores(ctx.db, store_ids);
  const active = await listActiveStores(ctx.db);
  return findStores(
    ctx.db,
    active.map(({ store_id }) => store_id),
  );
}

type Submitting = { deliver: RequestedDelivery | undefined; judgement: Judgement | undefined };

export async function submitAndDeliver(
  ctx: Transaction,
  own: Owned,
  { deliver: given, judgement }: Submitting,
): Promise<Submission> {
  if (!given) return submitRelease(ctx, own, judgement);
  const deliver = { ...given, territory_codes: withWorldAs(WORLDWIDE, given.territory_codes) };
  const delivery_id = newId("dlv");
  // The refusals of a submit come first. If the delivery is refused, all of it is rolled back.
  const submission = await submitRelease(ctx, own, judgement, { deliver, delivery_id });
  // It was held by the submit, which has written the release since.
  if (!judgement) throw new OutOfDate();
  const plan = await planDelivery(ctx, own, { deliver, held: judgement });
  assertDeliverable(plan, deliver);
  if (submission.review_status === "approved") await deliverPlanned(ctx, own, { ...plan, delivery_id, submission });
  return submission;
}

export async function approveAndDeliver(
  ctx: Transaction,
  { submission_id, content_version }: { submission_id: string; content_version: string },
  judgement: Judgement | undefined,
): Promise<SubmissionRow> {
  const found = await findAnySubmission(ctx.db, submission_id);
  if (!found?.deliver) return approveSubmission(ctx, submission_id, content_version);
  const own = { organization_id: found.organization_id, id: found.release_id };
  await getLocked(ctx, own);
  const held = await holdJudgement(ctx, own, judgement);
  const plan = await planDelivery(ctx, own, { deliver: found.deliver, held });
  const delivery_id = plan.stores.length > 0 ? newId("dlv") : null;
  const remarks = remarksOn(plan, found.deliver);
  const submission = await approveSubmission(ctx, submission_id, content_version, { delivery_id, remarks });
  if (delivery_id) await deliverPlanned(ctx, own, { ...plan, delivery_id, submission });
  return submission;
}

type Plan = {
  release: Release;
  codes: readonly string[];
  /** Those that get it, and their territories. */
  stores: readonly StoreTermsRow[];
  territories: ReadonlyMap<string, string[]>;
  /** Why the other stores do not get it, in the order of the request. */
  obstacles: readonly (Issue & { store_id: string })[];
  /** Why a code is refused. */
  code_issues: readonly Issue[];
  /** Stores that have it already: no other obstacle is a 409. */
  is_there: boolean;
  refused: readonly Issue[];
};

/** Under the release's lock. */
async function planDelivery(
  ctx: Transaction,
  own: Owned,
  { deliver, held }: { deliver: RequestedDelivery; held: Judgement },
): Promise<Plan> {
  const release = await getLocked(ctx, own);
  const store_ids = deliver.store_ids === "all" ? [...held.stores.keys()].sort() : deliver.store_ids;
  const [found, { licensed_territories }, holding] = await Promise.all([
    findStores(ctx.db, store_ids),
    getOrganization(ctx, own.organization_id),
    listStoresWith(ctx.db, own.organization_id, { store_ids, release }),
  ]);
  const known = new Map(found.filter(({ is_reported }) => !is_reported).map((store) => [store.store_id, store]));
  const allowed = [release.territories, licensed_territories];
  const codes = deliver.territory_codes;
  const reach = reachOf({ codes, allowed, stores: [...known.values()] });
  const obstaclesOf = (store_id: string, field: string): Issue[] => {
    const store = known.get(store_id);
    if (!store) return [problem(field, `names no store that takes releases: ${store_id}`)];
    if (holding.has(store_id))
      return [problem(field, `has a release of yours with this UPC, label and date: ${store_id}`)];
    if (reach.without.includes(store_id)) return [problem(field, unservedIssue(store_id), "territory_not_supported")];
    return blockersOf(held, store);
  };
  const judged = store_ids.map((store_id, index) => ({
    store_id,
    obstacles: held.refused.length > 0 ? [] : obstaclesOf(store_id, `deliver.store_ids[${index}]`),
  }));
  const open = held.refused.length > 0 ? [] : judged.filter(({ obstacles }) => obstacles.length === 0);
  return {
    release,
    codes,
    stores: open.flatMap(({ store_id }) => known.get(store_id) ?? []),
    territories: reach.territories,
    obstacles: judged.flatMap(({ store_id, obstacles }) => obstacles.map((issue) => ({ ...issue, store_id }))),
    code_issues: reach.issues.map((issue) => ({ ...issue, field: `deliver.${issue.field}` })),
    is_there: store_ids.some((store_id) => holding.has(store_id)),
    refused: held.refused,
  };
}

const noStore = problem(
  "deliver.store_ids",
  "leaves no store: preflight finds a blocker at each, or all have the release",
);

/** As a new delivery is refused. All stores: those that cannot get it are left out. */
function assertDeliverable(
  { stores, obstacles, code_issues, is_there, refused }: Plan,
  deliver: RequestedDelivery,
): void {
  if (refused.length > 0) throw errorInOrder(refused);
  if (code_issues.length > 0) throw validationError(code_issues);
  if (deliver.store_ids === "all") {
    if (stores.length === 0) throw validationError([noStore]);
  } else if (obstacles.length > 0) {
    throw is_there ? duplicateAtStore() : validationError(obstacles);
  }
}

// One for each store: each may find fault with every track.
const MAX_ISSUE = 1_000;

/** Why stores do not get it. Those that `all` leaves out are told only if none is left. */
function remarksOn({ stores, obstacles, refused }: Plan, { store_ids }: RequestedDelivery): Submission["issues"] {
  const isNone = stores.length === 0;
  const severity = isNone ? "blocker" : "warning";
  const remark = ({ field, issue }: Issue, store_id?: string): Submission["issues"][number] => ({
    code: NOT_DELIVERED,
    severity,
    field,
    issue: `${issue.slice(0, MAX_ISSUE)}; it was not delivered`,
    ...(store_id !== undefined && { store_id }),
  });
  if (refused.length > 0) return refused.map((issue) => remark(issue));
  if (store_ids === "all") return isNone ? [remark(noStore)] : [];
  const first = new Map(obstacles.toReversed().map((issue) => [issue.store_id, issue]));
  return store_ids.flatMap((store_id) => {
    const found = first.get(store_id);
    return found ? [remark(found, store_id)] : [];
  });
}

type Planned = Plan & { delivery_id: string; submission: Submission };

async function deliverPlanned(ctx: Transaction, { organization_id }: Owned, planned: Planned): Promise<void> {
  const { release, codes, stores, delivery_id, submission } = planned;
  const store_ids = stores.map(({ store_id }) => store_id);
  const territories = new Map(store_ids.map((store_id) => [store_id, planned.territories.get(store_id) ?? []]));
  const given = { release_id: release.id, store_ids, territory_codes: [...codes] };
  await addDelivery(ctx, organization_id, { id: delivery_id, given, release, territories });
  await insertApprovedDelivery(ctx.db, { delivery_id, submission_id: submission.submission_id });
}
