import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, createWorld, type Member, type World } from "../../test/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

type Entry = { id: string; date: string; title: string; body: string; created_at: string };

const entry = { date: "2026-03-01", title: "Royalties by store", body: "Added `store_id`.\n\n- Nothing else changes." };
const publish = (changes: object = {}, idempotency_key?: string) =>
  world.operator.call("POST /v1/operator/changelog", {
    body: { ...entry, ...changes },
    ...(idempotency_key && { idempotency_key }),
  });
const list = async (query = "", at: World = world): Promise<Entry[]> =>
  (await at.stranger.call(`GET /v1/changelog${query}`)).body.data;
const received = async ({ id }: Member, at: World = world): Promise<{ event_type: string; data: Entry }[]> => {
  const rows = await at.ctx.db<{ body: string }[]>`
    select body from events where organization_id = ${id} and event_type = 'api.changelog.published' order by id`;
  return rows.map(({ body }) => JSON.parse(body));
};
const refusal = ({ status, body }: Answer) => [
  status,
  body.error?.code,
  ...(body.error?.details ?? []).map(({ field }: { field: string }) => field),
];

describe("works", () => {
  test("begins with the specification's entries, in its words, newest first, for everyone", async () => {
    const fresh = await createWorld();
    const entries = await list("", fresh);
    expect(entries.map(({ date }) => date)).toEqual(["2024-06-01", "2024-04-15", "2024-02-01"]);
    expect(entries.reverse().map(({ date, body }) => `### ${date} ${body}`)).toEqual(changelogFile());
    await fresh.close();
  });

  test("an entry is published: everyone can read it, and each enterprise organization gets one event", async () => {
    const answer = await publish();
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ id: expect.stringMatching(/^chg_/), ...entry, created_at: expect.any(String) });
    expect((await list())[0]).toEqual(answer.body);
    for (const member of [world.label, world.rival])
      expect(await received(member)).toMatchObject([{ event_type: "api.changelog.published", data: answer.body }]);
  });

  test("is dated by entry: by the day of the change, then by when it was written, page by page", async () => {
    const ids: string[] = [];
    for (const date of ["2025-01-01", "2025-02-01", "2025-01-01", "2023-01-01"]) {
      world.clock.advance(1_000);
      ids.push((await publish({ date })).body.id);
    }
    const [first, feb, second, oldest] = ids;
    const all = await list("?limit=100");
    expect(all.filter(({ id }) => ids.includes(id)).map(({ id }) => id)).toEqual([feb, second, first, oldest]);
    expect(all.at(-1)?.id).toBe(oldest);
    const paged: Entry[] = [];
    for (let query = "?limit=2"; query; ) {
      const { body } = await world.stranger.call(`GET /v1/changelog${query}`);
      paged.push(...body.data);
      query = body.has_more ? `?limit=2&cursor=${body.next_cursor}` : "";
    }
    expect(paged).toEqual(all);
  });
});

describe("refuses", () => {
  test.each([
    ["a day that is none", { date: "2026-02-30" }, [422, "validation_failed", "date"]],
    ["a title of two lines", { title: "One\nTwo" }, [422, "validation_failed", "title"]],
    ["a blank body", { body: " \n" }, [422, "validation_failed", "body"]],
    ["control characters", { body: "a\u0007" }, [422, "validation_failed", "body"]],
    ["a field it does not know", { author: "me" }, [422, "unknown_field", "author"]],
    ["missing fields", { title: undefined, body: undefined }, [422, "missing_required_field", "title", "body"]],
  ])("%s, and publishes nothing", async (_what, changes, expected) => {
    const before = await list("?limit=100");
    expect(refusal(await publish(changes))).toEqual(expected);
    expect(await list("?limit=100")).toEqual(before);
  });
});

describe("keeps apart", () => {
  test("other tiers and suspended organizations get no event", async () => {
    const [starter, pro, suspended, enterprise] = await Promise.all([
      world.organization({ tier: "starter" }),
      world.organization({ tier: "pro" }),
      world.organization({ status: "suspended" }),
      world.organization(),
    ]);
    const { id } = (await publish()).body;
    for (const member of [starter, pro, suspended]) expect(await received(member)).toEqual([]);
    expect((await received(enterprise)).map(({ data }) => data.id)).toEqual([id]);
  });

  test("production's changelog is not the sandbox's", async () => {
    const sandbox = await createWorld({ environment: "sandbox" });
    const { id } = (await publish()).body;
    expect((await list("?limit=100", sandbox)).map((one) => one.id)).not.toContain(id);
    expect(await received(sandbox.label, sandbox)).toEqual([]);
    await sandbox.close();
  });

  test("a repeated key publishes once", async () => {
    const member = await world.organization();
    const key = randomUUID();
    const answers = [await publish({ title: "Once" }, key), await publish({ title: "Once" }, key)];
    expect(answers[1]?.text).toBe(answers[0]?.text);
    expect(answers[1]?.headers.get("idempotency-replayed")).toBe("true");
    expect(await received(member)).toHaveLength(1);
  });
});

/** The entries of CHANGELOG.md's part on the API, each in one line. */
describe("the changelog of the service itself", () => {
  const file = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
  const headings = [...file("CHANGELOG.md").matchAll(/^## \[(.+?)\](?: - (\d{4}-\d\d-\d\d))?$/gm)];
  const [unreleased, ...released] = headings.map(([, version = "", date]) => ({ version, date }));

  test("is kept by version, newest first, each with its day, below what is not released yet", () => {
    expect(unreleased).toEqual({ version: "Unreleased", date: undefined });
    expect(released.length).toBeGreaterThan(0);
    for (const { date } of released) expect(date).toBeDefined();
    const parts = released.map(({ version }) =>
      version
        .split(".")
        .map((part) => part.padStart(4, "0"))
        .join("."),
    );
    expect(parts).toEqual([...new Set(parts)].sort().reverse());
  });

  test.each(["package.json", "server/package.json", "sdk/package.json"])("%s has its newest version", (path) => {
    expect(JSON.parse(file(path)).version).toBe(released[0]?.version);
  });
});

function changelogFile(): string[] {
  const text = readFileSync(new URL("../../../CHANGELOG.md", import.meta.url), "utf8");
  const [, api = ""] = /^## API\n(.*?)^## /ms.exec(text) ?? [];
  return api
    .split(/^(?=### )/m)
    .map((part) => part.replaceAll(/^- /gm, "").replaceAll(/\s+/g, " ").trim())
    .filter(Boolean);
}
