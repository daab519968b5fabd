// Finds the faults of the messages that stores would get of a release as it is now, before anything is sent.
//
// The messages are built and written as they are when they go out, and looked at by the same rules and schemas. So
// preflight and a new delivery refuse what could not be sent, in the same words. Stores that would get the same
// document share its writing.

import { isWritten } from "../connectors/kinds.ts";
import { ernVersion } from "../messages/ern/document.ts";
import { catalogueFaults } from "../messages/ern/faults.ts";
import { leftOut } from "../messages/ern/left-out.ts";
import type { ErnSettings } from "../messages/ern/settings.ts";
import type { ReleaseMessage } from "../messages/message.ts";
import { getOrganization } from "../organizations/actions.ts";
import { type Context, timestamp } from "../platform/context.ts";
import { yielding } from "../platform/yielding.ts";
import type { MessageJudge } from "../releases/preflight/actions.ts";
import type { MessageFault } from "../releases/preflight/subject.ts";
import { listContentTracks } from "../releases/queries.ts";
import type { Release } from "../releases/release.ts";
import { territoryCodes } from "../standards/territory.ts";
import type { ConnectorParts } from "../stores/actions.ts";
import { listStoresAtWork, type StoreAtWork } from "../stores/queries.ts";
import { type MessageBody, type MessageParts, messageBody } from "./build-message.ts";
import { overlap } from "./reach.ts";
import { listReleaseFiles } from "./sent/message-queries.ts";
import { sortedBy, writeDocument, writtenAs } from "./write-message.ts";

export function messageJudge(parts: ConnectorParts): MessageJudge {
  return async (ctx, of, stores) => {
    const addressed = stores.filter(({ gets_ern }) => gets_ern);
    const faults = new Map<string, readonly MessageFault[]>();
    if (addressed.length === 0) return faults;
    const [content, rows] = await Promise.all([
      readPresent(ctx, of),
      listStoresAtWork(
        ctx.db,
        addressed.map(({ store_id }) => store_id),
      ),
    ]);
    const territoriesAt = new Map(addressed.map(({ store_id, territories }) => [store_id, territories.join()]));
    // Stores that would get the same document follow each other: its writing is remembered for the next one alone, and then dropped.
    const order = (store: StoreAtWork) => `${territoriesAt.get(store.store_id)} ${writtenAs(store)}`;
    let last: { territories: string; body: MessageBody } | undefined;
    for (const store of sortedBy(rows, order)) {
      const territories = territoriesAt.get(store.store_id) ?? "";
      // Stores in the same territories get the same body.
      if (last?.territories !== territories) {
        const codes = overlap(territoryCodes, [territories.split(",")]);
        last = { territories, body: await yielding(messageBody(content, codes), ctx.signal) };
      }
      const asked = { store, body: last.body, approved: content.approved, partner: of.organization_id };
      faults.set(store.store_id, await faultsAt(ctx, parts, asked));
    }
    return faults;
  };
}

async function readPresent(
  ctx: Context,
  { organization_id, release }: { organization_id: string; release: Release },
): Promise<MessageParts> {
  const own = { organization_id, id: release.id };
  const [owner, tracks, stored] = await Promise.all([
    getOrganization(ctx, organization_id),
    listContentTracks(ctx.db, own),
    listReleaseFiles(ctx.db, own),
  ]);
  return { approved: { release, tracks }, owner, stored };
}

async function faultsAt(
  ctx: Context,
  { connectors, ern, schemas }: ConnectorParts,
  {
    store,
    body,
    approved,
    partner,
  }: Pick<MessageParts, "approved"> & {
    store: StoreAtWork;
    body: MessageBody;
    partner: string;
  },
): Promise<readonly MessageFault[]> {
  const kind = connectors[store.connector.kind];
  // A kind that only a newer version knows is for that version to judge.
  if (!kind || !isWritten(kind, store)) return [];
  // There would be no message. The rule of territories tells it.
  if (body.territory_codes.length === 0) return [];
  const ticket = { message_id: `${body.release.id}-preflight`, store_id: store.store_id, attempt: 1 };
  const message: ReleaseMessage = { ...ticket, kind: "new", created_at: timestamp(ctx), ...body };
  // Until the operator has set the sender, messages wait. Their content can be judged all the same.
  const sender = ern.sender ?? { party_id: "PADPIDA0000000000X", party_name: null };
  const { problems } = await writeDocument(
    ctx,
    { ern: { ...ern, sender }, schemas },
    { store, kind, message, partner },
  );
  const settings = store.connector as Partial<ErnSettings>;
  // The body has no lyrics, so the content is asked.
  const said = leftOut(approved, { version: ernVersion(store.capabilities), settings });
  return [...catalogueFaults(problems, message), ...(await yielding(said, ctx.signal))];
}
