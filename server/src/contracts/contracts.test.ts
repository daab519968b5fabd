import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { draft, must } from "../../test/catalog.ts";
import { insertPayee } from "../../test/payees.ts";
import { type Answer, createWorld, type Member, type World } from "../../test/world.ts";
import { newId } from "../platform/ids.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  for (const store_id of ["store_auralis", "store_meridian"]) {
    const store = { store_id, name: store_id, territories: ["WORLD"], connector: { kind: "manual" } };
    await must(world.operator, "POST /v1/operator/stores", store);
  }
});
afterAll(() => world.close());

const payeeOf = ({ id }: { id: string }): Promise<string> => insertPayee(world, id);

/** A release with one track. */
const releaseOf = async (member: Member, label: string) => {
  const release_id: string = (await must(member, "POST /v1/releases", { ...draft, label })).body.id;
  const track = await must(member, "POST /v1/tracks", { release_id, title: "Midnight in Paris" });
  return { release_id, track_id: track.body.id as string };
};

const all = { all: true };
const terms = [{ rate: "0.8" }];

/** An organization with two payees. */
const party = async () => {
  const member = await world.organization();
  const [a, b] = [await payeeOf(member), await payeeOf(member)];
  const shares = [
    { payee_id: a, share: "0.5" },
    { payee_id: b, share: "0.25" },
  ];
  const create = (body: object) =>
    member.call("POST /v1/contracts", { body: { name: "Album", applies_to: all, terms, shares, ...body } });
  const made = async (body: object = {}) => {
    const answer = await create(body);
    expect([answer.status, answer.text]).toEqual([201, answer.text]);
    return answer.body;
  };
  const activate = (id: string) => member.call(`POST /v1/contracts/${id}/activate`);
  const active = async (body: object = {}) => {
    const { id } = await made(body);
    return (await must(member, `POST /v1/contracts/${id}/activate`)).body;
  };
  const change = (id: string, body: object) => member.call(`PATCH /v1/contracts/${id}`, { body });
  const end = (id: string, ends_on: string) => member.call(`POST /v1/contracts/${id}/end`, { body: { ends_on } });
  const listed = async (query: string) => {
    const { body } = await must(member, `GET /v1/contracts?${query}`);
    return body.data.map(({ id }: { id: string }) => id);
  };
  const versions = async (id: string) => (await must(member, `GET /v1/contracts/${id}/versions`)).body.data;
  return { member, a, b, shares, create, made, activate, active, change, end, listed, versions };
};

const refusal = ({ status, body }: Answer) => [
  status,
  body.error?.code,
  ...(body.error?.details ?? []).map(({ field }: { field: string }) => field),
];
/** As a close leaves it. */
const stated = async (member: Member, contract_id: string, last_usage_period: string) => {
  const statement_id = newId("stm");
  await world.ctx.db`
    insert into statements (id, organization_id, period, currency, gross_amount, fee_amount, tax_amount, net_amount, fee_rate,
      withholding_rate, line_item_count, is_sandbox, created_at)
    values (${statement_id}, ${member.id}, '2026-03', 'EUR', 1, 0, 0, 1, 0, 0, 1, false, now())`;
  await world.ctx.db`
    insert into contract_statements (statement_id, contract_id, organization_id, version, payable_amount, recouped_amount,
      line_item_count, last_usage_period)
    values (${statement_id}, ${contract_id}, ${member.id}, 1, 1, 0, 1, ${last_usage_period})`;
};

describe("works", () => {
  test("a draft is made, read, changed, activated and ended", async () => {
    const { member, shares, create, activate, change, end, versions } = await party();
    const { status, body: row } = await create({ starts_on: "2025-01" });
    expect(status).toBe(201);
    expect(row).toEqual({
      id: expect.stringMatching(/^con_/),
      name: "Album",
      applies_to: { all: true },
      starts_on: "2025-01",
      ends_on: null,
      terms: [{ rate: "0.8", store_ids: null, territories: null }],
      shares,
      status: "draft",
      recoupment: [],
      version: 1,
      created_at: expect.any(String),
      updated_at: row.created_at,
    });
    expect((await must(member, `GET /v1/contracts/${row.id}`)).body).toEqual(row);
    const changed = await change(row.id, { name: "Albums", starts_on: null });
    expect(changed.body).toMatchObject({ name: "Albums", starts_on: null, version: 1, status: "draft" });
    expect(await versions(row.id)).toEqual([]);
    const active = await activate(row.id);
    expect([active.status, active.body.status, active.body.version]).toEqual([200, "active", 1]);
    const ended = await end(row.id, "2025-12");
    expect([ended.status, ended.body.status, ended.body.ends_on, ended.body.version]).toEqual([
      200,
      "ended",
      "2025-12",
      1,
    ]);
    expect(await versions(row.id)).toEqual([
      {
        version: 1,
        name: "Albums",
        applies_to: { all: true },
        starts_on: null,
        ends_on: "2025-12",
        terms: row.terms,
        shares,
        created_at: active.body.updated_at,
      },
    ]);
  });

  test("a name and a subject suffice for a draft", async () => {
    const { member } = await party();
    const { body } = await must(member, "POST /v1/contracts", { name: "Later", applies_to: { label: "Nightjar" } });
    expect(body).toMatchObject({ applies_to: { label: "Nightjar" }, terms: [], shares: [], starts_on: null });
  });

  test("each change of a contract that is no draft makes a new version, and the old ones stay", async () => {
    const { a, active, change, versions } = await party();
    const { id } = await active();
    const second = await change(id, { shares: [{ payee_id: a, share: "1" }] });
    expect([second.status, second.body.version]).toEqual([200, 2]);
    const third = await change(id, { terms: [{ rate: "0.7", store_ids: ["store_auralis"] }, { rate: "0.8" }] });
    expect(third.body.version).toBe(3);
    expect((await change(id, {})).body.version).toBe(3);
    const kept = await versions(id);
    expect(kept.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
    expect(kept[2].shares).toHaveLength(2);
    expect([kept[1].shares, kept[1].terms]).toEqual([
      [{ payee_id: a, share: "1" }],
      [{ rate: "0.8", store_ids: null, territories: null }],
    ]);
    expect(kept[0].terms[0]).toEqual({ rate: "0.7", store_ids: ["store_auralis"], territories: null });
  });

  test("versions are listed page by page", async () => {
    const { member, active, change } = await party();
    const { id } = await active();
    for (let count = 0; count < 11; count += 1) await change(id, { name: `Name ${count}` });
    const seen: number[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query: string = `limit=5${cursor && `&cursor=${cursor}`}`;
      const { body } = await must(member, `GET /v1/contracts/${id}/versions?${query}`);
      seen.push(...body.data.map(({ version }: { version: number }) => version));
      cursor = body.next_cursor;
    }
    expect(seen).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test("a draft is deleted with its costs", async () => {
    const { member, made, active } = await party();
    const { id } = await made();
    const cost = { kind: "cost", amount: "10", currency: "EUR", description: "Mastering" };
    await must(member, `POST /v1/contracts/${id}/costs`, cost);
    expect((await member.call(`DELETE /v1/contracts/${id}`)).status).toBe(204);
    expect((await member.call(`GET /v1/contracts/${id}`)).status).toBe(404);
    const rows = await world.ctx.db`select 1 from contract_costs where contract_id = ${id}`;
    expect(rows).toHaveLength(0);
    const other = await active();
    expect(refusal(await member.call(`DELETE /v1/contracts/${other.id}`))).toEqual([409, "invalid_state"]);
  });

  test("targets keep their order, and one that is deleted later stays", async () => {
    const { member, made, change, activate } = await party();
    const [one, two] = [await releaseOf(member, "Nightjar"), await releaseOf(member, "Nightjar")];
    const track_ids = [two.track_id, one.track_id];
    const { id } = await made({ applies_to: { track_ids } });
    expect((await member.call(`DELETE /v1/tracks/${one.track_id}`)).status).toBe(204);
    expect((await activate(id)).body.applies_to).toEqual({ track_ids });
    expect((await change(id, { name: "Singles" })).status).toBe(200);
    expect((await change(id, { applies_to: { track_ids } })).body.applies_to).toEqual({ track_ids });
    const moved = await change(id, { applies_to: { release_ids: [one.release_id] } });
    expect(moved.body.applies_to).toEqual({ release_ids: [one.release_id] });
  });

  test("500 tracks", async () => {
    const { member, made, activate, listed } = await party();
    const { release_id } = await releaseOf(member, "Nightjar");
    const track_ids = Array.from({ length: 500 }, () => newId("trk"));
    await world.ctx.db`
      insert into tracks (id, organization_id, release_id, title, disc_number, track_number, explicit, created_at, updated_at)
      select id, ${member.id}, ${release_id}, 'x', 2, n, false, now(), now()
      from unnest(${track_ids}::text[]) with ordinality as given (id, n)`;
    const { id } = await made({ applies_to: { track_ids } });
    const { body } = await activate(id);
    expect(body.applies_to.track_ids).toEqual(track_ids);
    const other = await made({ applies_to: { track_ids: track_ids.toReversed() } });
    expect(refusal(await activate(other.id))).toEqual([422, "validation_failed", "applies_to"]);
    expect(await listed(`track_id=${track_ids[499]}&status=active`)).toEqual([id]);
  });
});

describe("lists", () => {
  test("by payee, status, and by what could hold a track or a release", async () => {
    const { member, a, b, made, active, listed } = await party();
    const [one, two] = [await releaseOf(member, "Nightjar"), await releaseOf(member, "Owl")];
    const everything = await active();
    const label = await active({ applies_to: { label: "Nightjar" } });
    const release = await active({ applies_to: { release_ids: [one.release_id] } });
    const track = await made({ applies_to: { track_ids: [one.track_id] }, shares: [{ payee_id: a, share: "1" }] });
    const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
    expect(await listed(`track_id=${one.track_id}`)).toEqual(ids([track, release, label, everything]));
    expect(await listed(`track_id=${one.track_id}&status=active`)).toEqual(ids([release, label, everything]));
    expect(await listed(`track_id=${two.track_id}`)).toEqual(ids([everything]));
    expect(await listed(`release_id=${one.release_id}`)).toEqual(ids([track, release, label, everything]));
    expect(await listed(`release_id=${two.release_id}`)).toEqual(ids([everything]));
    expect(await listed(`release_id=${two.release_id}&track_id=${one.track_id}`)).toEqual(ids([everything]));
    expect(await listed(`payee_id=${a}`)).toEqual(ids([track, release, label, everything]));
    expect(await listed(`payee_id=${b}`)).toEqual(ids([release, label, everything]));
    expect(await listed("status=draft")).toEqual(ids([track]));
    expect(await listed(`track_id=${newId("trk")}`)).toEqual([]);
    await must(member, `DELETE /v1/tracks/${one.track_id}`);
    expect(await listed(`track_id=${one.track_id}`)).toEqual(ids([track]));
  });
});

describe("one contract for each level and month", () => {
  const overlap = [422, "validation_failed", "applies_to"];

  test("a second one of a label is refused until the first has ended", async () => {
    const { made, active, activate, end } = await party();
    const applies_to = { label: "Nightjar" };
    const first = await active({ applies_to });
    const second = await made({ applies_to, starts_on: "2026-01" });
    const refused = await activate(second.id);
    expect(refusal(refused)).toEqual(overlap);
    expect(refused.body.error.message).toContain(first.id);
    expect((await end(first.id, "2026-01")).status).toBe(200);
    expect(refusal(await activate(second.id))).toEqual(overlap);
  });

  test("ended in 2025-12, another may begin in 2026-01", async () => {
    const { made, active, activate, end } = await party();
    const applies_to = { label: "Nightjar" };
    const first = await active({ applies_to });
    const second = await made({ applies_to, starts_on: "2026-01" });
    expect((await end(first.id, "2025-12")).status).toBe(200);
    expect((await activate(second.id)).status).toBe(200);
  });

  test("of two activations at once one is refused", async () => {
    const { member, made, activate } = await party();
    const { track_id } = await releaseOf(member, "Nightjar");
    for (const applies_to of [all, { label: "Nightjar" }, { track_ids: [track_id] }]) {
      const [one, two] = [await made({ applies_to }), await made({ applies_to })];
      const answers = await Promise.all([activate(one.id), activate(two.id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    }
  });

  test("other levels, other labels and drafts do not matter", async () => {
    const { member, made, active } = await party();
    const { track_id, release_id } = await releaseOf(member, "Nightjar");
    await made();
    for (const applies_to of [
      all,
      { label: "A" },
      { label: "B" },
      { track_ids: [track_id] },
      { release_ids: [release_id] },
    ])
      expect((await active({ applies_to })).status).toBe("active");
  });

  test("a change or an end that makes them overlap is refused and leaves the contract as it was", async () => {
    const { member, active, change, end, versions } = await party();
    const [one, two] = [await releaseOf(member, "Nightjar"), await releaseOf(member, "Nightjar")];
    await active({ applies_to: { release_ids: [one.release_id] }, starts_on: "2026-01" });
    const other = await active({ applies_to: { release_ids: [two.release_id] } });
    const before = await active({ applies_to: { release_ids: [one.release_id] }, ends_on: "2025-12" });
    const both = { applies_to: { release_ids: [two.release_id, one.release_id] } };
    expect(refusal(await change(other.id, both))).toEqual(overlap);
    expect(refusal(await change(before.id, { ends_on: null }))).toEqual(overlap);
    expect(refusal(await end(before.id, "2026-01"))).toEqual(overlap);
    expect(await versions(other.id)).toHaveLength(1);
    expect((await must(member, `GET /v1/contracts/${before.id}`)).body).toEqual(before);
    expect((await end(before.id, "2025-11")).body).toMatchObject({ status: "ended", ends_on: "2025-11" });
    expect(refusal(await change(before.id, { ends_on: "2026-01" }))).toEqual(overlap);
    expect((await change(before.id, { ends_on: "2025-12" })).body).toMatchObject({ status: "ended", version: 2 });
  });

  test("a release that was deleted since stays in it, and may be sent again with the others", async () => {
    const { member, made, change } = await party();
    const [kept, gone] = [await releaseOf(member, "Nightjar"), await releaseOf(member, "Nightjar")];
    const { id } = await made({ applies_to: { release_ids: [gone.release_id] } });
    await must(member, `DELETE /v1/releases/${gone.release_id}`);
    const both = { applies_to: { release_ids: [gone.release_id, kept.release_id] } };
    expect((await change(id, both)).body).toMatchObject(both);
    const other = await made();
    expect(refusal(await change(other.id, both))).toEqual([422, "validation_failed", "applies_to.release_ids[0]"]);
  });

  test("it does not end before usage that a statement shared by it", async () => {
    const { member, active, change, end } = await party();
    const { id } = await active({ starts_on: "2025-06" });
    await stated(member, id, "2026-02");
    expect(refusal(await end(id, "2026-01"))).toEqual([422, "validation_failed", "ends_on"]);
    expect(refusal(await end(id, "2025-05"))[2]).toBe("ends_on");
    expect(refusal(await change(id, { ends_on: "2026-01" }))).toEqual([422, "validation_failed", "ends_on"]);
    expect((await end(id, "2026-02")).status).toBe(200);
    expect(refusal(await end(id, "2026-03"))).toEqual([409, "invalid_state"]);
    expect(refusal(await change(id, { ends_on: null }))).toEqual([422, "validation_failed", "ends_on"]);
  });
});

describe("advances, costs and previews", () => {
  const advance = { kind: "advance", amount: "500", currency: "EUR", description: "Second album" };

  test("a cost is recorded, listed, shown in the recoupment and cancelled", async () => {
    const { member, active } = await party();
    const { id } = await active();
    const path = `/v1/contracts/${id}`;
    const { body: row } = await must(member, `POST ${path}/costs`, advance);
    expect(row).toEqual({
      ...advance,
      id: expect.stringMatching(/^cst_/),
      contract_id: id,
      amount: "500.00",
      recouped_amount: "0.00",
      outstanding_amount: "500.00",
      status: "open",
      created_at: expect.any(String),
    });
    await world.ctx.db`update contract_costs set recouped_amount = 238 where id = ${row.id}`;
    const recoupment = async () => (await must(member, `GET ${path}`)).body.recoupment;
    const sums = (costs: string, recouped: string, outstanding: string) => [
      { currency: "EUR", costs, recouped, outstanding },
    ];
    expect(await recoupment()).toEqual(sums("500.00", "238.00", "262.00"));
    const cancelled = await must(member, `POST ${path}/costs/${row.id}/cancel`);
    expect(cancelled.body).toMatchObject({
      status: "cancelled",
      recouped_amount: "238.00",
      outstanding_amount: "0.00",
    });
    expect(await recoupment()).toEqual(sums("238.00", "238.00", "0.00"));
    expect((await must(member, `GET ${path}/costs`)).body.data).toEqual([cancelled.body]);
    expect(refusal(await member.call(`POST ${path}/costs/${row.id}/cancel`))).toEqual([409, "invalid_state"]);
    expect((await member.call(`POST ${path}/costs/cst_unknown/cancel`)).status).toBe(404);
  });

  test("amounts of a cost that are no money, and more than 1,000 costs", async () => {
    const { member, made } = await party();
    const { id } = await made();
    const add = (changes: object) =>
      member.call(`POST /v1/contracts/${id}/costs`, { body: { ...advance, ...changes } });
    for (const amount of ["0", "-1", "1.001"]) expect(refusal(await add({ amount }))).toContain("amount");
    expect(refusal(await add({ currency: "XXX" }))).toContain("currency");
    await world.ctx.db`
      insert into contract_costs (id, organization_id, contract_id, kind, amount, currency, description, status, created_at)
      select 'cst_' || ${id} || n, ${member.id}, ${id}, 'cost', 1, 'EUR', 'x', 'open', now() from generate_series(1, 999) n`;
    expect((await add({})).status).toBe(201);
    expect(refusal(await add({}))).toEqual([409, "invalid_state"]);
  });

  test("a preview is what a close would share now, by the first term that holds the usage", async () => {
    const { member, a, b, made } = await party();
    const given = [{ rate: "0.7", store_ids: ["store_auralis"] }, { rate: "0.8" }];
    const { id } = await made({ terms: given, starts_on: "2026-01" });
    const preview = async (body: object) =>
      (await must(member, `POST /v1/contracts/${id}/preview`, { currency: "EUR", amount: "297.50", ...body })).body;
    const shares = (one: string, two: string) => [
      { payee_id: a, amount: one },
      { payee_id: b, amount: two },
    ];
    const whole = { contract_version: 1, payable_amount: "238.00", recouped_amount: "0.00" };
    expect(await preview({})).toEqual({ ...whole, shares: shares("119.00", "59.50"), organization_amount: "119.00" });
    expect((await preview({ store_id: "store_auralis", amount: "85" })).payable_amount).toBe("59.50");
    expect((await preview({ store_id: "store_meridian", amount: "85" })).payable_amount).toBe("68.00");
    expect((await preview({ usage_period: "2025-12" })).organization_amount).toBe("297.50");
    await must(member, `POST /v1/contracts/${id}/costs`, { ...advance, amount: "100" });
    expect(await preview({})).toMatchObject({ recouped_amount: "100.00", shares: shares("69.00", "34.50") });
    expect(await preview({})).toMatchObject({ recouped_amount: "100.00", organization_amount: "194.00" });
    const refused = { body: { currency: "EUR", amount: "1.001", store_id: "store_none" } };
    expect(refusal(await member.call(`POST /v1/contracts/${id}/preview`, refused))).toContain("amount");
  });
});

describe("refuses", () => {
  test("what a draft lacks to be active", async () => {
    const { member, made, activate, active, change } = await party();
    const { body } = await must(member, "POST /v1/contracts", { name: "Later", applies_to: all });
    expect(refusal(await activate(body.id))).toEqual([422, "validation_failed", "terms", "shares"]);
    const bare = await made({ shares: [] });
    expect(refusal(await activate(bare.id))).toEqual([422, "validation_failed", "shares"]);
    const { id } = await active();
    expect(refusal(await activate(id))).toEqual([409, "invalid_state"]);
    expect(refusal(await change(id, { terms: [] }))).toEqual([422, "validation_failed", "terms"]);
  });

  const rate = "0.5";
  test.each<[object, string]>([
    [{ name: "" }, "name"],
    [{ applies_to: {} }, "applies_to"],
    [{ applies_to: { all: true, label: "A" } }, "applies_to"],
    [{ applies_to: { all: false } }, "applies_to.all"],
    [{ applies_to: { label: " " } }, "applies_to.label"],
    [{ applies_to: { track_ids: [] } }, "applies_to.track_ids"],
    [{ applies_to: { track_ids: ["a", "a"] } }, "applies_to.track_ids"],
    [{ applies_to: { release_ids: ["rel_unknown"] } }, "applies_to.release_ids[0]"],
    [{ starts_on: "2026-1" }, "starts_on"],
    [{ starts_on: "2026-02", ends_on: "2026-01" }, "starts_on"],
    [{ terms: Array(21).fill({ rate }) }, "terms"],
    [{ terms: [{ rate: "1.1" }] }, "terms[0].rate"],
    [{ terms: [{ rate: "0.1234567" }] }, "terms[0].rate"],
    [{ terms: [{ rate }, { rate, store_ids: ["store_auralis", "store_none"] }] }, "terms[1].store_ids[1]"],
    [{ terms: [{ rate, territories: ["Germany"] }] }, "terms[0].territories[0]"],
    [{ shares: [{ payee_id: "pye_unknown", share: rate }] }, "shares[0].payee_id"],
    [{ shares: [{ payee_id: "pye_1", share: "2" }] }, "shares[0].share"],
  ])("%j", async (body, field) => {
    const { create } = await party();
    expect(refusal(await create(body))).toContain(field);
    expect((await create(body)).status).toBe(422);
  });

  test("shares of more than 1, of one payee twice, and of an archived or a foreign payee", async () => {
    const { member, a, b, create } = await party();
    const given = (...shares: [payee_id: string, share: string][]) =>
      create({ shares: shares.map(([payee_id, share]) => ({ payee_id, share })) });
    expect(refusal(await given([a, "0.6"], [b, "0.400001"]))).toEqual([422, "validation_failed", "shares"]);
    expect((await given([a, "0.6"], [b, "0.4"])).status).toBe(201);
    expect(refusal(await given([a, "0.5"], [a, "0.5"]))).toEqual([422, "validation_failed", "shares[1].payee_id"]);
    const archived = await payeeOf(member);
    await world.ctx.db`update payees set status = 'archived' where id = ${archived}`;
    const foreign = await payeeOf(world.rival);
    expect(refusal(await given([a, "0.5"], [archived, "0.1"], [foreign, "0.1"]))).toEqual([
      422,
      "validation_failed",
      "shares[1].payee_id",
      "shares[2].payee_id",
    ]);
  });

  test("tracks and releases of another organization", async () => {
    const { create } = await party();
    const { track_id, release_id } = await releaseOf(world.rival, "Rival");
    expect(refusal(await create({ applies_to: { track_ids: [track_id] } }))[2]).toBe("applies_to.track_ids[0]");
    expect(refusal(await create({ applies_to: { release_ids: [release_id] } }))[2]).toBe("applies_to.release_ids[0]");
  });

  test("more than 5,000 contracts", async () => {
    const { member, create } = await party();
    await world.ctx.db`
      insert into contracts (id, organization_id, name, level, terms, status, version, created_at, updated_at)
      select 'con_' || ${member.id} || n, ${member.id}, 'x', 'all', '[]', 'draft', 1, now(), now() from generate_series(1, 4999) n`;
    expect((await create({})).status).toBe(201);
    const refused = await create({});
    expect(refusal(refused)).toEqual([409, "invalid_state"]);
    expect(refused.body.error.message).toContain("5000");
  });

  test("another organization's contract: 404 everywhere", async () => {
    const { member, active } = await party();
    const { id } = await active();
    const cost = { kind: "advance", amount: "10", currency: "EUR", description: "Advance" };
    const made = await must(member, `POST /v1/contracts/${id}/costs`, cost);
    const calls: [string, object?][] = [
      [`GET /v1/contracts/${id}`],
      [`PATCH /v1/contracts/${id}`, { name: "Mine" }],
      [`DELETE /v1/contracts/${id}`],
      [`POST /v1/contracts/${id}/activate`],
      [`POST /v1/contracts/${id}/end`, { ends_on: "2026-01" }],
      [`GET /v1/contracts/${id}/versions`],
      [`GET /v1/contracts/${id}/costs`],
      [`POST /v1/contracts/${id}/costs`, cost],
      [`POST /v1/contracts/${id}/costs/${made.body.id}/cancel`],
      [`POST /v1/contracts/${id}/preview`, { currency: "EUR", amount: "1" }],
    ];
    for (const [operation, body] of calls) {
      const answer = await world.rival.call(operation, body && { body });
      expect([operation, answer.status]).toEqual([operation, 404]);
    }
    expect((await must(world.rival, "GET /v1/contracts")).body.data).toEqual([]);
  });

  test("keys without the scope, and the audit log names fields only", async () => {
    const { member, change, made } = await party();
    const { id } = await made();
    const reader = world.as(await world.keyFor(member.id, { scopes: ["payees:read"] }));
    expect((await reader.call(`GET /v1/contracts/${id}`)).status).toBe(200);
    expect(
      (await reader.call(`POST /v1/contracts/${id}/preview`, { body: { currency: "EUR", amount: "1" } })).status,
    ).toBe(200);
    expect((await reader.call(`PATCH /v1/contracts/${id}`, { body: { name: "x" } })).status).toBe(403);
    await change(id, { name: "Secret name", shares: [] });
    const { body, text } = await must(member, `GET /v1/audit-log?resource_id=${id}`);
    expect(body.data.map(({ operation }: { operation: string }) => operation)).toEqual([
      "updateContract",
      "createContract",
    ]);
    expect(body.data[0].fields).toEqual(["name", "shares"]);
    expect(text).not.toContain("Secret name");
  });
});
