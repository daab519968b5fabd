import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { addCost, makeContract, makePayee } from "../../../test/contracts.ts";
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
import { minorDigits, shownAmount } from "../../standards/currency.ts";
import {
  add,
  compare,
  type Decimal,
  decimal,
  formatDecimal,
  multiply,
  negate,
  roundHalfEven,
  ZERO,
} from "../../standards/decimal.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await makeStore(world, "store_east");
});
afterAll(() => world.close());

const TRACKS = 2;
const PAYEES = 3;
const currencies = ["EUR", "JPY"] as const;
const organization = { fee_rate: "0.15", withholding_rate: "0.1", withholding_territories: ["US"] };
const payeeTax = { withholding_rate: "0.3", withholding_territories: ["US"] };

const rate = fc.integer({ min: 0, max: 1_000_000 }).map((units) => formatDecimal({ units: BigInt(units), scale: 6 }));

/** A contract of a track, or for everything. Shares are drawn one after the other from what is left of 1. */
const contractOf = fc.record({
  track: fc.nat({ max: TRACKS }),
  us: rate,
  other: rate,
  shares: fc.array(fc.nat({ max: 1_000_000 }), { minLength: 1, maxLength: PAYEES }),
  costs: fc.array(
    fc.record({ amount: fc.integer({ min: 1, max: 500 }).map(String), currency: fc.constantFrom(...currencies) }),
    { maxLength: 3 },
  ),
});
type Contract = typeof contractOf extends fc.Arbitrary<infer One> ? One : never;

const soldRow = fc.record({
  track: fc.nat({ max: TRACKS - 1 }),
  play_count: fc.integer({ min: -500, max: 1_000 }),
  unit_rate: fc.integer({ min: 0, max: 999_999 }).map((units) => formatDecimal({ units: BigInt(units), scale: 5 })),
  territory: fc.constantFrom("US", "DE"),
  currency: fc.constantFrom(...currencies),
});
type SoldRow = typeof soldRow extends fc.Arbitrary<infer Row> ? Row : never;

const monthOf = fc.record({
  rows: fc.array(soldRow, { minLength: 1, maxLength: 5 }),
  /** The month whose report is taken back before this month is closed. */
  reverses: fc.option(fc.nat({ max: 1 }), { nil: null }),
});
type Month = typeof monthOf extends fc.Arbitrary<infer One> ? One : never;

function sharesOf({ shares }: Contract): string[] {
  let left = 1_000_000;
  return shares.map((wanted) => {
    const share = Math.min(wanted, left);
    left -= share;
    return formatDecimal({ units: BigInt(share), scale: 6 });
  });
}

type Partner = { member: Member; payees: string[]; reports: string[][] } & Recordings;

async function makePartner(contracts: readonly Contract[]): Promise<Partner> {
  const member = await world.organization(organization);
  const recordings = await makeRecordings(member, TRACKS);
  const payees: string[] = [];
  for (let place = 0; place < PAYEES; place++)
    payees.push(await makePayee(member, place === 0 ? { tax: payeeTax } : {}));
  for (const contract of contracts) {
    const track = recordings.tracks[contract.track];
    const id = await makeContract(member, {
      applies_to: track ? { track_ids: [track.id] } : { all: true },
      terms: [{ rate: contract.us, territories: ["US"] }, { rate: contract.other }],
      shares: sharesOf(contract).map((share, place) => ({ payee_id: payees[place], share })),
    });
    for (const { amount, currency } of contract.costs) await addCost(member, id, amount, currency);
  }
  return { member, payees, reports: [], ...recordings };
}

/** All rows in one report; or backwards, and in two. */
async function insertRows(partner: Partner, period: string, rows: readonly SoldRow[], isSplit: boolean): Promise<void> {
  const sales = rows.map(({ track, ...row }): Sale => ({ ...row, isrc: partner.tracks[track]?.isrc ?? "" }));
  const match = ({ isrc }: Sale) => {
    const track = partner.tracks.find((one) => one.isrc === isrc);
    return { ...partner.match(), track_ids: [track?.id ?? ""] };
  };
  const parts = isSplit && sales.length > 1 ? [sales.slice(1).reverse(), sales.slice(0, 1)] : [sales];
  const ids: string[] = [];
  for (const rows of parts) ids.push(await insertReport(world, { store_id: "store_east", period, rows, match }));
  partner.reports.push(ids);
}

// The contract's own words, in a model of one number for each contract and currency: what was recouped so far.

type Model = { recouped: Map<string, Decimal> };
const min = (a: Decimal, b: Decimal) => (compare(a, b) < 0 ? a : b);
const minus = (a: Decimal, b: Decimal) => add(a, negate(b));
const sum = (values: readonly Decimal[]) => values.reduce(add, ZERO);

type Line = SoldRow & { earnings: Decimal };

function baseOf({ earnings, territory }: Line): Decimal {
  const kept = multiply(earnings, decimal("0.85"));
  return territory === "US" ? multiply(kept, decimal("0.9")) : kept;
}

/** By payee: share, taxable amount, tax. */
function expectedOf(
  model: Model,
  contracts: readonly Contract[],
  { lines, currency }: { lines: readonly Line[]; currency: string },
): Map<number, string> {
  const digits = minorDigits(currency);
  const found = new Map<number, { share: Decimal; taxable: Decimal }>();
  for (const [place, contract] of contracts.entries()) {
    const isOwn = ({ track }: Line) => contracts.some((other) => other.track === track);
    const held = lines.filter((line) => (contract.track === TRACKS ? !isOwn(line) : line.track === contract.track));
    if (held.length === 0) continue;
    const payableOf = (line: Line) =>
      multiply(baseOf(line), decimal(line.territory === "US" ? contract.us : contract.other));
    const payable = sum(held.map(payableOf));
    const in_us = sum(held.filter(({ territory }) => territory === "US").map(payableOf));
    const key = `${place} ${currency}`;
    const spent = sum(contract.costs.filter((cost) => cost.currency === currency).map(({ amount }) => decimal(amount)));
    const before = model.recouped.get(key) ?? ZERO;
    const recouped =
      compare(payable, ZERO) > 0
        ? min(minus(spent, before), roundHalfEven(payable, digits))
        : negate(min(roundHalfEven(negate(payable), digits), before));
    model.recouped.set(key, add(before, recouped));
    for (const [payee, share] of sharesOf(contract).entries()) {
      const amount = roundHalfEven(multiply(minus(payable, recouped), decimal(share)), digits);
      const one = found.get(payee) ?? { share: ZERO, taxable: ZERO };
      // Cut at 12 decimals.
      const units = payable.units === 0n ? 0n : quotient(recouped, payable);
      const left = minus(decimal("1"), { units, scale: 12 });
      const taxable = multiply(multiply(decimal(share), in_us), left);
      found.set(payee, { share: add(one.share, amount), taxable: add(one.taxable, taxable) });
    }
  }
  return new Map(
    [...found].map(([payee, { share, taxable }]) => {
      const taxed = payee === 0 ? roundHalfEven(taxable, digits) : share;
      const tax = payee === 0 ? roundHalfEven(multiply(taxed, decimal("0.3")), digits) : ZERO;
      const shown = [share, taxed, tax, minus(share, tax)].map((value) => shownAmount(formatDecimal(value), currency));
      return [payee, shown.join(" ")];
    }),
  );
}

function quotient(a: Decimal, b: Decimal): bigint {
  const scale = BigInt(Math.max(a.scale, b.scale));
  const at = (value: Decimal) => value.units * 10n ** (scale - BigInt(value.scale));
  return (at(a) * 10n ** 12n) / at(b);
}

type Stated = Record<
  "payee_id" | "currency" | "share_amount" | "taxable_amount" | "tax_amount" | "net_amount",
  string
> & { contracts: { recouped_amount: string }[] };

async function payeeStatements({ member, payees }: Partner, period: string): Promise<string[]> {
  const { data } = (await must(member, `GET /v1/payee-statements?period=${period}&limit=100`)).body;
  return (data as Stated[])
    .map(({ payee_id, currency, share_amount, taxable_amount, tax_amount, net_amount }) => {
      const place = payees.indexOf(payee_id);
      return `${currency} ${place} ${share_amount} ${taxable_amount} ${tax_amount} ${net_amount}`;
    })
    .sort();
}

async function statedAmounts({ member }: Partner, period: string): Promise<string[]> {
  const rows = (await statementsOf(member, period)) as Record<string, string>[];
  return rows.map(({ currency, gross_amount, net_amount }) => `${currency} ${gross_amount} ${net_amount}`).sort();
}

/** No two contracts of one track, nor two for everything: the service would refuse the second. */
const someContracts = fc.uniqueArray(contractOf, { minLength: 1, maxLength: 3, selector: ({ track }) => track });

test("for any contracts, costs, sales and reversals: shares as the contract says, nothing lost, whatever the order of reports", async () => {
  await fc.assert(
    fc.asyncProperty(
      someContracts,
      fc.array(monthOf, { minLength: 2, maxLength: 3 }),
      async (contracts: Contract[], months: Month[]) => {
        const whole = await makePartner(contracts);
        const split = await makePartner(contracts);
        const plain = await makePartner([]);
        const model: Model = { recouped: new Map() };
        const taken: Line[][] = [];
        for (const { rows, reverses } of months) {
          const period = nextPeriod(world);
          const lines: Line[] = rows.map((row) => ({
            ...row,
            earnings: multiply(decimal(String(row.play_count)), decimal(row.unit_rate)),
          }));
          const back = reverses === null ? [] : (taken[reverses] ?? []);
          if (reverses !== null && taken[reverses]) taken[reverses] = [];
          for (const partner of [whole, split, plain]) {
            await insertRows(partner, period, rows, partner === split);
            if (back.length > 0)
              for (const id of partner.reports[reverses ?? 0] ?? [])
                await must(world.operator, `POST /v1/operator/sales-reports/${id}/reverse`);
          }
          taken.push(lines);
          await must(world.operator, `POST /v1/operator/periods/${period}/close`);
          const all = [...lines, ...back.map((line) => ({ ...line, earnings: negate(line.earnings) }))];
          const expected = currencies.flatMap((currency) => {
            const of_currency = all.filter((line) => line.currency === currency);
            return [...expectedOf(model, contracts, { lines: of_currency, currency })].map(
              ([payee, amounts]) => `${currency} ${payee} ${amounts}`,
            );
          });
          expect(await payeeStatements(whole, period)).toEqual(expected.sort());
          expect(await payeeStatements(split, period)).toEqual(await payeeStatements(whole, period));
          expect(await statedAmounts(whole, period)).toEqual(await statedAmounts(plain, period));
        }
        const { body } = await must(world.operator, "GET /v1/operator/ledger/check");
        expect([body.is_right, body.differences]).toEqual([true, []]);
      },
    ),
    { numRuns: atScale({ short: 4, full: 60 }) },
  );
});
