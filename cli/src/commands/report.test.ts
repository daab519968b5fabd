// Reports from the command line, as the operator's month goes.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Catalogue, makeCatalogue } from "../../../server/test/sales.ts";
import { runCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type World } from "../../../server/test/world.ts";

let world: World;
let catalogue: Catalogue;
const folder = mkdtempSync(join(tmpdir(), "segue-report-"));
beforeAll(async () => {
  world = await createWorld();
  catalogue = await makeCatalogue(world);
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const segue = (...args: string[]) =>
  runCommand(["report", ...args], { SEGUE_URL: world.url, SEGUE_OPERATOR_KEY: world.operator.key ?? "" }, folder);
const json = async (...args: string[]) => {
  const { code, out, err } = await segue(...args, "--json");
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
};

test("a report is imported, looked at, assigned, reversed and deleted", async () => {
  const heading = "isrc,territory,play_count,unit_rate,currency";
  const rows = [`${catalogue.isrc},DE,10,0.5,EUR`, "GB-DDD-20-00001,DE,1,1,EUR"];
  writeFileSync(join(folder, "january.csv.gz"), gzipSync(`${heading}\n${rows.join("\n")}\n`));
  const options = ["--store", "store_one", "--period", "2026-01"];
  const report = await json("import", "january.csv.gz", ...options);
  expect(report).toMatchObject({ status: "imported", rows: 2, matched: 1 });
  expect((await json("list", "--period", "2026-01")).data.map(({ id }: { id: string }) => id)).toEqual([report.id]);
  expect((await json("unmatched", report.id)).data).toMatchObject([{ line: 3, isrc: "GB-DDD-20-00001" }]);
  const [row, ...others] = (await json("rows", report.id, "--isrc", catalogue.isrc)).data;
  expect([row, others]).toMatchObject([{ line: 2, play_count: 10, track_id: catalogue.track_ids[0] }, []]);
  const sent = await segue("file", report.id);
  expect([sent.code, sent.err]).toEqual([0, ""]);
  expect(sent.out).toContain("\u001f");
  const track = catalogue.track_ids[0] ?? "";
  expect(await json("assign", report.id, "--isrc", "GB-DDD-20-00001", "--track", track)).toMatchObject({ matched: 2 });
  const reversal = await json("reverse", report.id);
  expect(await json("show", report.id)).toMatchObject({ reversed_by: reversal.id });
  const again = await segue("import", "january.csv.gz", ...options);
  expect([again.code, again.err]).toEqual([0, expect.stringContaining("january.csv.gz is sent")]);
  const [{ id }] = (await json("list")).data;
  expect((await segue("delete", id)).code).toBe(0);
});

test("what is wrong with a file is told with its lines, and the exit code is 1", async () => {
  writeFileSync(join(folder, "bad.csv"), "isrc,territory,play_count,unit_rate,currency\nx,DE,1,1,EUR\n");
  const { code, err } = await segue("import", "bad.csv", "--store", "store_one", "--period", "2026-01");
  expect([code, err]).toEqual([1, expect.stringContaining("line 2, isrc")]);
  expect((await segue("import", "none.csv", "--store", "store_one", "--period", "2026-01")).code).toBe(1);
});
