import fc from "fast-check";
import { expect, test } from "vitest";
import { add, compare, type Decimal, decimal, formatDecimal, ZERO } from "../standards/decimal.ts";
import { type RecoupableCost, recoup, shareAmount, taxableAmount } from "./sharing.ts";

const shown = (value: Decimal) => formatDecimal(value, 2);
const cost = (id: string, amount: string, recouped = "0"): RecoupableCost => ({
  id,
  amount: decimal(amount),
  recouped: decimal(recouped),
});
const share = (payable: string, part: string, { recouped = "0", digits = 2 } = {}) =>
  formatDecimal(
    shareAmount({ payable: decimal(payable), recouped: decimal(recouped), share: decimal(part) }, digits),
    digits,
  );

test("each share is rounded once, half to even", () => {
  expect([share("238.00", "0.5"), share("238.00", "0.25")]).toEqual(["119.00", "59.50"]);
  expect(share("58.77172", "0.333333")).toBe("19.59");
  expect(share("0.0149", "0.5")).toBe("0.01");
  expect([share("0.05", "0.5"), share("0.07", "0.5"), share("0.15", "0.5")]).toEqual(["0.02", "0.04", "0.08"]);
  expect([share("1001", "0.5", { digits: 0 }), share("1003", "0.5", { digits: 0 })]).toEqual(["500", "502"]);
  expect([share("-2.38", "0.5"), share("-2.38", "0.25")]).toEqual(["-1.19", "-0.60"]);
});

test("an advance is recouped first, and shared is the rest", () => {
  let recouped = ZERO;
  const months = ["238.00", "170.00", "153.00"].map((payable) => {
    const taken = recoup(decimal(payable), [{ id: "a", amount: decimal("500.00"), recouped }], 2);
    recouped = add(recouped, taken.recouped);
    const rest = { recouped: formatDecimal(taken.recouped) };
    return [shown(taken.recouped), share(payable, "0.5", rest), share(payable, "0.25", rest)];
  });
  expect(months).toEqual([
    ["238.00", "0.00", "0.00"],
    ["170.00", "0.00", "0.00"],
    ["92.00", "30.50", "15.25"],
  ]);
});

test("the oldest cost is recouped first, and a return goes back to the newest", () => {
  const two = [cost("old", "10", "4"), cost("new", "10")];
  expect(recoup(decimal("8"), two, 2).changes).toMatchObject([{ id: "old" }, { id: "new" }]);
  const returned = recoup(decimal("-7"), [cost("old", "10", "10"), cost("new", "10", "2")], 2);
  expect(returned.changes.map(({ id, change }) => [id, shown(change)])).toEqual([
    ["new", "-2.00"],
    ["old", "-5.00"],
  ]);
  expect(shown(recoup(decimal("-2.38"), [cost("a", "500", "238")], 2).recouped)).toBe("-2.38");
  expect(recoup(decimal("-2.38"), [], 2).recouped.units).toBe(0n);
});

test("the taxable amount is the share in the taxed territories, less the recouped part", () => {
  const parts = {
    payable: decimal("100.00"),
    recouped: decimal("30.00"),
    share: decimal("0.5"),
    taxed: decimal("40.00"),
  };
  expect(shown(taxableAmount([parts], 2))).toBe("14.00");
});

const cents = (min: number, max: number) =>
  fc.bigInt({ min: BigInt(min), max: BigInt(max) }).map((units): Decimal => ({ units, scale: 2 }));
const anyCost = fc.record({ id: fc.uuid(), amount: cents(1, 100_000), part: fc.integer({ min: 0, max: 100 }) }).map(
  ({ id, amount, part }): RecoupableCost => ({
    id,
    amount,
    recouped: { units: (amount.units * BigInt(part)) / 100n, scale: 2 },
  }),
);

test("never more is recouped than was spent and is payable, and a return never takes more than was recouped", () => {
  fc.assert(
    fc.property(
      cents(-200_000, 200_000),
      fc.uniqueArray(anyCost, { selector: ({ id }) => id, maxLength: 8 }),
      (payable, costs) => {
        const { recouped, changes } = recoup(payable, costs, 2);
        const byId = new Map(changes.map(({ id, change }) => [id, change]));
        for (const { id, amount, recouped: before } of costs) {
          const after = add(before, byId.get(id) ?? ZERO);
          expect(after.units).toBeGreaterThanOrEqual(0n);
          expect(compare(after, amount)).toBeLessThanOrEqual(0);
        }
        expect(compare(changes.map(({ change }) => change).reduce(add, ZERO), recouped)).toBe(0);
        const [least, most] = payable.units < 0n ? [payable, ZERO] : [ZERO, payable];
        expect(compare(recouped, least)).toBeGreaterThanOrEqual(0);
        expect(compare(recouped, most)).toBeLessThanOrEqual(0);
      },
    ),
  );
});

test("shares that sum to 1 differ from what is shared by half a cent each at most", () => {
  fc.assert(
    fc.property(cents(-200_000, 200_000), fc.integer({ min: 1, max: 50 }), (payable, count) => {
      const part: Decimal = { units: BigInt(Math.floor(1_000_000 / count)), scale: 6 };
      const amount = shareAmount({ payable, recouped: ZERO, share: part }, 2);
      const exact = payable.units * part.units;
      const difference = amount.units * 1_000_000n - exact;
      expect((difference < 0n ? -difference : difference) * 2n).toBeLessThanOrEqual(1_000_000n);
    }),
  );
});
