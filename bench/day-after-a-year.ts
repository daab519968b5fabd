// The same day on a database that has a year behind it, beside an empty one.

import { mkdirSync } from "node:fs";
import type { Db } from "../server/src/platform/database/db.ts";
import { middle, ratiosOf, turnAbout } from "./day.ts";
import { dayReleases, openDay, startOne } from "./day-product.ts";
import { describeSlower, forgetStatements, slowerStatements } from "./day-slower.ts";
import { assertRoom, fillYear, year_dir, yearReleases } from "./day-year.ts";
import { databaseOf } from "./product.ts";
import type { Result } from "./report.ts";
import { startReceiver } from "./webhooks-endpoints.ts";

const MARK = 0.9;

export async function benchDayAfterAYear(): Promise<Result[]> {
  assertRoom();
  process.stdout.write(`The year is kept in ${year_dir}.\n`);
  mkdirSync(year_dir, { recursive: true });
  const receiver = await startReceiver();
  const old = await openDay(await startOne({ data_dir: year_dir }), receiver);
  await fillYear(old.server.socket_dir, year_dir, old.partners);
  const empty = await openDay(await startOne(), receiver);
  const databases = [databaseOf(old.server, 1), databaseOf(empty.server, 1)] as const;
  const [aged, fresh] = databases.map(({ db }) => db) as [Db, Db];
  await Promise.all([forgetStatements(aged), forgetStatements(fresh)]);
  const [after = [], first = []] = await turnAbout([old, empty]);
  process.stdout.write(`The statements that lost most time:\n${describeSlower(await slowerStatements(aged, fresh))}`);
  await Promise.all(databases.map(({ close }) => close()));
  await old.stop();
  await empty.stop();
  receiver.stop();
  const { ratio, spread } = ratiosOf(first, after);
  return [
    {
      what: `${dayReleases} releases after a year of ${yearReleases.toLocaleString("en")}; floor: on an empty database`,
      value: `${middle(after, ({ seconds }) => seconds).toFixed(1)} s`,
      floor: `${middle(first, ({ seconds }) => seconds).toFixed(1)} s`,
      ratio,
      spread,
      mark: { text: `≥ ${MARK}`, isMet: ratio >= MARK },
    },
  ];
}
