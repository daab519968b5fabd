// The campaign: many attackers at once, bystanders among them, and a service that must stay whole.

import { setTimeout as sleep } from "node:timers/promises";
import { type Actor, followOwners } from "./actors.ts";
import { createBystander } from "./bystander.ts";
import { type Cast, createCast, createScenes, giveGround, type Scene, startHooks } from "./cast.ts";
import { createChance, seedOf } from "./chance.ts";
import { openClient } from "./client.ts";
import { type LyingStores, startLyingStores } from "./lying-stores.ts";
import { moves } from "./moves.ts";
import { createReport, type Exchange, inMib, print, type Report } from "./report.ts";
import { type Ground, type Stage, sender } from "./stage.ts";
import { stories } from "./stories.ts";
import { type Held, type Kept, startWatchedService, type WatchedService } from "./watched-service.ts";

/** Moves that are played at the same time, at most. */
const AT_ONCE = 64;
/** From so many requests on there is time for more stories. */
const LONG = 5_000;
const TELL_EVERY_MS = 5_000;
/**
 * So long may the event loop be held, in processor time. The short form runs beside other tests, most of its code runs for the
 * first time, and a busy machine takes twice the time for the same work: it looks for what holds the loop for seconds.
 */
const MAX_HELD_MS = { short: 1_000, long: 200 };
/**
 * Flat means: what is kept after a collection of garbage does not grow with the number of requests. The margins are what
 * caches and counters of bounded size come to. RSS has pieces, too, that the allocator keeps for the next large body.
 */
const MAX_HEAP_GROWTH = 64 * 1_048_576;
const MAX_RSS_GROWTH = 384 * 1_048_576;

const MAX_UNAVAILABLE = 0.001;

const allMoves = [...moves, ...stories];

type Campaign = {
  seed: number;
  service: WatchedService;
  ground: Ground;
  cast: Cast;
  scenes: Record<Actor["environment"], Scene>;
  hooks_url: string;
  liars: LyingStores;
  max_held_ms: number;
  /** The number of the next move. */
  next: number;
};

export async function runCampaign({ seed, requests }: { seed: number; requests: number }): Promise<Report> {
  const report = createReport(seed);
  print(`HOSTILE_SEED=${seed} HOSTILE_REQUESTS=${requests}`);
  const service = await startWatchedService();
  const hooks = await startHooks();
  const liars = await startLyingStores(service);
  const clients = { sandbox: openClient(service.urls.sandbox), production: openClient(service.urls.production) };
  const timer = setInterval(() => print(report.progress(service)), TELL_EVERY_MS);
  try {
    const ground: Ground = {
      clients,
      report,
      owners: followOwners(),
      exchanges: [],
      inTurn: createTurns(),
    };
    const [cast, scenes] = [await createCast(service), await createScenes(service)];
    // The first attackers are the sandbox's, which makes files by itself.
    await giveGround(cast.attackers, requests < LONG ? 1 : 3);
    const max_held_ms = requests < LONG ? MAX_HELD_MS.short : MAX_HELD_MS.long;
    await fight({ seed, service, ground, cast, scenes, hooks_url: hooks.url, liars, max_held_ms, next: 0 }, requests);
  } finally {
    clearInterval(timer);
    await Promise.all([clients.sandbox.close(), clients.production.close()]);
    await service.stop();
    await hooks.close();
  }
  return report;
}

async function fight(campaign: Campaign, requests: number): Promise<void> {
  const { service, ground, cast, hooks_url, liars } = campaign;
  const { report, clients } = ground;
  let isOver = false;
  const bystanders = cast.bystanders.map((actor) =>
    createBystander(actor, { client: clients[actor.environment], report, hooks_url }).run(() => isOver),
  );
  const lying = liars.run(report, () => isOver);
  const [early] = await Promise.all([measureFromTenth(campaign, requests), attackUntil(requests, campaign)]);
  isOver = true;
  await liars.stop();
  await Promise.all([...bystanders, lying]);
  const late = await service.measureKept();
  blame(campaign);
  judgeMemory(report, early, late);
  judgeUnavailable(report);
  for (const line of report.summary({ service, early, late }).split("\n")) print(line);
  print(liars.summary());
}

/** While the attack goes on: what is under way then is a part of it, and the margins have room for that. */
async function measureFromTenth({ service, ground }: Campaign, requests: number): Promise<Kept> {
  while (ground.report.requests < requests / 10 && service.isRunning()) await sleep(50);
  return service.measureKept();
}

async function attackUntil(requests: number, campaign: Campaign): Promise<void> {
  const { service, ground } = campaign;
  const player = async () => {
    while (ground.report.requests < requests) {
      if (!service.isRunning())
        throw new Error(`The service has ended.\n${service.linesWith("").slice(-20).join("\n")}`);
      const number = campaign.next++;
      const stage = setStage(campaign, number);
      // Each move once at the beginning: a short campaign has them all.
      const move = allMoves[number] ?? stage.chance.pickByWeight(allMoves);
      await move.play(stage);
      blame(campaign);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, requests) }, player));
}

/** Each move has a chance of its own, so that the seed alone says what move n tries; ids and answers are the moment's. */
function setStage({ seed, ground, cast, scenes, hooks_url }: Campaign, number: number): Stage {
  const chance = createChance(seedOf(seed, number));
  const { from } = chance.pickByWeight([
    { weight: 88, from: cast.attackers },
    { weight: 7, from: cast.operators },
    { weight: 5, from: cast.strangers },
  ]);
  // The first moves are an attacker's in the sandbox, where every story can be told.
  const me = (number < allMoves.length ? cast.attackers[0] : chance.pick(from)) as Actor;
  const isOther = (one: Actor) => one !== me && one.environment === me.environment;
  const { fault: complain, count: counted } = ground.report;
  const { api, store_ids } = scenes[me.environment];
  const others = [...cast.attackers, ...cast.bystanders].filter(isOther);
  return { chance, api, me, others, store_ids, hooks_url, send: sender(ground, api, me), complain, counted };
}

/** Blames the requests that were open while the event loop was held for too long; large ones first. */
function blame({ max_held_ms, service: { held }, ground: { exchanges, report } }: Campaign): void {
  // Only a moment later is it known which requests ended after it.
  while (held[0] && Date.now() > held[0].to + 500) {
    const one = held.shift() as Held;
    if (one.held_ms > max_held_ms) blameOne(one, exchanges, report);
  }
}

function blameOne({ held_ms, from, to }: Held, exchanges: readonly Exchange[], report: Report): void {
  const ended = (one: Exchange) => one.to ?? Number.POSITIVE_INFINITY;
  const away = (one: Exchange) => Math.abs(ended(one) - to) - (one.is_heavy ? 1e6 : 0);
  const open = exchanges.filter((one) => one.from <= to && ended(one) >= from);
  const suspects = open.sort((a, b) => away(a) - away(b)).slice(0, 5);
  const names = suspects.map(({ name, sent }) => `${name} (${Buffer.byteLength(sent.body ?? "")} bytes)`);
  const what = `${held_ms.toFixed(0)} ms of processor time without a pause; open then: ${names.join("; ")}`;
  report.fault(`the event loop was held, likely by ${suspects[0]?.name}`, what, { sent: suspects[0]?.sent });
}

function judgeMemory(report: Report, early: Kept, late: Kept): void {
  const growth = { heap: late.heap - early.heap, rss: late.rss - early.rss };
  if (growth.heap > MAX_HEAP_GROWTH) report.fault("the heap grows", `by ${inMib(growth.heap)} after the first tenth`);
  if (growth.rss > MAX_RSS_GROWTH) report.fault("the memory grows", `by ${inMib(growth.rss)} after the first tenth`);
}

/** A 503 that says when to come again is honest: the machine has no more. The short form shares the machine with other tests. */
function judgeUnavailable(report: Report): void {
  const { unavailable, requests } = report;
  if (requests >= LONG && unavailable > requests * MAX_UNAVAILABLE)
    report.fault("often unavailable", `${unavailable} of ${requests} answers are 503`);
}

function createTurns(): Ground["inTurn"] {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
