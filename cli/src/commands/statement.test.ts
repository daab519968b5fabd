// Statements from the command line: the operator closes a month, the partner reads what came of it.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertReport, makeRecordings, makeStore } from "../../../server/test/reported-sales.ts";
import { runCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type World } from "../../../server/test/world.ts";

let world: World;
const folder = mkdtempSync(join(tmpdir(), "segue-statement-"));
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const segue = (...args: string[]) => {
  const keys = { SEGUE_API_KEY: world.label.key ?? "", SEGUE_OPERATOR_KEY: world.operator.key ?? "" };
  return runCommand(args, { SEGUE_URL: world.url, ...keys }, folder);
};
const json = async (...args: string[]) => {
  const { code, out, err } = await segue(...args, "--json");
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
};

test("a month is closed, and its statement is listed, shown and exported", async () => {
  const store_id = await makeStore(world, "store_east");
  const { release_id, tracks } = await makeRecordings(world.label, 1);
  const [{ id, isrc }] = tracks as [{ id: string; isrc: string }];
  const match = () => ({ organization_id: world.label.id, release_id, track_ids: [id] });
  await insertReport(world, { store_id, period: "2026-02", rows: [{ isrc, play_count: 10, unit_rate: "0.5" }], match });
  const [closed] = (await json("period", "close", "2026-02")).data;
  expect(closed).toMatchObject({ organization_id: world.label.id, gross_amount: "5.00" });
  const shown = (await segue("period", "close", "2026-02")).out;
  expect(shown).toContain(closed.id);
  expect(shown).not.toContain("has_more");
  expect((await segue("period", "close", "2026-02", "-q")).out).toBe(`${closed.id}\n`);
  const listed = await json("statement", "list", "--period", "2026-02", "--currency", "EUR");
  expect(listed.data.map(({ id }: { id: string }) => id)).toEqual([closed.id]);
  expect((await json("statement", "list", "--period", "2026-01")).data).toEqual([]);
  expect(await json("statement", "show", closed.id)).toMatchObject({ period_end: "2026-02-28", line_item_count: 1 });
  const printed = await segue("statement", "export", closed.id);
  expect([printed.code, printed.out]).toEqual([0, expect.stringContaining(`,${isrc},Track 1,Vera Lux,`)]);
  const written = await segue("statement", "export", closed.id, "february.csv");
  expect([written.code, written.err + written.out]).toEqual([0, expect.stringContaining("Wrote february.csv.")]);
  expect(readFileSync(join(folder, "february.csv"), "utf8")).toBe(printed.out);
});

test("a month that was not reported has no statement, one that has not ended is refused", async () => {
  const empty = await segue("period", "close", "2025-01");
  expect([empty.code, empty.out + empty.err]).toEqual([0, expect.stringContaining("there is no statement")]);
  const early = await segue("period", "close", "2099-01");
  expect([early.code, early.err]).toEqual([1, expect.stringContaining("has not ended yet")]);
  expect((await segue("statement", "show", "stm_01k8z3v9qxe7p9a4m2c6t5w8rn")).code).toBe(1);
});
