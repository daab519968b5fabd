// Delivering from the command line, against the sandbox with a worker of its own.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { createSegue, type Delivery } from "@segue/sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeRelease, must } from "../../../server/test/catalog.ts";
import { type Run, runCommand, startCommand } from "../../../server/test/segue-command.ts";
import { createWorld, type World } from "../../../server/test/world.ts";
import { watchDelivery } from "./watch.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: "sandbox" });
  await world.work();
});
afterAll(() => world.close());

const segue = (...args: string[]): Promise<Run> =>
  runCommand(args, { SEGUE_URL: world.url, SEGUE_API_KEY: world.label.key ?? "" }, tmpdir());
const json = async (...args: string[]) => {
  const { code, out, err } = await segue(...args, "--json");
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out);
};
const submitted = async () => {
  const id = await makeRelease(world);
  await must(world.label, `POST /v1/releases/${id}/submit`);
  return id;
};
const linesOf = ({ out }: Run) => out.trimEnd().split("\n");

describe("delivering", () => {
  test("deliver --watch tells each step of each store and ends well", async () => {
    const run = await segue("deliver", await submitted(), "--stores", "store_auralis,store_meridian", "--watch");
    expect([run.code, run.err]).toEqual([0, ""]);
    for (const store of ["store_auralis", "store_meridian"]) {
      const steps = linesOf(run).filter((line) => line.includes(store));
      expect(steps.map((line) => line.split("  ")[2])).toEqual(["queued", "sending", "ingesting", "delivered"]);
    }
    expect(run.out).not.toContain("\x1b");
  });

  test("deliver takes the terms of each store", async () => {
    const release_id = await makeRelease(world, world.label, { release_date: "2099-03-01" });
    const [track] = (await must(world.label, `GET /v1/tracks?release_id=${release_id}`)).body.data;
    await must(world.label, `PATCH /v1/tracks/${track.id}`, { isrc: "DE-XX7-19-00001" });
    await must(world.label, `POST /v1/releases/${release_id}/submit`);
    const terms = ["--preorder", "store_prelude=2099-02-01", "--price", "store_prelude=FRONT"];
    const preview = ["--preview", "store_prelude=2099-01-15T00:00:00Z"];
    const made = await json("deliver", release_id, "--stores", "store_prelude,store_auralis", ...terms, ...preview);
    const termsAt = ({ stores }: Delivery, wanted: string) => stores.find(({ store_id }) => store_id === wanted)?.terms;
    const sent = { preorder_on: "2099-02-01", price_tier: "FRONT" };
    expect(termsAt(made, "store_prelude")).toMatchObject({
      ...sent,
      preview_at: expect.stringContaining("2099-01-15"),
    });
    expect(termsAt(made, "store_auralis")).toBeNull();
  });

  test("Ctrl-C ends the watching and not the delivery, and says so", async () => {
    const env = { SEGUE_URL: world.url, SEGUE_API_KEY: world.label.key ?? "" };
    const args = ["deliver", await submitted(), "--stores", "store_auralis", "--watch", "--json"];
    const { child, end } = startCommand(args, env, tmpdir());
    child.stdout?.once("data", () => child.kill("SIGINT"));
    const run = await end;
    const { delivery_id } = JSON.parse(linesOf(run)[0] ?? "");
    const told = new RegExp(`^Stopped watching; .+ with: \\S+/bin/segue delivery watch ${delivery_id}\\n$`);
    expect([run.code, run.err]).toEqual([130, expect.stringMatching(told)]);
    expect((await segue("delivery", "watch", delivery_id)).code).toBe(0);
  });

  test("a rejection ends with exit code 1 and why; resubmitted, with 0", async () => {
    const stores = ["--stores", "store_rejecta", "--territories", "DE,FR"];
    const run = await segue("deliver", await submitted(), ...stores, "--watch", "--json");
    const lines = linesOf(run).map((line) => JSON.parse(line));
    expect([run.code, lines[0].status]).toEqual([1, "queued"]);
    expect(lines.at(-1)).toEqual({
      delivery_id: expect.stringMatching(/^dlv_/),
      delivery_status: "rejected",
      store_id: "store_rejecta",
      status: "rejected",
      at: expect.any(String),
      rejection_code: expect.stringMatching(/^[a-z_]+$/),
      rejection_reason: expect.any(String),
    });
    const { delivery_id } = lines[0];
    const plain = await segue("delivery", "watch", delivery_id);
    expect([plain.code, linesOf(plain).length]).toEqual([1, 1]);
    expect(plain.out).toContain(lines.at(-1).rejection_reason);
    expect(await json("delivery", "resubmit", delivery_id, "--stores", "store_rejecta")).toMatchObject({
      status: "in_progress",
      stores: [{ store_id: "store_rejecta", attempts: 2, territory_codes: ["DE", "FR"] }],
    });
    expect((await segue("delivery", "watch", delivery_id)).code).toBe(0);
  });

  test("list, show, update, take down and cancel", async () => {
    const release_id = await submitted();
    const made = await json("deliver", release_id, "--stores", "store_auralis,store_stall");
    expect(made).toMatchObject({ release_id, territory_codes: ["WORLDWIDE"] });
    const listed = await segue("delivery", "list", "--release", release_id, "--status", "in_progress");
    expect(listed.out).toMatch(new RegExp(`^${made.id} +${release_id} +in_progress +WORLDWIDE`, "m"));
    const shown = await segue("delivery", "show", made.id);
    expect(shown.out).toMatch(/^store_auralis +\S+ +AD,AE,AF,AG,AI,… \(249\) +1/m);
    expect(shown.out).toMatch(/^store_id +status +territory_codes/m);
    await expect.poll(() => statusOf(made.id, "store_stall"), { interval: 300 }).toBe("stalled");
    const cancelled = await json("delivery", "cancel", made.id, "--stores", "store_stall");
    expect(cancelled.stores[1].status).toBe("cancelled");
    expect((await segue("delivery", "watch", made.id)).code).toBe(0);
    expect((await json("delivery", "update", made.id)).stores[0]).toMatchObject({ status: "queued", attempts: 2 });
    expect((await segue("delivery", "watch", made.id)).code).toBe(0);
    await json("delivery", "takedown", made.id, "--reason", "Rights have ended.");
    const end = await segue("delivery", "watch", made.id);
    expect([end.code, linesOf(end).filter((line) => line.includes("taken_down")).length]).toEqual([0, 1]);
    const refused = await segue("delivery", "takedown", made.id);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("segue: invalid_state: ")]);
  });

  const statusOf = async (id: string, store_id: string) => {
    const { stores } = (await world.label.call(`GET /v1/deliveries/${id}`)).body;
    return stores.find((store: { store_id: string }) => store.store_id === store_id).status;
  };
});

describe("the view", () => {
  let service: Server;
  let answers: { status: number; headers?: Record<string, string>; body: object }[] = [];
  beforeAll(async () => {
    service = createServer((_, reply) => {
      const { status, headers = {}, body } = answers.shift() ?? { status: 500, body: {} };
      reply.writeHead(status, headers).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => void service.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => void service.close());
  const client = () =>
    createSegue({ url: `http://127.0.0.1:${(service.address() as AddressInfo).port}`, apiKey: "sk_1" });

  const step = (status: string) => ({ status, at: "2027-03-01T00:00:00.000Z" });
  const delivery = (status: string, stores: readonly string[]) => ({
    status: 200,
    body: {
      id: "dlv_1",
      status,
      stores: stores.map((status, index) => ({
        store_id: `store_${index}`,
        status,
        history: [step(status)],
        rejection_code: status === "rejected" ? "art_too_small" : null,
        rejection_reason: status === "rejected" ? `Too \u001b[31msmall${"!".repeat(200)}` : null,
      })),
    },
  });
  const drawn = async (size: { columns: number; rows: number }) => {
    const raw: string[] = [];
    const write = (text: string | Uint8Array) => raw.push(String(text)) > 0;
    const isWell = await watchDelivery(client(), "dlv_1", { is_json: false, screen: { ...size, isTTY: true, write } });
    // Whether there are colours depends on the machine.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours take no room.
    return { isWell, raw, frames: raw.map((frame) => frame.replaceAll(/\x1b\[\d+m/g, "")) };
  };

  test("a terminal is redrawn in place, within its size, and nothing in a reason can steer it", async () => {
    const many = Array.from({ length: 30 }, () => "delivered");
    answers = [delivery("in_progress", [...many, "sending"]), delivery("rejected", [...many, "rejected"])];
    const { isWell, raw, frames } = await drawn({ columns: 40, rows: 10 });
    expect([isWell, frames.length]).toEqual([false, 2]);
    expect(frames[0]).toMatch(/^dlv_1 {2}in_progress {2}30 delivered, 1 se…\nstore_30 +sending\nstore_0 /);
    expect(frames[0]).toMatch(/\nand 24 more\n$/);
    expect(frames[1]?.startsWith("\x1b[9F\x1b[J")).toBe(true);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: moves of the cursor are no text.
    const lines = (frames[1] ?? "").replaceAll(/\x1b\[(9F|J)/g, "").split("\n");
    expect(lines[1]).toMatch(/^store_30 {2}rejected +art_too_small: T.*…$/);
    expect(lines.every((line) => [...line].length < 40)).toBe(true);
    expect(raw[1]).not.toContain("\x1b[31msmall");
  });

  test("a takedown is followed to its end, and a limit is waited for as long as it says", async () => {
    const error = { code: "rate_limit_exceeded", message: "Slow down.", request_id: "req_1" };
    const limited = (after: string) => ({ status: 429, headers: { "retry-after": after }, body: { error } });
    answers = [
      delivery("delivered", ["takedown_requested"]),
      ...["0", "0", "0", "2"].map(limited),
      delivery("taken_down", ["taken_down"]),
    ];
    const began = performance.now();
    const { isWell, frames } = await drawn({ columns: 80, rows: 24 });
    expect([isWell, frames.length]).toEqual([true, 2]);
    // A second until it asks, and two seconds. The pauses of the client's own three tries come on top; chance decides how long.
    expect(performance.now() - began).toBeGreaterThan(2_990);
  });

  test("what is rejected does not wait for a store that stalls", async () => {
    answers = [delivery("rejected", ["rejected", "stalled"])];
    expect((await drawn({ columns: 80, rows: 24 })).isWell).toBe(false);
  });
});
