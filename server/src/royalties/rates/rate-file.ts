// A file of exchange rates: our own columns `period, from, to, rate`, or one of two that the European Central Bank publishes.
// Its data portal exports a line for each currency and month (`FREQ` is M). Its table has the date in the first column, and one
// column for each currency. Both quote how much of a currency one euro buys. So each quote is two rates: the quote itself,
// and its inverse, both cut at 12 decimals.
//
// A month has one rate for a pair. A file with several values for a month, such as a table of days, is refused: whether their
// average or the last of them counts is for the operator to decide.

import { isRate } from "../../ledger/amount.ts";
import { Findings } from "../../platform/errors.ts";
import { isMonth } from "../../platform/schema.ts";
import { type CsvRecord, csvRecords } from "../../standards/csv.ts";
import { isCurrency } from "../../standards/currency.ts";
import { type Decimal, divide, formatDecimal, parseDecimal } from "../../standards/decimal.ts";
import type { NewExchangeRate } from "./rate.ts";

export type ReadRates = { rates: NewExchangeRate[]; findings: Findings };

const RATE_DECIMALS = 12;
const ONE: Decimal = { units: 1n, scale: 0 };

/** One step a record. */
export function* readRates(document: Buffer): Generator<undefined, ReadRates, undefined> {
  const file = new RateFile();
  const text = textOf(document);
  if (text === undefined) file.refuse(1, "", "is not UTF-8");
  else
    for (const record of csvRecords(text)) {
      file.take(record);
      yield;
    }
  return file.end();
}

function textOf(document: Buffer): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(document);
  } catch {
    return undefined;
  }
}

type Reader = (record: CsvRecord) => void;

class RateFile {
  readonly #rates: NewExchangeRate[] = [];
  readonly #findings = new Findings();
  readonly #lines = new Map<string, number>();
  #read: Reader | undefined;

  take(record: CsvRecord): void {
    if (record.cells.every((cell) => cell === "")) return;
    if (this.#read) this.#read(record);
    else this.#read = this.#readerOf(record);
  }

  end(): ReadRates {
    if (!this.#read && this.#findings.count === 0) this.refuse(1, "", HEADINGS);
    if (this.#rates.length === 0 && this.#findings.count === 0) this.refuse(1, "", "has no rates");
    return { rates: this.#rates, findings: this.#findings };
  }

  refuse(line: number, column: string, issue: string): undefined {
    const field = column === "" ? `line ${line}` : `line ${line}, ${column}`;
    this.#findings.add("validation_failed", () => ({ field, issue }));
  }

  #readerOf({ line, cells }: CsvRecord): Reader {
    const names = cells.map((cell) => cell.toLowerCase());
    const placesOf = (columns: readonly string[]) => columns.map((column) => names.indexOf(column));
    const own = placesOf(["period", "from", "to", "rate"]);
    if (own.every((place) => place >= 0)) return (record) => this.#takeOwn(record, own);
    const portal = placesOf(["freq", "currency", "currency_denom", "time_period", "obs_value"]);
    if (portal.every((place) => place >= 0)) return (record) => this.#takeObservation(record, portal);
    if (names[0] === "date") return (record) => this.#takeDay(record, cells);
    this.refuse(line, "", HEADINGS);
    return () => undefined;
  }

  #takeOwn({ line, cells }: CsvRecord, places: readonly number[]): undefined {
    const [period = "", from = "", to = "", rate = ""] = places.map((place) => cells[place]);
    if (!isMonth(period)) this.refuse(line, "period", "must be a month such as 2026-02");
    if (!isCurrency(from)) this.refuse(line, "from", "must be a currency of ISO 4217, such as USD");
    if (!isCurrency(to)) this.refuse(line, "to", "must be a currency of ISO 4217, such as EUR");
    else if (from === to) this.refuse(line, "to", "must be another currency than `from`");
    if (!isRate(rate))
      this.refuse(line, "rate", "must be a decimal above 0, with at most 12 digits on each side of the point");
    else this.#add(line, { period, from, to, rate });
  }

  #takeObservation({ line, cells }: CsvRecord, places: readonly number[]): undefined {
    const [frequency = "", currency = "", base = "", period = "", quote = ""] = places.map((place) => cells[place]);
    if (frequency !== "M") return this.refuse(line, "FREQ", "must be M: a rate for each month");
    if (!isMonth(period)) return this.refuse(line, "TIME_PERIOD", "must be a month such as 2026-02");
    this.#addQuote(line, { period, currency, base, quote });
  }

  #takeDay({ line, cells: [date = "", ...quotes] }: CsvRecord, heading: readonly string[]): undefined {
    const period = monthOf(date);
    if (period === undefined) return this.refuse(line, "Date", "must be a date such as 2026-02-27");
    for (const [place, quote] of quotes.entries())
      this.#addQuote(line, { period, currency: heading[place + 1] ?? "", base: "EUR", quote });
  }

  /** `quote` says how much of the currency one of the base buys. Currencies that are no more, and gaps, are passed over. */
  #addQuote(line: number, given: { period: string; currency: string; base: string; quote: string }): undefined {
    const { period, currency, base, quote } = given;
    if (!isCurrency(currency) || !isCurrency(base) || currency === base || /^(|n\/a|nan|-)$/i.test(quote)) return;
    const value = /^\d{1,12}(\.\d{1,30})?$/.test(quote) ? parseDecimal(quote) : undefined;
    const rates = value && value.units > 0n ? [value, divide(ONE, value, RATE_DECIMALS)] : [];
    const [direct, inverse] = rates.map((rate) => formatDecimal(divide(rate, ONE, RATE_DECIMALS)));
    if (direct === undefined || inverse === undefined || !isRate(direct) || !isRate(inverse))
      return this.refuse(line, currency, "must be a decimal above 0, with at most 12 digits before the point");
    this.#add(line, { period, from: base, to: currency, rate: direct });
    this.#add(line, { period, from: currency, to: base, rate: inverse });
  }

  #add(line: number, rate: NewExchangeRate): undefined {
    const key = `${rate.period} ${rate.from} ${rate.to}`;
    const before = this.#lines.get(key);
    if (before !== undefined)
      return this.refuse(
        line,
        "",
        `has another rate from ${rate.from} to ${rate.to} for ${rate.period} than line ${before}`,
      );
    this.#lines.set(key, line);
    this.#rates.push(rate);
  }
}

const HEADINGS =
  "must be a heading row with `period`, `from`, `to` and `rate`; or that of a file of the European Central Bank: its monthly export of " +
  "exchange rates, or its table with `Date` and a column for each currency";

const months = "january february march april may june july august september october november december".split(" ");

/** The month of `2026-02-27`, `2026-02` or `27 February 2026`, as the bank writes it. */
function monthOf(date: string): string | undefined {
  const [, day = "", name = "", year = ""] = /^(\d{1,2}) ([a-z]+) (\d{4})$/i.exec(date) ?? [];
  const place = months.indexOf(name.toLowerCase());
  if (day !== "" && place >= 0) return `${year}-${String(place + 1).padStart(2, "0")}`;
  const month = date.slice(0, 7);
  return /^\d{4}-\d\d(-\d\d)?$/.test(date) && isMonth(month) ? month : undefined;
}
