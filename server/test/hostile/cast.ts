// The people of the campaign and where they meet: organizations, the operator, the API of each environment, a receiver.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Description, readDescription } from "../api-description.ts";
import { callerAt } from "../world.ts";
import { type Actor, createActor, createOrganization, type EnvironmentName, remember, succeed } from "./actors.ts";
import type { WatchedService } from "./watched-service.ts";

export type Cast = { attackers: Actor[]; operators: Actor[]; strangers: Actor[]; bystanders: Actor[] };
/** The offer of one environment. */
export type Scene = { api: Description; store_ids: string[] };

const environmentNames: readonly EnvironmentName[] = ["sandbox", "production"];

export async function createCast({ urls, operator_key }: WatchedService): Promise<Cast> {
  const cast: Cast = { attackers: [], operators: [], strangers: [], bystanders: [] };
  for (const environment of environmentNames) {
    const url = urls[environment];
    const at = { url, operator_key, environment };
    const [number, letter] = environment === "sandbox" ? [3, "S"] : [1, "P"];
    const rate_limit = { per_minute: 1_000_000, burst: 100_000 };
    for (let index = 0; index < number; index++)
      cast.attackers.push(
        await createOrganization(at, {
          name: `Attacker ${letter}${index}`,
          tier: "enterprise",
          review: index === 1 ? "manual" : "automatic",
          rate_limit,
          ...(index === 2 && { isrc_prefix: `QZ${letter}A${index}` }),
        }),
      );
    // With its tier's limits, to meet 429 as well.
    cast.attackers.push(await createOrganization(at, { name: `Ordinary ${letter}`, tier: "starter" }));
    for (const index of [0, 1])
      cast.bystanders.push(
        await createOrganization(at, {
          name: `Bystander ${letter}${index}`,
          tier: "pro",
          isrc_prefix: `QZ${letter}B${index}`,
        }),
      );
    cast.operators.push(
      createActor({
        name: `Operator ${letter}`,
        kind: "operator",
        environment,
        url,
        key: operator_key,
      }),
    );
    cast.strangers.push(
      createActor({
        name: `Stranger ${letter}`,
        kind: "stranger",
        environment,
        url,
        key: undefined,
      }),
    );
  }
  return cast;
}

/** Something to begin with: a draft each, and for some a song and a picture that lack nothing, to go on to stores with. */
export async function giveGround(attackers: readonly Actor[], with_files: number): Promise<void> {
  const artists = [{ name: "Vera Lux", role: "main" }];
  for (const [index, actor] of attackers.entries()) {
    const caller = callerAt(actor.url, actor.key);
    const draft = await succeed(caller, "POST /v1/releases", { title: "Draft", artists, release_date: "2031-03-01" });
    remember(actor, "rel", draft.id);
    for (const type of index < with_files ? ["audio", "artwork"] : [])
      actor.known.set(type, [(await succeed(caller, "POST /v1/sandbox/assets", { type })).id]);
  }
}

export async function createScenes({ urls, operator_key }: WatchedService): Promise<Record<EnvironmentName, Scene>> {
  const sceneOf = async (url: string): Promise<Scene> => {
    const api = readDescription((await callerAt(url, undefined).call("GET /v1/openapi.json")).body);
    const { data } = await succeed(callerAt(url, operator_key), "GET /v1/operator/stores?limit=100");
    return { api, store_ids: data.map(({ store_id }: { store_id: string }) => store_id) };
  };
  return { sandbox: await sceneOf(urls.sandbox), production: await sceneOf(urls.production) };
}

/** Receivers of webhooks by path: `ok`, `fails`, `gone`, `hangs`. */
export async function startHooks(): Promise<{ url: string; close(): Promise<void> }> {
  const statuses: Record<string, number> = { "/ok": 200, "/fails": 500, "/gone": 410 };
  const server = createServer((request, response) => {
    request.resume();
    const status = statuses[request.url ?? ""];
    if (status !== undefined) request.on("end", () => response.writeHead(status).end());
    else void sleep(12_000).then(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
