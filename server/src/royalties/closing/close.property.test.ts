import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { atScale } from "../../../test/faults/scale.ts";
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
import { add, type Decimal, decimal, formatDecimal, multiply, negate, ZERO } from "../../standards/decimal.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  for (const id of ["store_east", "store_west"]) await makeStore(world, id);
});
afterAll(() => world.close());

const reported = ["EUR", "JPY", "USD"] as const;
const stated = ["EUR", "JPY", "KWD"] as const;

const number = (max: number, scale: number, min = 1) =>
  fc.integer({ min, max }).map((units) => formatDecimal({ units: BigInt(units), scale }));

/** Its kind decides whether a rate or an amount was reported; `track` 2 is the sale of the whole release. */
const soldRow = fc.record({
  track: fc.nat({ max: 2 }),
  play_count: fc.integer({ min: -50, max: 50 }),
  price: number(999_999, 5, -999_999),
  is_amount: fc.boolean(),
  territory: fc.constantFrom("DE", "ZZ"),
  currency: fc.constantFrom(...reported),
});
type SoldRow = typeof soldRow extends fc.Arbitrary<infer Row> ? Row : never;

const monthOf = fc.record({
  payout: fc.option(fc.constantFrom(...stated), { nil: null }),
  rates: fc.array(number(9_999_999, 6), { minLength: 9, maxLength: 9 }),
  own: fc.option(number(9_999_999, 6), { nil: null }),
  rows: fc.array(soldRow, { maxLength: 5 }),
  /** The month whose reports are taken back after this month's rows came. */
  reverses: fc.option(fc.nat({ max: 2 }), { nil: null }),
});
type Month = typeof monthOf extends fc.Arbitrary<infer One> ? One : never;

type Partner = { member: Member; isSplit: boolean; isConverted: boolean; reports: string[][] } & Recordings;

async function makePartner(kind: { isSplit: boolean; isConverted: boolean }): Promise<Partner> {
  const member = await world.organization({ fee_rate: "0.15", withholding_rate: "0.1" });
  return { member, reports: [], ...kind, ...(await makeRecordings(member, 2)) };
}

function saleOf({ tracks, upc }: Recordings, row: SoldRow): Sale {
  const { track, play_count, price, is_amount, territory, currency } = row;
  const what = track === 2 ? { upc } : { isrc: tracks[track]?.isrc ?? "" };
  return {
    ...what,
    play_count,
    territory,
    currency,
    unit_rate: is_amount ? "0" : price,
    ...(is_amount && { amount: price }),
  };
}

const earned = ({ play_count, price, is_amount }: SoldRow): Decimal =>
  is_amount ? decimal(price) : multiply(decimal(String(play_count)), decimal(price));

/** All rows in one report; or backwards, and in two. */
async function insertRows(partner: Partner, period: string, { rows, own }: Month): Promise<void> {
  const sales = rows.map((row) => saleOf(partner, row));
  const match = ({ isrc }: Sale) => {
    const { track_ids, ...owner } = partner.match();
    const track = partner.tracks.find((one) => one.isrc === isrc);
    return { ...owner, track_ids: track ? [track.id] : track_ids };
  };
  const parts = partner.isSplit ? [sales.slice(1).reverse(), sales.slice(0, 1)] : [sales];
  const ids: string[] = [];
  for (const rows of parts) {
    const id = await insertReport(world, { store_id: "store_east", period, rows, match });
    const rates = own === null ? [] : stated.map((to) => ({ from: "USD", to, rate: own }));
    await must(world.operator, `PATCH /v1/operator/sales-reports/${id}`, { rates });
    ids.push(id);
  }
  partner.reports.push(ids);
}

/** The gross of each currency, as the specification says it. */
function expectedGross(
  months: readonly Month[],
  reversed: ReadonlyMap<number, number>,
  at: number,
  isConverted: boolean,
) {
  const gross = new Map<string, Decimal>();
  const take = (month: Month, sign: (value: Decimal) => Decimal) => {
    for (const row of month.rows) {
      const to = isConverted && month.payout !== null ? month.payout : row.currency;
      const rate = to === row.currency ? "1" : rateOf(month, row.currency, to);
      gross.set(to, add(gross.get(to) ?? ZERO, sign(multiply(earned(row), decimal(rate)))));
    }
  };
  for (const [place, month] of months.entries()) {
    if (place === at) take(month, (value) => value);
    if (reversed.get(place) === at) take(month, negate);
  }
  return [...gross].map(([currency, value]) => `${currency} ${formatDecimal(value)}`).sort();
}

function rateOf({ own, rates }: Month, from: string, to: string): string {
  if (own !== null && from === "USD") return own;
  return rates[reported.indexOf(from as "EUR") * 3 + stated.indexOf(to as "EUR")] ?? "1";
}

async function setRates(period: string, month: Month): Promise<void> {
  const lines = reported.flatMap((from) =>
    stated
      .filter((to) => to !== from)
      .map((to) => `${period},${from},${to},${rateOf({ ...month, own: null }, from, to)}`),
  );
  const raw = ["period,from,to,rate", ...lines].join("\n");
  const answer = await world.operator.call("POST /v1/operator/exchange-rates/import", {
    raw,
    headers: { "content-type": "text/csv" },
  });
  expect(answer.status).toBe(200);
}

type Stated = Record<"currency" | "gross_amount" | "fee_amount" | "tax_amount" | "net_amount", string> & {
  line_item_count: number;
};

const shown = (statements: readonly Stated[]) =>
  statements
    .map(({ currency, gross_amount, fee_amount, tax_amount, net_amount, line_item_count }) =>
      [currency, gross_amount, fee_amount, tax_amount, net_amount, line_item_count].join(" "),
    )
    .sort();

test("for any payout currencies, rates, reports and reversals: exact sums, whatever the order of rows and reports", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(monthOf, { minLength: 2, maxLength: 3 }), async (months) => {
      const whole = await makePartner({ isSplit: false, isConverted: true });
      const split = await makePartner({ isSplit: true, isConverted: true });
      const plain = await makePartner({ isSplit: false, isConverted: false });
      const reversed = new Map<number, number>();
      for (const [at, month] of months.entries()) {
        const period = nextPeriod(world);
        await setRates(period, month);
        const isNew = month.reverses !== null && month.reverses <= at && !reversed.has(month.reverses);
        if (month.reverses !== null && isNew) reversed.set(month.reverses, at);
        for (const partner of [whole, split, plain]) {
          const payout_currency = partner.isConverted ? month.payout : null;
          await must(world.operator, `PATCH /v1/operator/organizations/${partner.member.id}`, { payout_currency });
          await insertRows(partner, period, month);
          if (month.reverses !== null && isNew)
            for (const id of partner.reports[month.reverses] ?? [])
              await must(world.operator, `POST /v1/operator/sales-reports/${id}/reverse`);
        }
        await must(world.operator, `POST /v1/operator/periods/${period}/close`);
        const [one, other, alone] = [
          await statementsOf(whole.member, period),
          await statementsOf(split.member, period),
          await statementsOf(plain.member, period),
        ];
        expect(shown(other)).toEqual(shown(one));
        const grossOf = (statements: readonly Stated[]) =>
          statements.map(({ currency, gross_amount }) => `${currency} ${formatDecimal(decimal(gross_amount))}`).sort();
        expect(grossOf(one)).toEqual(expectedGross(months, reversed, at, true));
        expect(grossOf(alone)).toEqual(expectedGross(months, reversed, at, false));
      }
      const { body } = await must(world.operator, "GET /v1/operator/ledger/check");
      expect([body.is_right, body.differences]).toEqual([true, []]);
    }),
    { numRuns: atScale({ short: 6, full: 60 }) },
  );
});
