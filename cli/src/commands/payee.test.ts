// Payees from the command line.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../../server/test/catalog.ts";
import { runCommand, startCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type World } from "../../../server/test/world.ts";

let world: World;
const folder = mkdtempSync(join(tmpdir(), "segue-payee-"));
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

const variables = () => ({
  SEGUE_URL: world.url,
  SEGUE_API_KEY: world.label.key ?? "",
  SEGUE_OPERATOR_KEY: world.operator.key ?? "",
});
const segue = (...args: string[]) => runCommand(args, variables(), folder);
const json = async (...args: string[]) => {
  const { code, out, err } = await segue(...args, "--json");
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
};
const create = async (...args: string[]) => (await segue("payee", "create", ...args, "--quiet")).out.trim();

test("a payee is added, listed, shown, changed and archived", async () => {
  const singer = await create("The Singer", "--email", "singer@example.com", "--external-id", "A-1");
  expect(singer).toMatch(/^pye_\w+$/);
  await create("The Producer", "--paid-by", "organization", "--minimum-payout", "EUR=50.00");
  const { out } = await segue("payee", "list");
  const rows = out.trim().split("\n");
  expect(rows.map((row) => row.replace(/^pye_\w+/, "pye_…").split(/ {2,}/))).toEqual([
    ["id", "name", "status", "paid_by"],
    ["pye_…", "The Producer", "active", "organization"],
    ["pye_…", "The Singer", "active", "operator"],
  ]);
  expect((await segue("payee", "list", "--q", "singer", "--quiet")).out).toBe(`${singer}\n`);
  expect(await json("payee", "show", singer)).toMatchObject({ email: "singer@example.com", external_id: "A-1" });
  const changed = await json("payee", "update", singer, "--name", "A Singer", "--email", "none");
  expect(changed).toMatchObject({ name: "A Singer", email: null, external_id: "A-1" });
  expect(await json("payee", "update", singer, "--status", "archived")).toMatchObject({ status: "archived" });
  expect((await segue("payee", "list", "--status", "archived", "--quiet")).out).toBe(`${singer}\n`);
  const nothing = { code: 2, err: expect.stringContaining("Nothing to change") };
  expect(await segue("payee", "update", singer)).toMatchObject(nothing);
});

test("tax: each option changes its own field, and `none` clears it", async () => {
  const form = ["--tax-country", "US", "--tax-form", "w9", "--tax-form-received", "2026-01-02"];
  const withheld = ["--withholding-rate", "0.3", "--withholding-territories", "US,CA"];
  const id = await create("The Drummer", ...form, "--tax-form-expires", "2028-12-31", ...withheld);
  const { tax } = await json("payee", "show", id);
  expect(tax).toEqual({
    country: "US",
    form: "w9",
    received_on: "2026-01-02",
    expires_on: "2028-12-31",
    withholding_rate: "0.3",
    withholding_territories: ["US", "CA"],
  });
  const everywhere = await json("payee", "update", id, "--withholding-territories", "all");
  expect(everywhere.tax).toEqual({ ...tax, withholding_territories: null });
  const dates = ["--tax-form-received", "none", "--tax-form-expires", "none"];
  const without = await json("payee", "update", id, "--tax-form", "none", ...dates);
  expect(without.tax).toMatchObject({ country: "US", form: null, received_on: null, expires_on: null });
});

test("payment details from the standard input or a file; only the last four characters are shown", async () => {
  const id = await create("The Pianist");
  const iban = "DE89370400440532013000";
  const { child, end } = startCommand(["payee", "payment", id, "-"], variables(), folder);
  child.stdin?.end(JSON.stringify({ method: "bank", holder: "The Pianist", iban }));
  const { code, out } = await end;
  expect([code, out]).toEqual([0, expect.stringMatching(/method +bank\nlast4 +3000\n/)]);
  expect((await json("payee", "show", id)).payment).toMatchObject({ method: "bank", last4: "3000" });
  writeFileSync(join(folder, "paypal.json"), JSON.stringify({ method: "paypal", email: "pianist@example.com" }));
  expect(await json("payee", "payment", id, "paypal.json")).toMatchObject({ method: "paypal", last4: ".com" });
  writeFileSync(
    join(folder, "wrong.json"),
    JSON.stringify({ method: "bank", holder: "The Pianist", iban: `${iban}1` }),
  );
  const wrong = await segue("payee", "payment", id, "wrong.json");
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringMatching(/iban +is no IBAN/)]);
  expect((await segue("payee", "payment", id, "--remove")).out).toContain("are removed.");
  expect((await json("payee", "show", id)).payment).toBeNull();
  const both = { code: 2, err: expect.stringContaining("--remove") };
  expect(await segue("payee", "payment", id)).toMatchObject(both);
  expect(await segue("payee", "payment", id, "paypal.json", "--remove")).toMatchObject(both);
});

test("a text that is no JSON is told without its content", async () => {
  writeFileSync(join(folder, "broken.json"), "DE89370400440532013000");
  const { code, err } = await segue("payee", "payment", "pye_01k8z3v9qxe7p9a4m2c6t5w8rn", "broken.json");
  expect([code, err]).toEqual([2, expect.stringContaining("broken.json is not JSON")]);
  expect(err).not.toContain("DE89");
});

test("the balance of a payee", async () => {
  const id = await create("The Bassist");
  expect((await segue("payee", "balance", id)).err).toContain("Nothing was earned yet.");
  const money = { currency: "EUR", amount: "20.00", reason: "An advance." };
  await must(world.operator, `POST /v1/operator/organizations/${world.label.id}/adjustments`, money);
  await must(world.label, `POST /v1/payees/${id}/adjustments`, money);
  expect((await json("payee", "balance", id)).data).toEqual([{ currency: "EUR", available: "20.00", pending: "0.00" }]);
});

test("the operator sets fee terms, and whether payees need a tax form", async () => {
  const { id } = world.label;
  const terms = [{ rate: "0.2", territories: ["DE"] }];
  const set = await json("org", "update", id, "--fee-terms", JSON.stringify(terms), "--requires-tax-form", "yes");
  expect(set).toMatchObject({ fee_terms: terms, requires_tax_form: true });
  const unset = await json("org", "update", id, "--fee-terms", "[]", "--requires-tax-form", "no");
  expect(unset).toMatchObject({ fee_terms: [], requires_tax_form: false });
  const noList = { code: 2, err: expect.stringContaining("a JSON list") };
  expect(await segue("org", "update", id, "--fee-terms", "{}")).toMatchObject(noList);
});
