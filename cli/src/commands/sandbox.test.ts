// The sandbox's own commands, and those that read what came of it: tracks, submissions, stalled deliveries, money and logs.

import { tmpdir } from "node:os";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeRelease } from "../../../server/test/catalog.ts";
import { type Run, runCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type World } from "../../../server/test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  await world.work();
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

const ISRC = "QZABC2600001";
const sale = { isrc: ISRC, store_id: "store_auralis", territory: "DE", play_count: 100_000, currency: "EUR" };
const rows = JSON.stringify([{ ...sale, unit_rate: "0.0035" }]);

test("a release of made files is submitted, withdrawn, and its tracks and submissions are listed", async () => {
  const release = await json(
    "release",
    "create",
    "--title",
    "First Light",
    "--artist",
    "Vera Lux",
    "--date",
    "2030-03-01",
  );
  const [audio, artwork] = [await json("sandbox", "asset", "audio"), await json("sandbox", "asset", "artwork")];
  expect([audio.status, artwork.status]).toEqual(["ready", "ready"]);
  expect((await segue("sandbox", "asset", "artwork", "--status", "failed")).out).toMatch(/failure +code \w+, message /);
  const of = ["--release", release.id];
  const track = ["track", "create", ...of, "--title", "First Light", "--audio", audio.id, "--isrc", ISRC];
  expect((await segue(...track)).code).toBe(0);
  await json("release", "update", release.id, "--artwork", artwork.id);
  const listed = await segue("track", "list", ...of);
  expect(listed.out).toMatch(/^trk_\w+ +rel_\w+ +1-1 +First Light +- +- +QZ-ABC-26-00001 +\d+:\d\d$/m);

  const { submission_id } = await json("release", "submit", release.id);
  for (const args of [["--own"], of])
    expect((await json("submission", "list", ...args)).data).toMatchObject([{ submission_id }]);
  expect((await segue("submission", "show", submission_id, "--own")).out).toMatch(/review_status +approved/);
  expect(await json("submission", "withdraw", submission_id)).toMatchObject({ review_status: "withdrawn" });
  expect(await json("release", "show", release.id)).toMatchObject({ status: "draft" });
});

test("a store answers at once, and the operator finds the deliveries that a store keeps waiting", async () => {
  const release_id = await makeRelease(world);
  await json("release", "submit", release_id);
  const { id } = await json("deliver", release_id, "--stores", "store_stall,store_slowpoke");
  await expect
    .poll(async () => (await json("delivery", "list", "--stalled")).data, { timeout: 600_000 })
    .toMatchObject([{ id, organization_id: world.label.id }]);
  expect((await segue("delivery", "list", "--stalled")).out).toMatch(/store_stall stalled: \S/);
  expect((await json("delivery", "list", "--store", "store_auralis")).data).toEqual([]);
  const answer = ["--store", "store_slowpoke", "--status", "rejected", "--code", "art_too_small"];
  const { out } = await segue("sandbox", "simulate", id, ...answer);
  expect(out).toMatch(/store_slowpoke +rejected .*art_too_small/);
});

test("statements are made, and the money is read as earnings, royalties, transactions and a payout", async () => {
  const [made] = (await json("sandbox", "statement", "--period", "2026-01", "--rows", rows)).data;
  expect((await segue("earnings", "--by", "store")).out).toMatch(/^store_auralis +EUR +100000 +350\.00/m);
  expect((await json("royalties", "--statement", made.id)).data).toMatchObject([{ store_id: "store_auralis" }]);
  expect((await segue("royalties", "--period", "2025-01")).err).toBe("Nothing was earned yet.\n");
  const moved = await segue("balance", "transactions", "--limit", "5", "--currency", "EUR");
  expect(moved.out).toContain(made.id);
  const payout = await json("payout", "request", "--currency", "EUR");
  const hold = ["--status", "on_hold", "--reason", "We verify.", "--action", "Send proof.", "--action", "Sign."];
  expect(await json("sandbox", "payout", payout.id, ...hold)).toMatchObject({
    hold: { reason: "We verify.", required_actions: ["Send proof.", "Sign."] },
  });
  expect((await segue("payout", "show", payout.id)).out).toMatch(/hold .*reason We verify\., required_actions \(Send/);
});

test("requests and changes are listed", async () => {
  const { data } = await json("request-log", "--method", "POST", "--path", "/v1/sandbox", "--limit", "3");
  expect(data.length).toBe(3);
  expect(data[0]).toMatchObject({ method: "POST", source: "api" });
  const { out } = await segue("audit-log", "--org", world.label.id, "--limit", "2");
  expect(out.trimEnd().split("\n")).toHaveLength(3);
});

test("an unknown option is named before a missing one, before a key is asked for", async () => {
  const { code, err } = await runCommand(["sandbox", "statement", "--perod", "2026-01"], {}, tmpdir());
  expect([code, err]).toEqual([2, expect.stringContaining("unknown option '--perod'")]);
  const wrong = await segue("sandbox", "statement", "--period", "2026-01", "--rows", "{}");
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("It must be a JSON list")]);
  const missing = await segue("sandbox", "statement", "--rows", "[]");
  expect([missing.code, missing.err]).toEqual([2, expect.stringContaining("required option '--period <YYYY-MM>'")]);
});

test("production has none of it, and says so", async () => {
  const production = await createWorld();
  const env = { SEGUE_URL: production.url, SEGUE_API_KEY: production.label.key ?? "" };
  const refused = await runCommand(["sandbox", "asset", "audio"], env, tmpdir());
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("Only the sandbox can do this")]);
  await production.close();
});
