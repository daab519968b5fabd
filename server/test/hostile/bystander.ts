// An organization that does its ordinary work while others attack, knows the right answers, and compares every answer
// with them.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "../world.ts";
import { type Actor, remember } from "./actors.ts";
import type { Client, Sent } from "./client.ts";
import type { Report } from "./report.ts";

/** Well within its tier's limits, which it has like anyone. */
const PAUSE_MS = 120;
const KEPT_RELEASES = 5;
const MAX_PINGS = 5;

type Release = { id: string; title: string; upc: string };

export type Bystander = { run(isOver: () => boolean): Promise<void> };

export function createBystander(
  actor: Actor,
  { client, report, hooks_url }: { client: Client; report: Report; hooks_url: string },
): Bystander {
  /** Its releases, the newest first. */
  const kept: Release[] = [];
  let budget: { limit: number; remaining: number; ends_from: number } | undefined;
  let webhook_id = "";
  let number = 0;

  async function call(operation: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
    const [method = "", path = ""] = operation.split(" ");
    const sent: Sent = { method, path, headers, ...(body && { body: JSON.stringify(body) }) };
    await sleep(PAUSE_MS);
    const sent_at = Date.now();
    const answer = await client.send({ ...sent, key: actor.key });
    if (!answer) throw new Error("No answer.");
    checkBudget(answer, sent, sent_at);
    return answer;
  }

  function check(isRight: boolean, what: string, answer: Answer): void {
    report.bystander_checks++;
    if (isRight) return;
    const about = { request_id: answer.headers.get("x-request-id") };
    report.fault(
      `wrong answer to a bystander: ${what}`,
      `${actor.name}: ${answer.status} ${answer.text.slice(0, 1_000)}`,
      about,
    );
  }

  /** It is the only caller of its organization: each request takes one, unless a new minute has begun. */
  function checkBudget(answer: Answer, sent: Sent, sent_at: number): void {
    const [limit = 0, remaining = 0, reset_s = 0] = ["limit", "remaining", "reset"].map((name) =>
      Number(answer.headers.get(`ratelimit-${name}`)),
    );
    const isNext = budget === undefined || (limit === budget.limit && remaining === budget.remaining - 1);
    const isNewMinute = budget !== undefined && remaining === limit - 1 && Date.now() >= budget.ends_from;
    check(isNext || isNewMinute, `its budget goes down by one with ${sent.method}`, answer);
    if (!isNext && !isNewMinute)
      report.fault("a bystander's budget", JSON.stringify({ budget, limit, remaining, reset_s }));
    // Counted when it was sent, at the earliest; the seconds were rounded up.
    budget = { limit, remaining, ends_from: sent_at + (reset_s - 1) * 1_000 };
  }

  async function createAndReplay(): Promise<void> {
    const title = `${actor.name} ${++number}`;
    const body = {
      title,
      artists: [{ name: "Vera Lux", role: "main" }],
      release_date: "2031-03-01",
      territories: ["DE", "FR"],
    };
    const key = { "idempotency-key": randomUUID() };
    const made = await call("POST /v1/releases", body, key);
    const isMade = made.status === 201 && made.body.title === title && made.body.status === "draft";
    check(
      isMade && /^\d{12}$/.test(made.body.upc) && made.body.territories.join() === "DE,FR",
      "create a release",
      made,
    );
    if (!isMade) return;
    kept.unshift(made.body);
    actor.known.set("upc", [made.body.upc]);
    remember(actor, "rel", made.body.id);
    const again = await call("POST /v1/releases", body, key);
    check(again.text === made.text && again.headers.get("idempotency-replayed") === "true", "replay", again);
    const other = await call("POST /v1/releases", { ...body, title: "Another" }, key);
    check(
      other.status === 422 && other.body.error.code === "idempotency_key_reused",
      "another request with its key",
      other,
    );
    const read = await call(`GET /v1/releases/${made.body.id}`);
    check(read.text === made.text, "read what it made", read);
  }

  async function change(): Promise<void> {
    const release = kept[0];
    if (!release) return;
    const title = `${actor.name} ${number} changed`;
    const changed = await call(`PATCH /v1/releases/${release.id}`, { title });
    check(
      changed.status === 200 && changed.body.title === title && changed.body.upc === release.upc,
      "change",
      changed,
    );
    const read = await call(`GET /v1/releases/${release.id}`);
    check(read.text === changed.text, "read what it changed", read);
    release.title = changed.body?.title;
  }

  async function addTrack(): Promise<void> {
    const release = kept[0];
    if (!release) return;
    const made = await call("POST /v1/tracks", { release_id: release.id, title: "Rue Lepic" });
    check(
      made.status === 201 && /^[A-Z]{2}-[A-Z0-9]{3}-\d\d-\d{5}$/.test(made.body.isrc ?? ""),
      "a track gets an ISRC",
      made,
    );
    if (made.status !== 201) return;
    actor.known.set("isrc", [made.body.isrc]);
    remember(actor, "trk", made.body.id);
    const listed = await call(`GET /v1/tracks?release_id=${release.id}`);
    check(
      listed.body?.data?.[0]?.id === made.body.id && listed.body.data[0].isrc === made.body.isrc,
      "list tracks",
      listed,
    );
  }

  async function listAll(): Promise<void> {
    const listed = await call("GET /v1/releases?limit=100");
    const shown = (listed.body?.data ?? []).map(({ id, title }: Release) => `${id} ${title}`);
    check(
      shown.join() === kept.map(({ id, title }) => `${id} ${title}`).join() && listed.body.has_more === false,
      "list all",
      listed,
    );
    const [found] = kept;
    const asked = await call(`GET /v1/releases?q=${encodeURIComponent(found?.upc ?? "none")}`);
    check(asked.body?.data?.length === (found ? 1 : 0) && asked.body.data[0]?.id === found?.id, "find by UPC", asked);
    const hooks = await call("GET /v1/webhooks");
    check(
      hooks.body?.data?.length === 1 &&
        hooks.body.data[0].id === webhook_id &&
        hooks.body.data[0].status === "verified",
      "list its endpoint",
      hooks,
    );
  }

  async function remove(): Promise<void> {
    if (kept.length <= KEPT_RELEASES) return;
    const oldest = kept.pop() as Release;
    const gone = await call(`DELETE /v1/releases/${oldest.id}`);
    check(gone.status === 204 && gone.text === "", "delete", gone);
    const read = await call(`GET /v1/releases/${oldest.id}`);
    check(read.status === 404 && read.body.error.code === "not_found", "read what it deleted", read);
  }

  /** Its receiver shares a process with the campaign. On a busy machine it may miss the first ping, and its owner asks again. */
  async function makeEndpoint(): Promise<void> {
    const made = await call("POST /v1/webhooks", { url: `${hooks_url}/ok`, event_type: ["release.status.changed"] });
    check(made.status === 201, "make an endpoint", made);
    webhook_id = made.body?.id;
    let shown = made;
    for (let pings = 0; shown.body?.status !== "verified" && pings < MAX_PINGS; pings++)
      shown = await call(`POST /v1/webhooks/${webhook_id}/ping`);
    check(shown.body?.status === "verified", "verify its endpoint", shown);
  }

  return {
    async run(isOver) {
      await makeEndpoint();
      while (!isOver()) {
        try {
          for (const step of [createAndReplay, addTrack, change, listAll, remove]) if (!isOver()) await step();
        } catch (error) {
          report.fault("no answer to a bystander", `${actor.name}: ${String(error)}`);
        }
      }
    },
  };
}
