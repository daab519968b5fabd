// One delivery at a time under random operations, alone and at once, beside a model of what is promised.

import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeRelease, must } from "../../test/catalog.ts";
import {
  type Action,
  type Answered,
  afterHours,
  kinds,
  newState,
  type Operation,
  outcomes,
  type State,
  visible,
  WITHOUT_UPDATES,
  withStore,
} from "../../test/delivery-model.ts";
import { atScale } from "../../test/faults/scale.ts";
import { createWorld, type World } from "../../test/world.ts";
import { TransportFailure } from "../messages/message.ts";

const RUNS = atScale({ short: 15, full: 2_000 });
const LIMIT_MS = Math.max(600_000, RUNS * 5_000);
/** Later than what was due in minutes, and far from real time: what waits is due when the clock is moved, and not before. */
const HOURS_MS = 4 * 3_600_000;
const WAIT_S = 1_800;
const START = "2026-11-01T00:00:00Z";

const unreachable = async () => {
  throw new TransportFailure("The store is unreachable.");
};
const connectors = {
  unreachable: {
    summary: "a store that is never reached",
    connect: () => ({ send: unreachable, poll: unreachable, takedown: unreachable }),
    retry_s: [WAIT_S] as [number],
    settings: {},
  },
};
const latency_ms = 600_000;
const reachedBy = {
  by_hand: { kind: "manual" },
  rejects_first: { kind: "simulated", behaviour: "reject_first", latency_ms },
  flags_first: { kind: "simulated", behaviour: "flag_first", latency_ms: 0 },
  unreachable: { kind: "unreachable" },
};
const store_ids = kinds.map((kind) => `store_${kind}`);

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox", connectors });
  for (const [store, kind] of kinds.entries())
    await must(world.operator, "POST /v1/operator/stores", {
      store_id: store_ids[store],
      name: kind,
      territories: ["WORLD"],
      capabilities: { updates: store !== WITHOUT_UPDATES },
      requirements: "none",
      connector: reachedBy[kind],
    });
});
afterAll(() => world.close());

type Command =
  | { does: "operations"; operations: Operation[]; work: "work" | "no work" }
  | { does: "hours" }
  | { does: "set_store"; store: number; status: "paused" | "active" };

/** The one that is tried for ever: it is paused and resumed between two tries. */
const work: Command = { does: "operations", operations: [], work: "work" };
const hours: Command = { does: "hours" };
const set = (status: "paused" | "active"): Command => ({
  does: "set_store",
  store: kinds.indexOf("unreachable"),
  status,
});
const unreached = kinds.indexOf("unreachable");
const alone = (...operations: Operation[]): Command => ({ does: "operations", operations, work: "no work" });
const answered: Operation = { answer: "delivered", store: unreached, by: "operator" };
const asked = (action: Action): Operation => ({ action, stores: [unreached] });
/** And the one that has it, stalls with an update, is cancelled, and can be taken down. */
const examples: [Command[]][] = [
  [[work, set("paused"), set("active"), hours, work, hours, work]],
  [
    [
      alone(answered),
      alone(asked("update")),
      work,
      hours,
      work,
      hours,
      work,
      alone(asked("cancel")),
      alone(asked("takedown")),
    ],
  ],
];

const store = fc.nat({ max: kinds.length - 1 });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    action: fc.constantFrom<Action>("resubmit", "update", "takedown", "cancel"),
    stores: fc.option(fc.uniqueArray(store, { minLength: 1, maxLength: 2 }), { nil: undefined, freq: 2 }),
  }),
  fc.record({
    answer: fc.constantFrom<Answered>("delivered", "delivered", "rejected", "action_required", "taken_down"),
    store,
    by: fc.constantFrom("simulator" as const, "operator" as const),
  }),
);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant("operations" as const),
      operations: fc.array(operation, { maxLength: 2 }),
      work: fc.constantFrom("work" as const, "no work" as const),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ does: "hours" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant("set_store" as const),
      store,
      status: fc.constantFrom("paused" as const, "active" as const),
    }),
  },
);

type Subject = { id: string; release_id: string; paused: Set<number> };

async function makeSubject(): Promise<Subject> {
  world.clock.moveTo(START);
  const paused = await world.ctx.db<{ store_id: string }[]>`select store_id from stores where status = 'paused'`;
  for (const { store_id } of paused)
    await must(world.operator, `PATCH /v1/operator/stores/${store_id}`, { status: "active" });
  // Work that earlier runs left, and that would now continue, is not part of this one.
  await world.ctx.db`update delivery_stores set status = 'cancelled'`;
  await world.ctx.db`delete from jobs`;
  await world.ctx.db`delete from events`;
  const release_id = await makeRelease(world);
  await must(world.label, `POST /v1/releases/${release_id}/submit`);
  const request = { release_id, store_ids, territory_codes: ["WORLDWIDE"] };
  const { body } = await must(world.label, "POST /v1/deliveries", request);
  return { id: body.id, release_id, paused: new Set() };
}

async function ask({ id }: Subject, operation: Operation): Promise<number> {
  if ("action" in operation) {
    const body = operation.stores ? { store_ids: operation.stores.map((store) => store_ids[store]) } : {};
    return (await world.label.call(`POST /v1/deliveries/${id}/${operation.action}`, { body })).status;
  }
  const { answer: status, store, by } = operation;
  const store_id = store_ids[store];
  if (by === "simulator")
    return (await world.label.call(`POST /v1/sandbox/deliveries/${id}/simulate`, { body: { store_id, status } }))
      .status;
  const path = `POST /v1/operator/deliveries/${id}/stores/${store_id}/report`;
  return (await world.operator.call(path, { body: { status } })).status;
}

type Shown = { status: string; attempts: number; history: { status: string; is_ignored?: boolean }[] };

async function look({ id, release_id }: Subject, codes: readonly number[]): Promise<ReturnType<typeof visible>> {
  const { body } = await must(world.label, `GET /v1/deliveries/${id}`);
  const release = (await must(world.label, `GET /v1/releases/${release_id}`)).body.status;
  const stores = body.stores.map(({ status, attempts, history }: Shown) => ({
    status,
    attempts,
    history: history.map(({ status, is_ignored }) => (is_ignored ? `${status}, ignored` : status)),
  }));
  const rows = await world.ctx.db<{ event_type: string; emitted: number }[]>`
    select event_type, count(*)::int as emitted from events group by event_type`;
  const countOf = (type: string) => rows.find(({ event_type }) => event_type === type)?.emitted ?? 0;
  const events = {
    completed: countOf("delivery.completed"),
    taken_down: countOf("delivery.taken_down"),
    store_updated: countOf("delivery.store.updated"),
    release_changed: countOf("release.status.changed"),
  };
  return { status: body.status, stores, events, release, answers: { ...codes } };
}

/** Does it to both; answers with the states that the service may be in, of which at least one looks as it does. */
async function step(subject: Subject, states: readonly State[], command: Command): Promise<State[]> {
  if (command.does === "hours") {
    world.clock.advance(HOURS_MS);
    return afterHours(states);
  }
  if (command.does === "operations") {
    const { operations, work } = command;
    const working = work === "work" ? world.runJobs() : undefined;
    const codes = await Promise.all(operations.map((operation) => ask(subject, operation)));
    await working;
    // Their jobs are done as well, whether the first walk saw them or not.
    if (work === "work") await world.runJobs();
    return agreeing(outcomes(states, operations, work), await look(subject, codes), command);
  }
  const { store, status } = command;
  if (subject.paused.has(store) === (status === "paused")) return [...states];
  // So that what is due is left lying before the store goes on, and not while.
  await world.runJobs();
  await must(world.operator, `PATCH /v1/operator/stores/${store_ids[store]}`, { status });
  await world.runJobs();
  if (status === "paused") subject.paused.add(store);
  else subject.paused.delete(store);
  const changed = withStore(outcomes(states, [], "work"), store, status);
  return agreeing(outcomes(changed, [], "work"), await look(subject, []), command);
}

function agreeing(expected: readonly State[], found: ReturnType<typeof visible>, command: Command): State[] {
  const shown = JSON.stringify(found);
  const same = expected.filter((state) => JSON.stringify(visible(state)) === shown);
  if (same.length === 0)
    expect(found, `After ${JSON.stringify(command)}, with ${expected.length} possible outcomes`).toEqual(
      visible(expected[0] as State),
    );
  return same;
}

test(
  "a delivery does what is promised, whatever is asked of it and at whatever moment",
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 8 }), async (commands) => {
        const subject = await makeSubject();
        let states: State[] = [newState([])];
        for (const command of commands) states = await step(subject, states, command);
        expect(await world.ctx.db`select name, last_error from jobs where attempts > 0`).toEqual([]);
      }),
      { numRuns: RUNS, examples },
    );
  },
  LIMIT_MS,
);
