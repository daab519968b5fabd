// Formats of reports from the command line.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type World } from "../../../server/test/world.ts";

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
