// The least that a day can cost: a bare program on the same database that answers the same requests and leaves the same
// rows, with the fewest commits that lose nothing. Each request is one transaction; a delivery's stores are started in
// one, and ended in one; events go out by a bare pool, and those that arrived meanwhile are recorded in one.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { newId } from "../server/src/platform/ids.ts";
import { territoryCodes } from "../server/src/standards/territory.ts";
import { answerTasks } from "./answer.ts";
import { openLines, type Statement } from "./day-floor-lines.ts";
import { openPost } from "./day-floor-post.ts";
import type { Partner } from "./day-market.ts";

/** Messages and events as the product writes them: they have the same bytes here. */
export type FloorSamples = { message: string; document: string; content: string; bodies: Record<string, string> };
export type FloorTask = { socket_dir: string; receiver_url: string; partners: Partner[]; samples: FloorSamples };
export type FloorReport = { stores_ms: number; events_ms: number };

type Body = Record<string, unknown>;
type Asked = { organization_id: string; id: string; body: Body; now: string };

async function start({ socket_dir, receiver_url, partners, samples }: FloorTask): Promise<void> {
  const { commit } = openLines(socket_dir);
  const webhooks = new Map(partners.map(({ id, webhook_id }) => [id, webhook_id]));
  const post = openPost({ receiver_url, commit });
  const upcs = countFrom(90_000_000_000 + (Date.now() % 1_000_000_000) * 8);
  let last_store_ms = 0;

  const tell = (organization_id: string, types: readonly string[], now: string) => {
    const events = types.map((event_type) => {
      const id = newId("evt");
      const sample = JSON.parse(samples.bodies[event_type] ?? "{}") as object;
      return { id, event_type, body: JSON.stringify({ ...sample, id, created_at: now }) };
    });
    const webhook_id = webhooks.get(organization_id) ?? "";
    const write: Statement = (db) => db`
      with given as (select * from jsonb_to_recordset(${db.json(events)}) as given (id text, event_type text, body text)),
      recorded as (
        insert into events (id, organization_id, event_type, body, created_at)
        select id, ${organization_id}, event_type, body, ${now} from given)
      insert into dispatches (event_id, webhook_id, organization_id, status, next_attempt_at, created_at)
      select id, ${webhook_id}, ${organization_id}, 'pending', ${now}, ${now} from given`;
    return { write, send: () => post.send(events.map((event) => ({ ...event, webhook_id }))) };
  };

  /** Starts the stores, answers at once, ends them. Every second store gets ERN. */
  const deliver = async ({ organization_id, id, body }: Asked): Promise<void> => {
    const { release_id, store_ids } = body as { release_id: string; store_ids: string[] };
    const taken = new Date().toISOString();
    await commit([
      (db) => db`
        update delivery_stores set status = 'sending', updated_at = ${taken},
          history = history || jsonb_build_object('status', 'sending', 'at', ${taken}::text) where delivery_id = ${id}`,
      (db) => db`insert into message_contents (id, content) values (${`${id}-${store_ids[0]}`}, ${samples.content})`,
      (db) => db`
        insert into store_messages (message_id, organization_id, delivery_id, store_id, attempt, kind, message, content_id, document,
          created_at, sent_at)
        select ${id} || '-' || store_id, ${organization_id}, ${id}, store_id, 1, 'new', ${samples.message}::text::json, ${`${id}-${store_ids[0]}`},
          case when place % 2 = 0 then ${samples.document}::text end, ${taken}, ${taken}
        from unnest(${store_ids}::text[]) with ordinality as given (store_id, place)`,
      (db) => db`update deliveries set updated_at = ${taken} where id = ${id}`,
    ]);
    const now = new Date().toISOString();
    const each = store_ids.map(() => "delivery.store.updated");
    const { write, send } = tell(organization_id, [...each, "delivery.completed", "release.status.changed"], now);
    await commit([
      (db) => db`
        update delivery_stores set status = 'delivered', updated_at = ${now}, delivered_at = ${now},
          history = history || jsonb_build_array(jsonb_build_object('status', 'ingesting', 'at', ${now}::text),
            jsonb_build_object('status', 'delivered', 'at', ${now}::text)) where delivery_id = ${id}`,
      (db) => db`
        update store_messages set answer = '{"status": "delivered"}', answered_at = ${now}, taken_at = ${now}
        where delivery_id = ${id}`,
      (db) => db`
        with sets as (
          insert into sent_sets (set_id, store_id, first_at)
          select md5(${release_id})::uuid, store_id, ${now} from unnest(${store_ids}::text[]) as given (store_id) on conflict do nothing)
        insert into sent_codes (code, set_id, organization_id, release_id, track_id)
        select isrc, md5(release_id)::uuid, organization_id, release_id, id from tracks where release_id = ${release_id} and isrc is not null
        union all select '0' || upc, md5(id)::uuid, organization_id, id, '' from releases where id = ${release_id}
        on conflict do nothing`,
      (db) =>
        db`update deliveries set status = 'delivered', updated_at = ${now}, completed_at = ${now} where id = ${id}`,
      (db) => db`update releases set status = 'delivered', updated_at = ${now} where id = ${release_id}`,
      write,
    ]);
    last_store_ms = Date.now();
    send();
  };

  const answer = async (method: string, path: string, asked: Asked): Promise<void> => {
    const { organization_id, id, body, now } = asked;
    if (method === "PATCH")
      return commit([
        ...(await paper(asked, "updateRelease")),
        (db) => db`
          update releases set artwork_asset_id = ${String(body.artwork_asset_id)}, updated_at = ${now}
          where organization_id = ${organization_id} and id = ${id}`,
      ]);
    if (path.endsWith("/submit")) {
      const { write, send } = tell(organization_id, ["release.status.changed", "submission.reviewed"], now);
      await commit([...(await paper(asked, "submitRelease")), ...submitting(asked), write]);
      return send();
    }
    if (path === "/v1/tracks/bulk") return commit([...(await paper(asked, "createTracks")), insertTracks(asked)]);
    if (path === "/v1/releases") return commit([...(await paper(asked, "createRelease")), ...creating(asked, upcs())]);
    await commit([...(await paper(asked, "createDelivery")), ...delivering(asked)]);
    void deliver(asked);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = "", url: path = "", headers } = request;
    const body = (await readBody(request)) as Body;
    const [, , , named] = path.split("/");
    const id = named?.startsWith("rel_") ? named : newId(path === "/v1/releases" ? "rel" : "dlv");
    const organization_id = (headers.authorization ?? "").slice("Bearer ".length);
    await answer(method, path, { organization_id, id, body, now: new Date().toISOString() });
    response.end(JSON.stringify({ ...body, id }));
  };
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));

  answerTasks(async ({ events }: { events: number }): Promise<FloorReport> => {
    const events_ms = await post.recorded(events);
    return { stores_ms: last_store_ms, events_ms };
  });
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const sent = await text(request);
  return sent === "" ? {} : JSON.parse(sent);
}

function countFrom(first: number): () => string {
  let next = first;
  return () => String(next++);
}

/** The rows that every request leaves: the audit log, and the answer for a client that asks again. */
async function paper({ organization_id, id, body, now }: Asked, operation: string): Promise<Statement[]> {
  return [
    (db) => db`
      insert into audit_log (id, created_at, organization_id, actor, request_id, operation, resource_id, fields)
      values (${newId("aud")}, ${now}, ${organization_id}, 'key_bench', ${newId("req")}, ${operation}, ${id}, ${Object.keys(body)})`,
    (db) => db`
      insert into idempotency_keys (organization_id, key, fingerprint, status, body, created_at)
      values (${organization_id}, gen_random_uuid(), sha256(${id}::bytea), 201, ${JSON.stringify({ ...body, id })}, ${now})`,
  ];
}

function creating({ organization_id, id, body, now }: Asked, upc: string): Statement[] {
  return [
    (db) => db`insert into upcs (upc, organization_id, is_used) values (${upc}, ${organization_id}, true)`,
    (db) => db`
      insert into releases (id, organization_id, title, artists, release_date, label, upc, territories, genre, language, p_line, c_line,
        explicit, status, search, created_at, updated_at)
      values (${id}, ${organization_id}, ${String(body.title)}, ${db.json(body.artists as never)}, ${String(body.release_date)}, 'Bench',
        ${upc}, '{WORLD}', ${String(body.genre)}, 'en', ${String(body.p_line)}, ${String(body.c_line)}, false, 'draft',
        ${`${String(body.title)} vera lux bench ${upc}`.toLowerCase()}, ${now}, ${now})`,
  ];
}

function insertTracks({ organization_id, body, now }: Asked): Statement {
  const tracks = (body.tracks as Body[]).map((track, place) => ({ ...track, id: newId("trk"), place: place + 1 }));
  return (db) => db`
    insert into tracks (id, organization_id, release_id, title, contributors, isrc, disc_number, track_number, explicit, language,
      audio_asset_id, created_at, updated_at)
    select id, ${organization_id}, release_id, title, contributors, 'QZ-BBB-26-0000' || place, 1, place, false, language, audio_asset_id,
      ${now}, ${now}
    from jsonb_to_recordset(${db.json(tracks)}) as given (id text, release_id text, title text, contributors jsonb, language text,
      audio_asset_id text, place integer)`;
}

function submitting({ organization_id, id, now }: Asked): Statement[] {
  return [
    (db) => db`
      insert into submissions (id, organization_id, release_id, review_status, issues, submitted_at, reviewed_at)
      values (${newId("sub")}, ${organization_id}, ${id}, 'approved', '[]', ${now}, ${now})`,
    (db) => db`
      update releases set status = 'submitted', updated_at = ${now} where organization_id = ${organization_id} and id = ${id}`,
  ];
}

function delivering({ organization_id, id, body, now }: Asked): Statement[] {
  const { release_id, store_ids } = body as { release_id: string; store_ids: string[] };
  return [
    (db) => db`
      insert into deliveries (id, organization_id, release_id, status, territory_codes, reach, created_at, updated_at)
      values (${id}, ${organization_id}, ${release_id}, 'in_progress', '{WORLDWIDE}', ${territoryCodes as string[]}, ${now}, ${now})`,
    (db) => db`
      insert into delivery_stores (delivery_id, store_id, organization_id, place, status, attempts, failures, upc, label,
        release_date, history, updated_at)
      select ${id}, store_id, ${organization_id}, place, 'queued', 1, 0, upc, label, release_date,
        jsonb_build_array(jsonb_build_object('status', 'queued', 'at', ${now}::text)), ${now}
      from unnest(${store_ids}::text[]) with ordinality as given (store_id, place), releases where releases.id = ${release_id}`,
  ];
}

process.once("message", (task: FloorTask) => void start(task));
process.on("disconnect", () => process.exit());
