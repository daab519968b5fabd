// Money from the command line: the operator adjusts and pays, the partner asks for it and looks at it.

import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Run, runCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type World } from "../../../server/test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const segue = (...args: string[]): Promise<Run> => {
  const keys = { SEGUE_API_KEY: world.label.key ?? "", SEGUE_OPERATOR_KEY: world.operator.key ?? "" };
  return runCommand(args, { SEGUE_URL: world.url, ...keys }, tmpdir());
};
const json = async (...args: string[]) => {
  const { code, out, err } = await segue(...args, "--json");
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
};

test("from an adjustment to a payout that is held, released and paid", async () => {
  const money = ["--currency", "EUR"];
  const made = await json(
    "adjustment",
    "create",
    world.label.id,
    ...money,
    "--amount",
    "100.00",
    "--reason",
    "Advance",
  );
  expect(made).toMatchObject({ id: expect.stringMatching(/^adj_/), amount: "100.00" });
  await json("adjustment", "create", world.label.id, ...money, "--amount=-12.50", "--reason", "Studio costs");
  expect((await json("balance")).data).toEqual([{ currency: "EUR", available: "87.50", pending: "0.00" }]);
  const { id } = await json("payout", "request", ...money, "--amount", "80.00");
  const held = await json("payout", "hold", id, "--reason", "Who?", "--action", "Call us.", "--action", "Wait.");
  expect(held.hold).toMatchObject({ code: "other", reason: "Who?", required_actions: ["Call us.", "Wait."] });
  expect((await json("payout", "show", id)).status).toBe("on_hold");
  expect((await segue("payout", "pay", id)).code).toBe(1);
  await json("payout", "release", id);
  await json("payout", "process", id);
  expect(await json("payout", "pay", id, "--reference", "SEPA 1")).toMatchObject({
    status: "paid",
    reference: "SEPA 1",
  });
  const listed = await segue("payout", "list", "--operator", "--status", "paid");
  expect(listed.out).toContain(world.label.id);
  expect((await json("payout", "fail", id, "--reason", "Returned")).status).toBe("failed");
  const again = await json("payout", "request", ...money);
  expect((await json("payout", "cancel", again.id)).status).toBe("cancelled");
  expect((await json("payout", "list")).data).toHaveLength(2);
  const balances = await segue("balance", "--org", world.label.id);
  expect([balances.code, balances.out]).toEqual([0, expect.stringContaining("87.50")]);
});

test("all pending payouts are exported, then processed together", async () => {
  const { id } = await json("payout", "request", "--currency", "EUR", "--amount", "1.00");
  const file = join(mkdtempSync(join(tmpdir(), "payouts-")), "payouts.csv");
  const exported = await segue("payout", "export", file, "--status", "pending");
  expect([exported.code, exported.out]).toEqual([0, expect.stringContaining(file)]);
  expect(readFileSync(file, "utf8")).toContain(`${id},`);
  expect(await json("payout", "process", "--all-pending")).toEqual({ processed: 1 });
  expect((await json("payout", "show", id)).status).toBe("processing");
  expect(await json("payout", "process", "--all-pending")).toEqual({ processed: 0 });
  expect((await segue("payout", "process")).code).toBe(2);
  expect((await segue("payout", "process", id, "--all-pending")).code).toBe(2);
  await json("payout", "fail", id, "--reason", "Returned");
});

test("balance --check proves the books, and ends with 1 where they are wrong", async () => {
  expect((await segue("balance", "--check")).err).toContain("The books are right.");
  await world.ctx.db`update balances set available = available + 1`;
  const wrong = await segue("balance", "--check");
  expect([wrong.code, wrong.out]).toEqual([1, expect.stringContaining("entries")]);
});

test("org create takes what is agreed about money", async () => {
  const terms = ["--withholding-territories", "US,CA", "--minimum-payout", "EUR=50.00", "--minimum-payout", "JPY=5000"];
  const made = await json("org", "create", "Terms", ...terms, "--ddex-party-id", "PADPIDA2013020802I");
  expect(made).toMatchObject({
    withholding_territories: ["US", "CA"],
    minimum_payouts: { EUR: "50.00", JPY: "5000" },
    ddex_party_id: "PADPIDA2013020802I",
  });
});
