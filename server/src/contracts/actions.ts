// Every change of a contract waits for the organization's lock. So two contracts that could hold the same line never become active at
// once, the limits hold, and a close, which takes the same lock, sees each contract before a change or after it.

import { lockOrganization } from "../organizations/queries.ts";
import { unknownStoreIssues } from "../organizations/terms.ts";
import { type Context, type Transaction, timestamp } from "../platform/context.ts";
import { ApiError, type Issue, notFound, problem, throwIfAny } from "../platform/errors.ts";
import type { Page, PageAsked } from "../platform/http/pagination.ts";
import { newId } from "../platform/ids.ts";
import type { Owned } from "../platform/owned.ts";
import { transition } from "../platform/state-machine.ts";
import { findStore, holdStores } from "../stores/queries.ts";
import {
  type Contract,
  type ContractChanges,
  type ContractRow,
  type ContractVersion,
  contractTransitions,
  holdingIssues,
  MAX_CONTRACTS,
  monthIssues,
  type NewContract,
  shownContract,
  subjectOf,
  wholeTerms,
} from "./contract.ts";
import { listUncancelledCosts } from "./cost-queries.ts";
import { type ContractPreview, type PreviewedAmount, previewOf } from "./preview.ts";
import {
  countContracts,
  deleteContractRow,
  endVersion,
  findContract,
  findLastMonth,
  findOverlap,
  findReleasePlace,
  findTrackPlace,
  holdPayees,
  insertContract,
  insertVersion,
  listContracts,
  listOwnTargets,
  listVersions,
  replaceShares,
  replaceTargets,
  updateContractRow,
} from "./queries.ts";

export async function createContract(ctx: Transaction, organization_id: string, given: NewContract): Promise<Contract> {
  await lockOrganization(ctx.db, organization_id);
  if ((await countContracts(ctx.db, organization_id)) >= MAX_CONTRACTS)
    throw new ApiError(
      "invalid_state",
      `An organization has at most ${MAX_CONTRACTS} contracts; delete a draft first.`,
    );
  const now = timestamp(ctx);
  const row: ContractRow = {
    id: newId("con"),
    organization_id,
    name: given.name,
    ...subjectOf(given.applies_to),
    starts_on: given.starts_on ?? null,
    ends_on: given.ends_on ?? null,
    terms: wholeTerms(given.terms ?? []),
    shares: given.shares ?? [],
    status: "draft",
    version: 1,
    recoupment: [],
    created_at: now,
    updated_at: now,
  };
  await assertSound(ctx, row, given);
  await insertContract(ctx.db, row);
  await replaceTargets(ctx.db, row);
  await replaceShares(ctx.db, row);
  return getContract(ctx, row);
}

export async function getContract(ctx: Context, own: Owned): Promise<Contract> {
  return shownContract(await rowOf(ctx, own));
}

async function rowOf(ctx: Context, own: Owned): Promise<ContractRow> {
  const row = await findContract(ctx.db, own);
  if (!row) throw notFound("contract");
  return row;
}

/** While this transaction is open, no other changes a contract of the organization, and no close recoups its costs. */
export async function lockContract(ctx: Transaction, own: Owned): Promise<ContractRow> {
  await lockOrganization(ctx.db, own.organization_id);
  return rowOf(ctx, own);
}

/** A contract that is no draft gets a new version, for statements that are written later. */
export async function updateContract(ctx: Transaction, own: Owned, changes: ContractChanges): Promise<Contract> {
  const before = await lockContract(ctx, own);
  if (Object.keys(changes).length === 0) return shownContract(before);
  const { applies_to, terms, ...others } = changes;
  const isDraft = before.status === "draft";
  const row: ContractRow = {
    ...before,
    ...others,
    ...(applies_to && subjectOf(applies_to)),
    ...(terms && { terms: wholeTerms(terms) }),
    version: isDraft ? before.version : before.version + 1,
    updated_at: timestamp(ctx),
  };
  await assertSound(ctx, row, changes, before);
  await updateContractRow(ctx.db, row);
  if (applies_to) await replaceTargets(ctx.db, row);
  if (changes.shares) await replaceShares(ctx.db, row);
  if (!isDraft) {
    throwIfAny([...holdingIssues(row), ...(await endIssues(ctx, row, changes))]);
    await insertVersion(ctx.db, row);
    await assertNoOverlap(ctx, row);
  }
  return getContract(ctx, own);
}

export async function deleteContract(ctx: Transaction, own: Owned): Promise<void> {
  const { status } = await lockContract(ctx, own);
  if (status !== "draft")
    throw new ApiError("invalid_state", `Only a draft can be deleted; this contract is ${status}. End it instead.`);
  await deleteContractRow(ctx.db, own);
}

export async function activateContract(ctx: Transaction, own: Owned): Promise<Contract> {
  const before = await lockContract(ctx, own);
  const { to } = transition(contractTransitions, "activate", before.status);
  const row: ContractRow = { ...before, status: to, updated_at: timestamp(ctx) };
  throwIfAny(holdingIssues(row));
  await updateContractRow(ctx.db, row);
  await insertVersion(ctx.db, row);
  await assertNoOverlap(ctx, row);
  return getContract(ctx, own);
}

/** The number of the version stays: its months end with the contract. */
export async function endContract(ctx: Transaction, own: Owned, change: { ends_on: string }): Promise<Contract> {
  const before = await lockContract(ctx, own);
  const { to } = transition(contractTransitions, "end", before.status);
  const row: ContractRow = { ...before, ...change, status: to, updated_at: timestamp(ctx) };
  throwIfAny([...monthIssues(row, "ends_on"), ...(await endIssues(ctx, row, change))]);
  await updateContractRow(ctx.db, row);
  await endVersion(ctx.db, row);
  await assertNoOverlap(ctx, row);
  return getContract(ctx, own);
}

async function assertNoOverlap(ctx: Transaction, row: ContractRow): Promise<void> {
  const other = await findOverlap(ctx.db, row);
  if (other === undefined) return;
  const issue = `overlaps the contract ${other}, which could hold the same lines in the same months; end that one first, or change the months`;
  throwIfAny([problem("applies_to", issue)]);
}

/** Looks at what a request sends: what was deleted since stays in the contract, and may be sent again. */
async function assertSound(
  ctx: Transaction,
  row: ContractRow,
  sent: ContractChanges,
  before?: ContractRow,
): Promise<void> {
  throwIfAny([
    ...monthIssues(row, sent.starts_on === undefined ? "ends_on" : "starts_on"),
    ...(sent.applies_to ? await targetIssues(ctx, row, before?.targets) : []),
    ...(sent.terms ? await storeIssues(ctx, sent.terms) : []),
    ...(sent.shares ? await payeeIssues(ctx, row) : []),
  ]);
}

async function targetIssues(ctx: Context, row: ContractRow, before: readonly string[] = []): Promise<Issue[]> {
  if (row.targets.length === 0) return [];
  const own = new Set([...before, ...(await listOwnTargets(ctx.db, row.organization_id, row))]);
  const list = `applies_to.${row.level}_ids`;
  return row.targets.flatMap((id, index) =>
    own.has(id) ? [] : [problem(`${list}[${index}]`, `is no ${row.level} of yours: ${id}`)],
  );
}

async function storeIssues(ctx: Transaction, terms: readonly { store_ids?: string[] | null }[]): Promise<Issue[]> {
  const named = [...new Set(terms.flatMap(({ store_ids }) => store_ids ?? []))];
  return named.length === 0 ? [] : unknownStoreIssues(terms, await holdStores(ctx.db, named), "terms");
}

async function payeeIssues(ctx: Transaction, { organization_id, shares }: ContractRow): Promise<Issue[]> {
  if (shares.length === 0) return [];
  const found = await holdPayees(
    ctx.db,
    organization_id,
    shares.map(({ payee_id }) => payee_id),
  );
  const statuses = new Map(found.map(({ id, status }) => [id, status]));
  return shares.flatMap(({ payee_id }, index) => {
    const status = statuses.get(payee_id);
    if (status === "active") return [];
    const issue = status === undefined ? `is no payee of yours: ${payee_id}` : `is archived: ${payee_id}`;
    return [problem(`shares[${index}].payee_id`, issue)];
  });
}

/** Usage that statements already shared by the contract stays in its months. */
async function endIssues(ctx: Context, row: ContractRow, { ends_on }: ContractChanges): Promise<Issue[]> {
  if (ends_on === undefined) return [];
  if (ends_on === null)
    return row.status === "ended" ? [problem("ends_on", "must be a month: the contract has ended")] : [];
  const last = await findLastMonth(ctx.db, row);
  if (last === null || ends_on >= last) return [];
  return [
    problem("ends_on", `must not be before ${last}, the last month of use that a statement shared by this contract`),
  ];
}

type Asked = PageAsked & { payee_id?: string; track_id?: string; release_id?: string; status?: string };

export async function listContractsOf(ctx: Context, organization_id: string, asked: Asked): Promise<Page<ContractRow>> {
  const { track_id, release_id, ...filter } = asked;
  const places = [
    ...(track_id === undefined ? [] : [await findTrackPlace(ctx.db, { organization_id, id: track_id })]),
    ...(release_id === undefined ? [] : [await findReleasePlace(ctx.db, { organization_id, id: release_id })]),
  ];
  return listContracts(ctx.db, organization_id, { ...filter, places });
}

export async function listContractVersions(ctx: Context, own: Owned, asked: PageAsked): Promise<Page<ContractVersion>> {
  await rowOf(ctx, own);
  return listVersions(ctx.db, own, asked);
}

/** The arithmetic of a close, without its effects. Terms of a draft are previewed as if it were active. */
export async function previewContract(ctx: Context, own: Owned, given: PreviewedAmount): Promise<ContractPreview> {
  const contract = await getContract(ctx, own);
  const { store_id, currency } = given;
  if (store_id !== undefined && !(await findStore(ctx.db, store_id)))
    throwIfAny([problem("store_id", `is not a store: ${store_id}`)]);
  return previewOf(contract, given, await listUncancelledCosts(ctx.db, own, currency));
}
