// The campaign: many attackers at once, bystanders among them, and a service that must stay whole.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Description, readDescription } from "../api-description.ts";
import { callerAt } from "../world.ts";
import { type Actor, createActor, createOrganization, type EnvironmentName, followOwners, succeed } from "./actors.ts";
import { createBystander } from "./bystander.ts";
import { createChance, seedOf } from "./chance.ts";
import { openClient } from "./client.ts";
import { moves } from "./moves.ts";
import { createReport, type Exchange, inMib, print, type Report } from "./report.ts";
import { type Ground, type Stage, sender } from "./stage.ts";
import { stories } from "./stories.ts";
import { type Held, startWatchedService, type WatchedService } from "./watched-service.ts";

const AT_ONCE = 64;
/** From here on there is time for more. */
const LONG = 5_000;
const TELL_EVERY_MS = 5_000;
/** One turn of the event loop may compute this long. */
const MAX_TURN_MS = 200;
/**
 * Flat means: what is kept after a collection of garbage does not grow with the number of requests. The margins are what
 * caches and counters of bounded size come to. RSS has pieces that the allocator keeps for the next large body.
 */
const MAX_HEAP_GROWTH = 64 * 1_048_576;
const MAX_RSS_GROWTH = 384 * 1_048_576;

const allMoves = [...moves, ...stories];
const environmentNames: readonly EnvironmentName[] = ["sandbox", "production"];

export async function runCampaign({ seed, requests }: { seed: number; requests: number }): Promise<Report> {
  const report = createReport(seed);
  print(`HOSTILE_SEED=${seed} HOSTILE_REQUESTS=${requests}`);
  const service = await startWatchedService();
  const hooks = await startHooks();
  const clients = { sandbox: openClient(service.urls.sandbox), production: openClient(service.urls.production) };
  try {
    const ground: Ground = {
      clients,
      owners: followOwners(),
      report,
      exchanges: [],
      inTurn: createTurns(),
      logged: (request_id) => service.linesWith(request_id).join("\n"),
    };
    const cast = await createCast(service);
    await giveFiles(
      cast.attackers.filter(({ environment }) => environment === "sandbox").slice(0, requests < LONG ? 1 : 3),
    );
    const scenes = await createScenes(service);
    let isOver = false;
    const bystanders = cast.bystanders.map((actor) =>
      createBystander(actor, { client: clients[actor.environment], report, hooks_url: hooks.url }).run(() => isOver),
    );
    const timer = setInterval(() => print(report.progress(service)), TELL_EVERY_MS);
    const stageFor = stager({ ground, cast, scenes, seed, hooks_url: hooks.url });
    const blame = blamer(service, ground.exchanges, report);
    const attack = (until: number) => playUntil(until, { report, stageFor, blame, service });
    await attack(requests / 10);
    const early = await service.measureKept();
    await attack(requests);
    isOver = true;
    await Promise.all(bystanders);
    clearInterval(timer);
    const late = await service.measureKept();
    await blame();
    judgeMemory(report, { early, late });
    for (const line of report.summary({ service, early, late }).split("\n")) print(line);
  } finally {
    await Promise.all([clients.sandbox.close(), clients.production.close()]);
    await service.stop();
    await hooks.close();
  }
  return report;
}

type Scene = { api: Description; store_ids: string[] };
type Cast = { attackers: Actor[]; operators: Actor[]; strangers: Actor[]; bystanders: Actor[] };

/** Number by number, each with a chance of its own, so that the seed alone says what number n tries. */
let number = 0;
async function playUntil(
  until: number,
  {
    report,
    stageFor,
    blame,
    service,
  }: { report: Report; stageFor: (number: number) => Stage; blame: () => Promise<void>; service: WatchedService },
): Promise<void> {
  const player = async () => {
    while (report.requests < until) {
      if (!service.isRunning())
        throw new Error(`The service has ended.\n${service.linesWith("").slice(-20).join("\n")}`);
      const turn = number++;
      const stage = stageFor(turn);
      // Each move once at the beginning: a short campaign has them all.
      const move = allMoves[turn] ?? stage.chance.pickByWeight(allMoves);
      await move.play(stage);
      await blame();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, player));
}

function stager({
  ground,
  cast,
  scenes,
  seed,
  hooks_url,
}: {
  ground: Ground;
  cast: Cast;
  scenes: Record<EnvironmentName, Scene>;
  seed: number;
  hooks_url: string;
}) {
  return (turn: number): Stage => {
    const chance = createChance(seedOf(seed, turn));
    const kind = chance.pickByWeight([
      { weight: 88, from: cast.attackers },
      { weight: 7, from: cast.operators },
      { weight: 5, from: cast.strangers },
    ]);
    // The first moves are an attacker's in the sandbox, where every story can be told.
    const me = (turn < allMoves.length ? cast.attackers[0] : chance.pick(kind.from)) as Actor;
    const others = [...cast.attackers, ...cast.bystanders].filter(
      (one) => one !== me && one.environment === me.environment,
    );
    const { api, store_ids } = scenes[me.environment];
    return {
      chance,
      api,
      me,
      others,
      store_ids,
      hooks_url,
      send: sender(ground, api, me),
      complain: ground.report.fault,
      counted: ground.report.count,
    };
  };
}

async function createCast({ urls, operator_key }: WatchedService): Promise<Cast> {
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
        organization_id: undefined,
      }),
    );
    cast.strangers.push(
      createActor({
        name: `Stranger ${letter}`,
        kind: "stranger",
        environment,
        url,
        key: undefined,
        organization_id: undefined,
      }),
    );
  }
  return cast;
}

/** A song and a picture that lack nothing, for stories that go on to stores. */
async function giveFiles(actors: readonly Actor[]): Promise<void> {
  for (const actor of actors)
    for (const type of ["audio", "artwork"]) {
      const asset = await succeed(callerAt(actor.url, actor.key), "POST /v1/sandbox/assets", { type });
      actor.known.set(type, [asset.id]);
    }
}

async function createScenes({ urls, operator_key }: WatchedService): Promise<Record<EnvironmentName, Scene>> {
  const sceneOf = async (url: string): Promise<Scene> => {
    const api = readDescription((await callerAt(url, undefined).call("GET /v1/openapi.json")).body);
    const { data } = await succeed(callerAt(url, operator_key), "GET /v1/operator/stores?limit=100");
    return { api, store_ids: data.map(({ store_id }: { store_id: string }) => store_id) };
  };
  return { sandbox: await sceneOf(urls.sandbox), production: await sceneOf(urls.production) };
}

/** Turns that were too long, with the requests that were open then. Only a moment later is it known which ended after it. */
function blamer({ held, seen }: WatchedService, exchanges: readonly Exchange[], report: Report): () => Promise<void> {
  const blameOne = ({ held_ms, from, to }: Held) => {
    const open = exchanges.filter((one) => one.from <= to && (one.to ?? Number.POSITIVE_INFINITY) >= from);
    const suspects = open.sort((a, b) => Math.abs((a.to ?? 0) - to) - Math.abs((b.to ?? 0) - to)).slice(0, 5);
    const names = suspects.map(({ name, sent }) => `${name} (${Buffer.byteLength(sent.body ?? "")} bytes)`);
    report.fault(
      `the event loop was held, likely by ${suspects[0]?.name}`,
      `${held_ms.toFixed(0)} ms of processor time in one turn; then answered: ${names.join("; ")}`,
      suspects[0]?.sent,
    );
  };
  return async () => {
    while (held[0] && Date.now() > held[0].to + 500) {
      const one = held.shift() as Held;
      seen.longest_turn_ms = Math.max(seen.longest_turn_ms, one.held_ms);
      if (one.held_ms > MAX_TURN_MS) blameOne(one);
    }
  };
}

function judgeMemory(
  report: Report,
  { early, late }: { early: { heap: number; rss: number }; late: { heap: number; rss: number } },
): void {
  const growth = { heap: late.heap - early.heap, rss: late.rss - early.rss };
  if (growth.heap > MAX_HEAP_GROWTH) report.fault("the heap grows", `by ${inMib(growth.heap)} after the first tenth`);
  if (growth.rss > MAX_RSS_GROWTH) report.fault("the memory grows", `by ${inMib(growth.rss)} after the first tenth`);
}

function createTurns(): Ground["inTurn"] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** Receivers of webhooks by path: `ok`, `fails`, `gone`, `hangs`. */
async function startHooks(): Promise<{ url: string; close(): Promise<void> }> {
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
