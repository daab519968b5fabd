import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { addCost, makeContract, makePayee } from "../../../test/contracts.ts";
import {
  insertReport,
  makeRecordings,
  makeStore,
  nextPeriod,
  type Recordings,
  type Sale,
  statementsOf,
} from "../../../test/reported-sales.ts";
import { createWorld, type Member, type World } from "../../../test/world.ts";
import { add, decimal, formatDecimal, multiply, ZERO } from "../../standards/decimal.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  for (const id of ["store_east", "store_west"]) await makeStore(world, id);
});
afterAll(() => world.close());

type Partner = { member: Member } & Recordings;

async function partner(terms: object = {}, tracks = 1): Promise<Partner> {
  const member = await world.organization({ fee_rate: "0.15", ...terms });
  return { member, ...(await makeRecordings(member, tracks)) };
}

type Sold = Partial<Sale> & { track?: number; store?: string };

/** One close with these sales. */
async function month({ tracks, match }: Partner, ...sold: Sold[]): Promise<string> {
  const period = nextPeriod(world);
  await report({ tracks, match }, period, ...sold);
  await must(world.operator, `POST /v1/operator/periods/${period}/close`);
  return period;
}

async function report({ tracks, match }: Pick<Partner, "tracks" | "match">, period: string, ...sold: Sold[]) {
  for (const { track = 0, store = "store_east", ...sale } of sold) {
    const { id = "", isrc = "" } = tracks[track] ?? {};
    const rows = [{ isrc, play_count: 100_000, unit_rate: "0.0035", ...sale }];
    await insertReport(world, { store_id: store, period, rows, match: () => ({ ...match(), track_ids: [id] }) });
  }
}

const taxedInUs = { withholding_rate: "0.30", withholding_territories: ["US"] };

/** The statement that docs/royalties.md works through. */
const worked: Sold[] = [
  { play_count: 18_204, unit_rate: "0.0035" },
  { play_count: 5_000, unit_rate: "0.0041", territory: "US" },
  { play_count: -204, unit_rate: "0.0035" },
  { play_count: 3, unit_rate: "0.99", territory: "US", store: "store_west" },
  { play_count: 10, unit_rate: "0.7", territory: "FR", store: "store_west" },
];

function sumOf(items: Record<string, string>[], field: string): string {
  return formatDecimal(items.map((item) => decimal(item[field] ?? "0")).reduce(add, ZERO));
}

const paid = (amount: string, more: Sold = {}): Sold => ({ play_count: 1, unit_rate: amount, ...more });

async function payeeStatements(member: Member, period: string, payee_id?: string) {
  const of_payee = payee_id ? `&payee_id=${payee_id}` : "";
  return (await must(member, `GET /v1/payee-statements?period=${period}${of_payee}`)).body.data;
}

async function only(member: Member, period: string, payee_id: string) {
  const found = await payeeStatements(member, period, payee_id);
  expect(found).toHaveLength(1);
  return found[0];
}

async function balance(member: Member) {
  return (await must(member, "GET /v1/balance")).body.data;
}

async function recoupmentOf(member: Member, contract_id: string) {
  return (await must(member, `GET /v1/contracts/${contract_id}`)).body.recoupment;
}

async function recoupedEvents(member: Member) {
  const { body } = await must(member, "GET /v1/events?event_type=contract.recouped");
  return body.data.map(({ data }: { data: object }) => data);
}

async function expectRightBooks() {
  const { body } = await must(world.operator, "GET /v1/operator/ledger/check");
  expect([body.is_right, body.differences]).toEqual([true, []]);
}

describe("shares", () => {
  test("a contract for everything gives payees their shares, and the rest stays", async () => {
    const one = await partner();
    const { member } = one;
    const [a, b] = [await makePayee(member), await makePayee(member, { name: "B" })];
    await makeContract(member, {
      shares: [
        { payee_id: a, share: "0.5" },
        { payee_id: b, share: "0.25" },
      ],
    });
    const period = await month(one, {});
    const [statement] = await statementsOf(member, period);
    expect(statement).toMatchObject({ net_amount: "297.50", fee_rates: [{ rate: "0.15", gross_amount: "350.00" }] });
    expect(await only(member, period, a)).toMatchObject({
      statement_id: statement.id,
      share_amount: "119.00",
      taxable_amount: "119.00",
      tax_amount: "0.00",
      net_amount: "119.00",
      line_item_count: 1,
      contracts: [{ payable_amount: "238.00", recouped_amount: "0.00", share: "0.5", share_amount: "119.00" }],
    });
    expect(await only(member, period, b)).toMatchObject({ net_amount: "59.50" });
    expect(await balance(member)).toEqual([{ currency: "EUR", available: "119.00", pending: "0.00" }]);
    const { data } = (await must(member, "GET /v1/balance/transactions")).body;
    expect(data.map(({ type, amount }: Record<string, string>) => `${type} ${amount}`).sort()).toEqual([
      "split -119.00",
      "split -59.50",
      "statement 297.50",
    ]);
    const { id } = await only(member, period, a);
    const path = `GET /v1/payee-statements/${id}/line-items`;
    const items = (await must(member, path)).body.data;
    expect(items).toMatchObject([
      { store_id: "store_east", base_amount: "297.50", rate: "0.8", share: "0.5", amount: "119.00" },
    ]);
    const csv = await member.call(path, { headers: { accept: "text/csv" } });
    expect(csv.text).toContain(",297.50,0.8,0.5,119.00,EUR\r\n");
    await expectRightBooks();
  });

  test("three thirds of a statement with tax in one territory are rounded once each", async () => {
    const one = await partner(taxedInUs);
    const { member } = one;
    const payees = [await makePayee(member), await makePayee(member), await makePayee(member)];
    await makeContract(member, { shares: payees.map((payee_id) => ({ payee_id, share: "0.333333" })) });
    const period = await month(one, ...worked);
    expect((await statementsOf(member, period))[0]).toMatchObject({ gross_amount: "93.47", net_amount: "73.46" });
    const [first, ...others] = await payeeStatements(member, period);
    expect(first).toMatchObject({ share_amount: "19.59", contracts: [{ payable_amount: "58.77172" }] });
    expect(others).toMatchObject([{ share_amount: "19.59" }, { share_amount: "19.59" }]);
    expect(await balance(member)).toMatchObject([{ available: "14.69" }]);
    const items = (await must(member, `GET /v1/payee-statements/${first.id}/line-items`)).body.data;
    expect(items).toHaveLength(5);
    expect(sumOf(items, "base_amount")).toBe("73.46465");
    expect(sumOf(items, "amount")).toBe(formatDecimal(multiply(decimal("58.77172"), decimal("0.333333"))));
    await expectRightBooks();
  });

  test.for([
    ["EUR", "0.0149", ["0.5"], ["0.01"]],
    ["EUR", "0.05", ["0.5"], ["0.02"]],
    ["EUR", "0.07", ["0.5"], ["0.04"]],
    ["EUR", "0.15", ["0.5", "0.5"], ["0.08", "0.08"]],
    ["JPY", "1001", ["0.5"], ["500"]],
    ["JPY", "1003", ["0.5"], ["502"]],
  ] as const)("%s %s in shares of %s is %s", async ([currency, amount, shares, expected]) => {
    const one = await partner({ fee_rate: "0" });
    const payees = await Promise.all(shares.map(() => makePayee(one.member)));
    await makeContract(one.member, {
      terms: [{ rate: "1" }],
      shares: shares.map((share, place) => ({ payee_id: payees[place], share })),
    });
    const period = await month(one, paid(amount, { currency }));
    const found = await payeeStatements(one.member, period);
    expect(found.map(({ share_amount }: Record<string, string>) => share_amount)).toEqual(expected);
    await expectRightBooks();
  });
});

describe("recoupment", () => {
  test("an advance is recouped first, over three months", async () => {
    const one = await partner();
    const { member } = one;
    const [a, b] = [await makePayee(member), await makePayee(member)];
    const contract = await makeContract(member, {
      shares: [
        { payee_id: a, share: "0.5" },
        { payee_id: b, share: "0.25" },
      ],
    });
    const cost = await addCost(member, contract, "500.00");
    const months = [
      ["350", "238.00", "238.00", "262.00", "0.00", "0.00", "297.50"],
      ["250", "170.00", "170.00", "92.00", "0.00", "0.00", "510.00"],
      ["225", "153.00", "92.00", "0.00", "30.50", "15.25", "655.50"],
    ] as const;
    for (const [gross, payable_amount, recouped_amount, outstanding, of_a, of_b, available] of months) {
      const period = await month(one, paid(gross));
      expect(await only(member, period, a)).toMatchObject({
        share_amount: of_a,
        contracts: [{ payable_amount, recouped_amount }],
      });
      expect(await only(member, period, b)).toMatchObject({ share_amount: of_b });
      expect(await recoupmentOf(member, contract)).toMatchObject([{ outstanding }]);
      expect(await balance(member)).toMatchObject([{ available }]);
    }
    expect(await recoupedEvents(member)).toEqual([
      { contract_id: contract, cost_id: cost, amount: "500.00", currency: "EUR" },
    ]);
    await expectRightBooks();
  });

  test("a return takes back what was recouped, before the advance is recouped and after; each time that it is, an event says so", async () => {
    const one = await partner();
    const { member } = one;
    const a = await makePayee(member);
    const contract = await makeContract(member, { shares: [{ payee_id: a, share: "0.5" }] });
    await addCost(member, contract, "500.00");
    await month(one, paid("350"));
    const back = await month(one, { play_count: -1_000 });
    expect(await only(member, back, a)).toMatchObject({
      share_amount: "0.00",
      contracts: [{ payable_amount: "-2.38", recouped_amount: "-2.38" }],
    });
    expect(await recoupmentOf(member, contract)).toMatchObject([{ recouped: "235.62", outstanding: "264.38" }]);
    const costs = () => must(member, `GET /v1/contracts/${contract}/costs`).then(({ body }) => body.data);
    for (const [gross, status, events] of [
      ["500", "recouped", 1],
      ["-1", "open", 1],
      ["1", "recouped", 2],
    ] as const) {
      await month(one, paid(gross));
      expect(await costs()).toMatchObject([{ status }]);
      expect(await recoupedEvents(member)).toHaveLength(events);
    }
    await expectRightBooks();
  });

  test("a return goes back to what it came from, and a reversal leaves everything as before", async () => {
    const one = await partner();
    const { member } = one;
    const a = await makePayee(member);
    const contract = await makeContract(member, { shares: [{ payee_id: a, share: "0.5" }] });
    await addCost(member, contract, "100.00");
    const first = await month(one, {});
    expect(await only(member, first, a)).toMatchObject({
      net_amount: "69.00",
      contracts: [{ payable_amount: "238.00", recouped_amount: "100.00" }],
    });
    const back = await month(one, { play_count: -100_000 });
    expect(await only(member, back, a)).toMatchObject({
      net_amount: "-69.00",
      contracts: [{ payable_amount: "-238.00", recouped_amount: "-100.00" }],
    });
    expect(await balance(member)).toMatchObject([{ available: "0.00" }]);
    await expectRightBooks();
  });

  test("a return without any cost is shared", async () => {
    const one = await partner();
    const { member } = one;
    const [a, b] = [await makePayee(member), await makePayee(member)];
    await makeContract(member, {
      shares: [
        { payee_id: a, share: "0.5" },
        { payee_id: b, share: "0.25" },
      ],
    });
    const period = await month(one, { play_count: -1_000 });
    expect(await only(member, period, a)).toMatchObject({ share_amount: "-1.19" });
    expect(await only(member, period, b)).toMatchObject({ share_amount: "-0.60" });
    await expectRightBooks();
  });
});

describe("contracts", () => {
  test("the track's contract comes before the label's", async () => {
    const one = await partner({}, 2);
    const { member, tracks, release_id } = one;
    const [a, b] = [await makePayee(member), await makePayee(member)];
    const { label } = (await must(member, `GET /v1/releases/${release_id}`)).body;
    await makeContract(member, {
      applies_to: { track_ids: [tracks[0]?.id] },
      terms: [{ rate: "0.5" }],
      shares: [{ payee_id: a, share: "1" }],
    });
    await makeContract(member, { applies_to: { label }, shares: [{ payee_id: b, share: "1" }] });
    const period = await month(one, paid("100"), paid("200", { track: 1 }));
    expect(await only(member, period, a)).toMatchObject({ net_amount: "42.50" });
    expect(await only(member, period, b)).toMatchObject({ net_amount: "136.00" });
    expect(await balance(member)).toMatchObject([{ available: "76.50" }]);
    await expectRightBooks();
  });

  test("the first term that holds a line gives its rate", async () => {
    const one = await partner();
    const a = await makePayee(one.member);
    const terms = [{ rate: "0.7", store_ids: ["store_east"] }, { rate: "0.8" }];
    await makeContract(one.member, { terms, shares: [{ payee_id: a, share: "1" }] });
    const period = await month(one, paid("100"), paid("100", { store: "store_west" }));
    expect(await only(one.member, period, a)).toMatchObject({ contracts: [{ payable_amount: "127.50" }] });
  });

  test("late usage is shared by the contract of its month, also after its end", async () => {
    const one = await partner();
    const [a, b] = [await makePayee(one.member), await makePayee(one.member)];
    await makeContract(one.member, { ends_on: "1999-11", shares: [{ payee_id: a, share: "1" }] });
    await makeContract(one.member, { starts_on: "1999-12", shares: [{ payee_id: b, share: "1" }] });
    const period = await month(one, paid("100", { usage_period: "1999-11" }), paid("10", { store: "store_west" }));
    expect(await only(one.member, period, a)).toMatchObject({ net_amount: "68.00" });
    expect(await only(one.member, period, b)).toMatchObject({ net_amount: "6.80" });
  });
});

describe("tax and fees", () => {
  test("a payee that is taxed in one territory, and the same lines negated later", async () => {
    const one = await partner(taxedInUs);
    const { member } = one;
    const a = await makePayee(member, { tax: taxedInUs });
    await makeContract(member, { shares: [{ payee_id: a, share: "0.5" }] });
    const period = await month(one, ...worked);
    const taxed = { share_amount: "29.39", taxable_amount: "5.59", tax_amount: "1.68", net_amount: "27.71" };
    expect(await only(member, period, a)).toMatchObject(taxed);
    expect(await balance(member)).toMatchObject([{ available: "44.07" }]);
    const back = await month(one, ...worked.map((sale) => ({ ...sale, play_count: -(sale.play_count ?? 0) })));
    expect(await only(member, back, a)).toMatchObject({ share_amount: "-29.39", tax_amount: "-1.68" });
    expect(await balance(member)).toMatchObject([{ available: "0.00" }]);
    await expectRightBooks();
  });

  test("what was recouped is not taxed", async () => {
    const one = await partner({ fee_rate: "0" });
    const { member } = one;
    const a = await makePayee(member, { tax: taxedInUs });
    const terms = [{ rate: "1" }];
    const contract = await makeContract(member, { terms, shares: [{ payee_id: a, share: "0.5" }] });
    await addCost(member, contract, "30.00");
    const period = await month(one, paid("40", { territory: "US" }), paid("60", { store: "store_west" }));
    expect(await only(member, period, a)).toMatchObject({
      share_amount: "35.00",
      taxable_amount: "14.00",
      tax_rate: "0.3",
      tax_amount: "4.20",
      net_amount: "30.80",
    });
    await expectRightBooks();
  });

  test("a payee that the organization pays by itself leaves its balance alone", async () => {
    const one = await partner();
    const a = await makePayee(one.member, { paid_by: "organization" });
    await makeContract(one.member, { shares: [{ payee_id: a, share: "0.5" }] });
    const period = await month(one, {});
    expect(await only(one.member, period, a)).toMatchObject({ net_amount: "119.00", paid_by: "organization" });
    expect(await balance(one.member)).toMatchObject([{ available: "297.50" }]);
    await expectRightBooks();
  });

  test("fees differ by store, and so do the bases of shares", async () => {
    const one = await partner();
    const { member } = one;
    const fee_terms = [{ rate: "0.20", store_ids: ["store_west"] }];
    await world.ctx
      .db`update organizations set fee_terms = ${JSON.stringify(fee_terms)}::text::jsonb where id = ${member.id}`;
    const a = await makePayee(member);
    await makeContract(member, { shares: [{ payee_id: a, share: "1" }] });
    const period = await month(one, paid("100"), paid("100", { store: "store_west" }));
    const [statement] = await statementsOf(member, period);
    expect(statement).toMatchObject({
      fee_amount: "35.00",
      net_amount: "165.00",
      fee_rate: "0.15",
      fee_rates: [
        { rate: "0.15", gross_amount: "100.00" },
        { rate: "0.2", gross_amount: "100.00" },
      ],
    });
    const royalties = (await must(member, `GET /v1/royalties?statement_id=${statement.id}`)).body.data;
    expect(royalties.map(({ fee_amount }: Record<string, string>) => fee_amount).sort()).toEqual(["15.00", "20.00"]);
    expect(await only(member, period, a)).toMatchObject({ net_amount: "132.00" });
    await expectRightBooks();
  });
});
