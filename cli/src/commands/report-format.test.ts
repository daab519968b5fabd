// Formats of reports from the command line.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../../server/test/catalog.ts";
import { runCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type World } from "../../../server/test/world.ts";
import { makeZip } from "../../../server/test/zip.ts";

let world: World;
const folder = mkdtempSync(join(tmpdir(), "segue-format-"));
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const segue = (...args: string[]) =>
  runCommand(
    ["report", "format", ...args],
    { SEGUE_URL: world.url, SEGUE_OPERATOR_KEY: world.operator.key ?? "" },
    folder,
  );
const json = async (...args: string[]) => {
  const { code, out, err } = await segue(...args, "--json");
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
};
const save = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value));

test("a format is made from a file, listed, shown, changed and deleted", async () => {
  save("harbour.json", {
    format_id: "format_harbour",
    based_on: "format_fuga",
    name: "Harbour",
    file: { separator: "tab" },
  });
  const made = await json("create", "harbour.json");
  expect(made).toMatchObject({ format_id: "format_harbour", file: { separator: "tab" }, is_built_in: false });
  const { data } = await json("list", "--all");
  const ids = data.map(({ format_id }: { format_id: string }) => format_id);
  expect(ids).toEqual(expect.arrayContaining(["format_harbour", "format_fuga", "format_plain"]));
  save("changes.json", { name: "Harbour, monthly" });
  expect(await json("update", "format_harbour", "changes.json")).toMatchObject({ name: "Harbour, monthly" });
  expect(await json("show", "format_harbour")).toMatchObject({ name: "Harbour, monthly", columns: made.columns });
  expect((await segue("delete", "format_harbour")).out).toContain("format_harbour is deleted.");
});

test("a file that is no JSON, and a field that is wrong, are told", async () => {
  writeFileSync(join(folder, "broken.json"), "{");
  expect(await segue("create", "broken.json")).toMatchObject({ code: 2, err: expect.stringContaining("is not JSON") });
  save("wrong.json", { format_id: "format_wrong", name: "Wrong", columns: { isrc: { column: "A" } } });
  const { code, err } = await segue("create", "wrong.json");
  expect([code, err]).toEqual([1, expect.stringContaining("columns.play_count")]);
});

const heading = "Asset ISRC,Product UPC,Territory,Quantity,Reported Royalty,Currency,Sale Start date,DSP";
const row = "GB-AAA-20-00001,,Germany,18204,63.714,EUR,2026-01-01";

test("a sample is tried: its rows as a table, totals, unknown stores and issues by line; nothing is kept", async () => {
  const names = { store_id: "store_one", name: "One", territories: ["WORLD"], connector: { kind: "manual" } };
  await must(world.operator, "POST /v1/operator/stores", { ...names, report_names: ["One"] });
  const tried = (...args: string[]) =>
    segue("try", "format_fuga", ...args, "--store", "store_one", "--period", "2026-01");
  writeFileSync(join(folder, "good.csv"), `${heading}\n${row},One\n`);
  const good = await tried("good.csv");
  expect([good.code, good.out]).toEqual([0, expect.stringMatching(/GB-AAA-20-00001.*DE.*18204.*63\.714.*store_one/)]);
  expect(good.out).toMatch(/Total\s+63\.714 EUR/);
  writeFileSync(join(folder, "bad.csv"), `${heading}\n${row},Anghami\n${row.replace("Germany", "Atlantis")},One\n`);
  const bad = await tried("bad.csv");
  expect([bad.code, bad.out]).toEqual([1, expect.stringMatching(/Unknown store\s+Anghami/)]);
  expect(bad.out).toMatch(/line 3.*Atlantis/);
  const zip = makeZip([{ name: "january.csv", bytes: `${heading}\n${row},One\n` }]);
  writeFileSync(join(folder, "january.bin"), zip);
  expect((await tried("january.bin")).out).toContain("january.csv");
  expect((await must(world.operator, "GET /v1/operator/sales-reports")).body.data).toEqual([]);
});

test("a zip is imported as one, by its first bytes, and by the format that is named", async () => {
  const options = ["--store", "store_one", "--period", "2026-01", "--format", "format_fuga", "--json"];
  const env = { SEGUE_URL: world.url, SEGUE_OPERATOR_KEY: world.operator.key ?? "" };
  const { code, out, err } = await runCommand(["report", "import", "january.bin", ...options], env, folder);
  expect([code, err]).toEqual([0, ""]);
  expect(JSON.parse(out)).toMatchObject({
    format_id: "format_fuga",
    rows: 1,
    files: [{ name: "january.csv", rows: 1 }],
  });
});
