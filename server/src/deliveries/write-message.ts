// A message as the document that a store gets, and what happens if it is not fit to be sent.

import type { ConnectorKind } from "../connectors/kinds.ts";
import type { MessageProblem } from "../ddex/ern.ts";
import { documentTerms } from "../messages/ern/document.ts";
import type { StoreMessage } from "../messages/message.ts";
import type { Context } from "../platform/context.ts";
import { yielding } from "../platform/yielding.ts";
import type { ConnectorParts } from "../stores/actions.ts";
import type { StoreAtWork } from "../stores/queries.ts";
import { reached } from "./answer.ts";
import type { StoreWork } from "./job-definitions.ts";
import type { Move } from "./move-stores.ts";
import type { StoreRow } from "./queries.ts";

export type WrittenDocument = { document: string; problems: readonly MessageProblem[] };

type Writing = {
  store: StoreAtWork;
  kind: ConnectorKind;
  message: StoreMessage;
  /** The organization whose request asks for it. Left out: the service is about to send it. */
  partner?: string;
  md5_sums?: ReadonlyMap<string, string> | undefined;
};

/** Outside any transaction. The schema is asked only about a document that our own rules find right. */
export async function writeDocument(
  { signal }: Pick<Context, "signal">,
  { ern, schemas }: Pick<ConnectorParts, "ern" | "schemas">,
  { store, kind, message, partner, md5_sums }: Writing,
): Promise<WrittenDocument> {
  if (!kind.write) throw new Error(`Messages to ${store.store_id} are not written.`);
  const steps = kind.write(message, { ...inputsOf(store), ern, ...(md5_sums && { md5_sums }) });
  const { document, problems, sample } = await yielding(steps, signal);
  if (problems.length > 0 || !sample || !schemas) return { document, problems };
  const compared = await yielding(sample(), signal);
  const asked = { ...compared, ...(partner !== undefined && { partner, signal }) };
  return { document, problems: (await schemas.check(compared.schema, asked)) ?? [] };
}

/** Stores with the same get the same document of the same message, apart from its header. */
export function writtenAs(store: StoreAtWork): string {
  return `${store.connector.kind} ${documentTerms(inputsOf(store))}`;
}

function inputsOf({ connector, capabilities, genres, roles, release_profile }: StoreAtWork) {
  return { settings: connector as never, capabilities, vocabulary: { genres, roles }, release_profile };
}

export function sortedBy<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  const keyed = items.map((item) => ({ item, key: key(item) }));
  return keyed.sort((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0)).map(({ item }) => item);
}

const SHOWN_PROBLEMS = 3;
const MAX_REASON = 1_000;

/**
 * Nothing is sent, and the store keeps what it has. A takedown cannot be answered in this way: its job fails, is parked, and the
 * operator finds it among the jobs.
 */
export function refusal({ row, work }: { row: StoreRow; work: StoreWork }, problems: readonly MessageProblem[]): Move {
  const found = problems.slice(0, SHOWN_PROBLEMS).map(({ path, issue }) => `${path} ${issue}`);
  const reason = `Nothing was sent: the message to the store would not be valid. ${found.join("; ")}`;
  if (work.step === "takedown") throw new Error(`${work.store_id}: ${reason}`);
  const refused = { rejection_code: "invalid_message", rejection_reason: reason.slice(0, MAX_REASON) };
  const changes = { ...reached, ...refused, territory_codes: row.had?.territory_codes ?? [] };
  return { store_id: row.store_id, trigger: "flag", changes };
}
