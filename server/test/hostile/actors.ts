// The callers: attackers, the operator, callers without a credential; and the ids that each has learned from answers.

import { type Caller, callerAt } from "../world.ts";

export type EnvironmentName = "sandbox" | "production";

export type Actor = {
  name: string;
  kind: "organization" | "operator" | "stranger";
  environment: EnvironmentName;
  url: string;
  key: string | undefined;
  /** Ids by prefix (`rel`), and the tokens of links by their collection (`uploads`). The latest of each. */
  known: Map<string, string[]>;
  /** Cursors with the list they came from. */
  cursors: { path: string; cursor: string }[];
};

const MAX_KNOWN = 60;
const MAX_CURSORS = 20;
/**
 * Resources that may be revoked or suspended are known from their making alone: a list also shows those that the
 * campaign itself needs.
 */
const madeOnly = new Set(["org", "key", "cli"]);

export function createActor(given: Omit<Actor, "known" | "cursors">): Actor {
  return { ...given, known: new Map(), cursors: [] };
}

export async function createOrganization(
  { url, operator_key, environment }: { url: string; operator_key: string; environment: EnvironmentName },
  settings: { name: string } & Record<string, unknown>,
): Promise<Actor> {
  const operator = callerAt(url, operator_key);
  const organization = await succeed(operator, "POST /v1/operator/organizations", settings);
  const path = `/v1/operator/organizations/${organization.id}/api-keys`;
  const { key } = await succeed(operator, `POST ${path}`, {});
  const { name } = settings;
  return createActor({ name, kind: "organization", environment, url, key });
}

export async function succeed(caller: Caller, operation: string, body?: object) {
  const answer = await caller.call(operation, body ? { body } : {});
  if (answer.status >= 300) throw new Error(`${operation}: ${answer.status} ${answer.text}`);
  return answer.body;
}

/** Takes what a success tells: ids, links and the cursor of the next page. */
export function learn(actor: Actor, asked: { method: string; path: string }, text: string): void {
  for (const [, id = "", prefix = ""] of text.matchAll(/"(([a-z]{3})_[0-9a-z]{26})"/g)) {
    if (!madeOnly.has(prefix) || asked.method === "POST") remember(actor, prefix, id);
    if ((actor.known.get(prefix)?.length ?? 0) > 4 * MAX_KNOWN) break;
  }
  for (const [, collection = "", token = ""] of text
    .slice(0, 50_000)
    .matchAll(/\/v1\/(\w+loads|thumbnails|peaks)\/([\w.-]+)/g))
    remember(actor, collection, token);
  const store_id = asked.path === "/v1/operator/stores" ? /"store_id":"(\w+)"/.exec(text)?.[1] : undefined;
  if (store_id && asked.method === "POST") remember(actor, "store", store_id);
  const cursor = /"next_cursor":"([^"]+)"/.exec(text.slice(-1_000))?.[1];
  if (!cursor) return;
  actor.cursors.push({ path: asked.path, cursor });
  if (actor.cursors.length > MAX_CURSORS) actor.cursors.shift();
}

export function remember(actor: Actor, kind: string, id: string): void {
  const ids = actor.known.get(kind) ?? [];
  ids.push(id);
  if (ids.length > MAX_KNOWN) ids.splice(0, ids.length - MAX_KNOWN);
  actor.known.set(kind, ids);
}

/** The owner of each id. An answer to an organization must name no other organization's ids. */
export type Owners = {
  /** The ids of others that the text names; its other ids are this owner's from now on. */
  foreignIn(owner: string, text: string): string[];
};

const MAX_OWNED = 300_000;
/** The id of every example in the description, which the sandbox's example events name to everybody. */
const EXAMPLE = "_01k8z3v9qxe7p9a4m2c6t5w8rn";

export function followOwners(): Owners {
  const owners = new Map<string, string>();
  return {
    foreignIn(owner, text) {
      const foreign: string[] = [];
      for (const [, id = ""] of text.matchAll(/"((?:rel|trk|ast|sub|dlv|whk|evt|att|key)_[0-9a-z]{26})"/g)) {
        if (id.endsWith(EXAMPLE)) continue;
        const known = owners.get(id);
        if (known !== undefined && known !== owner) foreign.push(id);
        if (known !== undefined) continue;
        owners.set(id, owner);
        if (owners.size > MAX_OWNED) owners.delete(owners.keys().next().value ?? "");
      }
      return foreign;
    },
  };
}
