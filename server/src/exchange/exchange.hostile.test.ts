// A corpus of hostile XML: every one is refused, no connection is made, and other requests are answered meanwhile.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { watchTries } from "../../test/event-loop.ts";
import { atScale } from "../../test/faults/scale.ts";
import { hostileXml } from "../../test/hostile-xml.ts";
import { type Receiver, startReceiver } from "../../test/receiver.ts";
import { createWorld, type World } from "../../test/world.ts";
import { ApiError } from "../platform/errors.ts";
import { prepareMessage } from "./prepare-message.ts";

let world: World;
let trap: Receiver;
beforeAll(async () => {
  world = await createWorld();
  trap = await startReceiver();
});
afterAll(async () => {
  expect(trap.received).toEqual([]);
  await Promise.all([world.close(), trap.close()]);
});

const names = Object.keys(hostileXml(""));
const madeOf = (name: string) => Buffer.from(hostileXml(trap.url)[name]?.() ?? "");

test("there are at least 40 of them", () => {
  expect(names.length).toBeGreaterThanOrEqual(40);
});

// A short run takes only one of the largest.
const largest = names.filter((name) => /^(16 MiB|100,000 recordings|as much as may be)/.test(name));
const some = names.filter((name) => !largest.slice(1).includes(name));
test.each(atScale({ short: some, whole: names, full: names }))("%s is refused and holds up nobody", async (name) => {
  const bytes = madeOf(name);
  const sent = { organization_id: "org_1", bytes, now: "2026-11-01T00:00:00.000Z", schemas: undefined };
  const { result, longest_ms, limit_ms } = await watchTries(() => prepareMessage(sent));
  expect(result).toBeInstanceOf(ApiError);
  expect((result as ApiError).status).toBe(422);
  expect((result as ApiError).details.length).toBeLessThanOrEqual(100);
  expect(longest_ms).toBeLessThan(limit_ms);
});

// The largest document has 16 MiB, and the process itself has some 110 MB before the first. Some 300 are usual, and
// more where the machine is busy and garbage is collected late. A document that unfolds would take gigabytes.
const MOST_MB = 800;
const READ_WITHIN_MS = 120_000;

test.each(atScale({ short: [], whole: ["all of them"], full: ["all of them"] }))(
  "a process that reads %s never has more memory than a few times the largest",
  async () => {
    const reader = fileURLToPath(new URL("../../test/hostile-xml-reader.ts", import.meta.url));
    // By the reader's own thread: others collect garbage late where the machine is busy.
    const collecting = ["--expose-gc", "--single-threaded-gc"];
    const { stdout } = await promisify(execFile)(process.execPath, [...collecting, "--import", "tsx", reader]);
    const result = JSON.parse(stdout);
    process.stdout.write(
      `  ${result.documents} hostile documents: at most ${result.after_mb} MB, ${result.before_mb} MB before the first\n`,
    );
    expect([result.documents, result.refused]).toEqual([names.length, names.length]);
    expect(result.after_mb).toBeLessThan(MOST_MB);
  },
  READ_WITHIN_MS,
);

test("over HTTP each is 422 with a short answer, and a bystander is answered before the largest is", async () => {
  const post = (name: string) =>
    world.label.call("POST /v1/ddex/messages", {
      raw: new Uint8Array(madeOf(name)),
      headers: { "content-type": "application/xml" },
    });
  const order: string[] = [];
  const large = post("16 MiB of empty elements").then(({ status }) => order.push(`large ${status}`));
  await world.label.call("GET /v1/releases").then(({ status }) => order.push(`bystander ${status}`));
  await large;
  expect(order).toEqual(["bystander 200", "large 422"]);
  for (const name of [
    "a billion laughs",
    "an external entity",
    "100,000 attributes",
    "a NUL",
    "UTF-16 with half a pair",
  ]) {
    const { status, text } = await post(name);
    expect([name, status, text.length < 2_000]).toEqual([name, 422, true]);
  }
});
