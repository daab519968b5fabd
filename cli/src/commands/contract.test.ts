// Contracts and their costs from the command line.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand, startCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type World } from "../../../server/test/world.ts";

let world: World;
let singer: string;
const folder = mkdtempSync(join(tmpdir(), "segue-contract-"));
beforeAll(async () => {
  world = await createWorld();
  singer = (await segue("payee", "create", "The Singer", "--quiet")).out.trim();
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const variables = () => ({ SEGUE_URL: world.url, SEGUE_API_KEY: world.label.key ?? "" });
const segue = (...args: string[]) => runCommand(args, variables(), folder);
const json = async (...args: string[]) => {
  const { code, out, err } = await segue(...args, "--json");
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
};
const deal = (name: string, applies_to: object) =>
  JSON.stringify({ name, applies_to, terms: [{ rate: "0.8" }], shares: [{ payee_id: singer, share: "0.5" }] });
const create = async (name: string, applies_to: object) => {
  writeFileSync(join(folder, "deal.json"), deal(name, applies_to));
  return (await segue("contract", "create", "deal.json", "--quiet")).out.trim();
};
const EUR = ["--currency", "EUR"];

test("a contract from a file: activated, previewed, listed, shown and ended", async () => {
  const id = await create("Album deal", { all: true });
  expect(id).toMatch(/^con_\w+$/);
  expect((await segue("contract", "activate", id, "--quiet")).out).toBe(`${id}\n`);
  const preview = ["contract", "preview", id, "--amount", "100.00", ...EUR];
  expect(await json(...preview, "--territory", "DE", "--usage-period", "2026-03")).toEqual({
    contract_version: 1,
    payable_amount: "80.00",
    recouped_amount: "0.00",
    shares: [{ payee_id: singer, amount: "40.00" }],
    organization_amount: "60.00",
  });
  expect((await segue(...preview)).out).toMatch(new RegExp(`payee_id +amount\n${singer} +40\\.00\n$`));
  const { out } = await segue("contract", "list", "--payee", singer, "--status", "active");
  expect(out.split("\n").map((row) => row.split(/ {2,}/))).toEqual([
    ["id", "name", "status", "starts_on", "ends_on", "version"],
    [id, "Album deal", "active", "-", "-", "1"],
    [""],
  ]);
  expect((await segue("contract", "show", id)).out).toMatch(new RegExp(`name +Album deal\n[^]*${singer} +0\\.5\n$`));
  expect(await json("contract", "end", id, "2026-12")).toMatchObject({ status: "ended", ends_on: "2026-12" });
});

test("the standard input in place of a file, and a text that is no JSON", async () => {
  const piped = async (body: string) => {
    const { child, end } = startCommand(["contract", "create", "-", "--json"], variables(), folder);
    child.stdin?.end(body);
    return end;
  };
  const { code, out } = await piped(deal("Piped deal", { label: "Nightjar" }));
  expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ name: "Piped deal", status: "draft" })]);
  expect(await piped("{")).toMatchObject({ code: 2, err: expect.stringContaining("standard input is not JSON") });
});

test("an advance is recorded, listed and cancelled", async () => {
  const id = await create("Advance deal", { label: "Owl" });
  const kind = ["--kind", "advance", "--amount", "500.00", ...EUR];
  const added = await segue("cost", "add", id, ...kind, "--description", "Advance at signing", "--quiet");
  const cost = added.out.trim();
  expect(cost).toMatch(/^cst_\w+$/);
  const { out } = await segue("cost", "list", id);
  expect(out.split("\n").map((row) => row.split(/ {2,}/))).toEqual([
    ["id", "kind", "amount", "currency", "recouped_amount", "outstanding_amount", "status"],
    [cost, "advance", "500.00", "EUR", "0.00", "500.00", "open"],
    [""],
  ]);
  expect(await json("cost", "cancel", id, cost)).toMatchObject({ status: "cancelled", outstanding_amount: "0.00" });
  expect((await segue("cost", "cancel", id, cost)).code).toBe(1);
  expect((await segue("cost", "add", id, "--kind", "loan")).code).toBe(2);
});
