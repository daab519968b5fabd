import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { createClock, type ServiceClock } from "./clock.ts";
import { type Database, type Db, openDatabase } from "./database/db.ts";
import { createLog } from "./logging.ts";

const HOUR_MS = 3_600_000;

/** A machine whose clock is right to begin with, and a database that answers by its own. */
const machine = { wall: 0, counter: 0 };
const database = { now: 0, answers_after: 0 };
let clock: ServiceClock;
let lines: string[];
let real: Database;
beforeAll(() => {
  real = openDatabase({ ...inject("postgres"), database: "postgres" }, 1);
});
afterAll(() => real.close());
beforeEach(() => {
  const noon = Date.parse("2030-06-01T12:00:00Z");
  Object.assign(machine, { wall: noon, counter: 5_000 });
  Object.assign(database, { now: noon, answers_after: 0 });
  lines = [];
  const log = createLog({ level: "warn", destination: { write: (line) => void lines.push(line) } });
  clock = createClock({ wall_ms: () => machine.wall, counter_ms: () => machine.counter }, log);
});

/** Time passes everywhere. */
function pass(ms: number): void {
  machine.wall += ms;
  machine.counter += ms;
  database.now += ms;
}

/** The answer is on its way for as long as the question. */
const db = (async () => {
  pass(database.answers_after / 2);
  const now_ms = database.now;
  pass(database.answers_after / 2);
  return [{ now_ms }];
}) as unknown as Db;

describe("the time", () => {
  test("is the database's, whatever this machine's clock says, also after it is set", async () => {
    machine.wall += 48 * HOUR_MS;
    await clock.compare(db);
    expect(clock.now_ms()).toBe(database.now);
    machine.wall -= 96 * HOUR_MS;
    pass(1_000);
    expect(clock.now()).toEqual(new Date(database.now));
  });

  test("is read from a real database to the millisecond", async () => {
    const [before] = await real.db<{ at: string }[]>`select clock_timestamp()::timestamptz(3) as at`;
    const own = createClock(
      { wall_ms: () => Date.now(), counter_ms: () => performance.now() },
      createLog({ level: "silent" }),
    );
    await own.compare(real.db);
    const [after] = await real.db<{ at: string }[]>`select clock_timestamp()::timestamptz(3) as at`;
    const now = own.now().toISOString();
    expect(before && before.at <= now).toBe(true);
    // The time between the two questions is in both differences.
    expect(Date.parse(now) - Date.parse(after?.at ?? "")).toBeLessThan(own.now_ms() - Date.parse(before?.at ?? "") + 1);
  });

  test("does not tremble with answers that come late", async () => {
    await clock.compare(db);
    for (const answers_after of [3_000, 10, 900, 0]) {
      database.answers_after = answers_after;
      await clock.compare(db);
      expect(clock.now_ms()).toBe(database.now);
    }
  });

  test("stands still rather than going back a little, and goes back where it was far ahead", async () => {
    await clock.compare(db);
    const before = clock.now_ms();
    database.now -= 400;
    await clock.compare(db);
    expect(clock.now_ms()).toBe(before);
    pass(500);
    expect(clock.now_ms()).toBe(database.now);
    database.now -= HOUR_MS;
    await clock.compare(db);
    expect(clock.now_ms()).toBe(database.now);
  });
});

describe("this machine's clock", () => {
  test("is reported once when it is found wrong, and once when it is right again", async () => {
    await clock.compare(db);
    expect(clock.fault()).toBeUndefined();
    machine.wall -= 7_000;
    for (let times = 0; times < 3; times++) await clock.compare(db);
    expect(clock.fault()).toBe(
      "This machine's clock is 7 s behind the database's: correct the wrong one (use NTP on both).",
    );
    expect(clock.ahead_s()).toBe(-7);
    machine.wall += 4_000;
    for (let times = 0; times < 3; times++) await clock.compare(db);
    expect(clock.fault()).toBeUndefined();
    expect(lines).toHaveLength(2);
  });

  test("is not called wrong because an answer took long", async () => {
    database.answers_after = 60_000;
    await clock.compare(db);
    await clock.compare(db);
    expect([clock.fault(), lines]).toEqual([undefined, []]);
  });

  test("is in doubt from the moment it was set, or the machine woke up, until it is compared", async () => {
    await clock.compare(db);
    // Suspended: its counter stood still.
    machine.wall += 8 * HOUR_MS;
    database.now += 8 * HOUR_MS;
    expect(clock.fault()).toMatch(/^This machine slept, or its clock was changed/);
    await clock.compare(db);
    expect([clock.fault(), clock.now_ms()]).toEqual([undefined, database.now]);
  });
});
