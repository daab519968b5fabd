// The arithmetic of contracts, which closes and previews share: what a contract recoups of the amount that is payable by it, and what
// each payee gets of the rest. All of it is exact; each result is rounded once, half to even. The dashboard previews contracts with this
// file while they are typed, so it imports nothing but decimals.

import {
  add,
  compare,
  type Decimal,
  decimal,
  divide,
  multiply,
  negate,
  roundHalfEven,
  ZERO,
} from "../standards/decimal.ts";

// The quotient in the taxable amount is cut here.
const QUOTIENT_DIGITS = 12;
const ONE: Decimal = { units: 1n, scale: 0 };

/** A cost that is not cancelled. */
export type RecoupableCost = { id: string; amount: Decimal; recouped: Decimal };
/** `change` is added to what the cost has recouped; negative where a return gives back. */
type CostChange = { id: string; change: Decimal };
export type Recoupment = { recouped: Decimal; changes: CostChange[] };

/**
 * A positive amount pays back the oldest cost first. A negative one is a return: it goes back to what it came from, the newest cost
 * first, but never to more than was recouped.
 */
export function recoup(payable: Decimal, costs: readonly RecoupableCost[], digits: number): Recoupment {
  if (payable.units === 0n) return { recouped: ZERO, changes: [] };
  const isReturn = payable.units < 0n;
  const left = roundHalfEven(isReturn ? negate(payable) : payable, digits);
  const inOrder = isReturn ? [...costs].reverse() : costs;
  const taken = take(left, inOrder, ({ amount, recouped }) => (isReturn ? recouped : subtract(amount, recouped)));
  if (!isReturn) return taken;
  const changes = taken.changes.map(({ id, change }) => ({ id, change: negate(change) }));
  return { recouped: negate(taken.recouped), changes };
}

function take(most: Decimal, costs: readonly RecoupableCost[], roomOf: (cost: RecoupableCost) => Decimal): Recoupment {
  let left = most;
  const changes: CostChange[] = [];
  for (const cost of costs) {
    const room = roomOf(cost);
    const change = compare(left, room) < 0 ? left : room;
    if (change.units === 0n) continue;
    changes.push({ id: cost.id, change });
    left = subtract(left, change);
  }
  return { recouped: subtract(most, left), changes };
}

type Condition = readonly string[] | null | undefined;
type RatedTerm = { rate: string; store_ids?: Condition; territories?: Condition };
type Usage = { store_id?: string | undefined; territory?: string | undefined };

/** The rate of the first term that holds the usage. A term with a condition does not hold usage without that value. */
export function rateOf(terms: readonly RatedTerm[], { store_id, territory }: Usage): Decimal {
  const holds = (values: Condition, value: string | undefined) =>
    !values || (value !== undefined && values.includes(value));
  const term = terms.find(({ store_ids, territories }) => holds(store_ids, store_id) && holds(territories, territory));
  return term ? decimal(term.rate) : ZERO;
}

type Divided = { amount: Decimal; rate: Decimal; shares: readonly Decimal[]; costs: readonly RecoupableCost[] };

/** Divides a net amount at one rate. `rest` is the organization's: all that no payee gets, with what was recouped. */
export function shareOut({ amount, rate, shares, costs }: Divided, digits: number) {
  const payable = multiply(amount, rate);
  const { recouped } = recoup(payable, costs, digits);
  const amounts = shares.map((share) => shareAmount({ payable, recouped, share }, digits));
  return { payable, recouped, shares: amounts, rest: subtract(amount, amounts.reduce(add, ZERO)) };
}

type Shared = { payable: Decimal; recouped: Decimal; share: Decimal };

/** The amount of one payee. */
export function shareAmount({ payable, recouped, share }: Shared, digits: number): Decimal {
  return roundHalfEven(multiply(subtract(payable, recouped), share), digits);
}

/**
 * The taxable amount of a payee that is taxed in some territories only: its shares in what was payable there (`taxed`), less the part
 * that was recouped.
 */
export function taxableAmount(parts: readonly (Shared & { taxed: Decimal })[], digits: number): Decimal {
  const exact = parts.map(({ payable, recouped, share, taxed }) => {
    const quotient = recouped.units === 0n ? ZERO : divide(recouped, payable, QUOTIENT_DIGITS);
    return multiply(multiply(share, taxed), subtract(ONE, quotient));
  });
  return roundHalfEven(exact.reduce(add, ZERO), digits);
}

function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, negate(b));
}
