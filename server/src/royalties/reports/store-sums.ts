// Rows and exact amounts of each store that a report names, by currency.

import { add, decimal, formatDecimal } from "../../standards/decimal.ts";
import type { StoreTotals, Total } from "./sales-report.ts";
import { currencyOf, EXACT_DECIMALS, RATE_DECIMALS } from "./work-sums.ts";

type Sum = { store: number; currency: number; rows: number; units: number; large: bigint };

const EXACT_UNITS = 10n ** BigInt(EXACT_DECIMALS - RATE_DECIMALS);
const NO_SUM: Sum = { store: -1, currency: 0, rows: 0, units: 0, large: 0n };

export class StoreSums {
  readonly #sums = new Map<number, Sum>();
  /** Rows of one store and currency mostly follow each other. */
  #last = NO_SUM;

  /** The amount as `WorkSums` takes it. */
  add(store: number, currency: number, units: number | bigint): undefined {
    const last = this.#last;
    const sum = last.store === store && last.currency === currency ? last : this.#find(store, currency);
    sum.rows += 1;
    if (typeof units === "bigint") {
      sum.large += units;
      return;
    }
    const after = sum.units + units;
    if (Number.isSafeInteger(after)) sum.units = after;
    else {
      sum.large += BigInt(sum.units) * EXACT_UNITS;
      sum.units = units;
    }
  }

  #find(store: number, currency: number): Sum {
    // A currency is three bytes.
    const key = store * 2 ** 24 + currency;
    let sum = this.#sums.get(key);
    if (!sum) {
      sum = { store, currency, rows: 0, units: 0, large: 0n };
      this.#sums.set(key, sum);
    }
    this.#last = sum;
    return sum;
  }

  /** In the order of their currencies. */
  totals(): Total[] {
    return totalsOf([...this.#sums.values()]);
  }

  /** `store_ids` by the numbers that their rows were added with. */
  byStore(store_ids: readonly string[]): StoreTotals[] {
    return store_ids.flatMap((store_id, store) => {
      const sums = [...this.#sums.values()].filter((sum) => sum.store === store);
      const rows = sums.reduce((all, sum) => all + sum.rows, 0);
      return rows === 0 ? [] : [{ store_id, rows, totals: totalsOf(sums) }];
    });
  }
}

function totalsOf(sums: readonly Sum[]): Total[] {
  const byCurrency = new Map<string, string>();
  for (const { currency, units, large } of sums) {
    const amount = { units: BigInt(units) * EXACT_UNITS + large, scale: EXACT_DECIMALS };
    const name = currencyOf(currency);
    byCurrency.set(name, formatDecimal(add(decimal(byCurrency.get(name) ?? "0"), amount)));
  }
  return [...byCurrency]
    .map(([currency, amount]) => ({ currency, amount }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1));
}
