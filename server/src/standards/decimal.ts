// Exact decimal numbers, for money and rates: an integer and how many of its digits stand after the point. Nothing here is
// ever a float. PostgreSQL's `numeric` is the same thing in SQL.

export type Decimal = { readonly units: bigint; readonly scale: number };

export const ZERO: Decimal = { units: 0n, scale: 0 };

/** Reads `-12.50`: digits, at most one point between them, a minus. Undefined for any other text. */
export function parseDecimal(text: string): Decimal | undefined {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === "") return undefined;
  return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length };
}

/** For text that was checked before: a column of the database, a literal. */
export function decimal(text: string): Decimal {
  const parsed = parseDecimal(text);
  if (parsed === undefined) throw new RangeError(`"${text}" is no decimal number.`);
  return parsed;
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale };
}

export function negate({ units, scale }: Decimal): Decimal {
  return { units: -units, scale };
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

/** Cut, not rounded, at that many digits: towards zero. */
export function divide(a: Decimal, b: Decimal, scale: number): Decimal {
  return { units: (a.units * 10n ** BigInt(scale + b.scale)) / (b.units * 10n ** BigInt(a.scale)), scale };
}

/** Negative, zero or positive, as `a` is less than, equal to or more than `b`. */
export function compare(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  return Number(signOf(unitsAt(a, scale) - unitsAt(b, scale)));
}

/** To the nearest; what lies in the middle goes to the even digit. */
export function roundHalfEven(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return { units: unitsAt(value, scale), scale };
  const divisor = 10n ** BigInt(value.scale - scale);
  const cut = value.units / divisor;
  const twice = (value.units % divisor) * 2n;
  const size = twice < 0n ? -twice : twice;
  const isAway = size > divisor || (size === divisor && cut % 2n !== 0n);
  return { units: isAway ? cut + signOf(value.units) : cut, scale };
}

/** Down, towards less: what is left of a negative number is more negative. */
export function roundDown(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return { units: unitsAt(value, scale), scale };
  const divisor = 10n ** BigInt(value.scale - scale);
  const cut = value.units / divisor;
  return { units: value.units % divisor < 0n ? cut - 1n : cut, scale };
}

/** Towards zero. */
export function cut(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return { units: unitsAt(value, scale), scale };
  return { units: value.units / 10n ** BigInt(value.scale - scale), scale };
}

/** Every digit that matters, and at least so many after the point: `1.50` for 1.5 at two. */
export function formatDecimal(value: Decimal, least_digits = 0): string {
  const { units, scale } =
    value.scale < least_digits ? { units: unitsAt(value, least_digits), scale: least_digits } : value;
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  let fraction = digits.slice(digits.length - scale);
  while (fraction.length > least_digits && fraction.endsWith("0")) fraction = fraction.slice(0, -1);
  return `${units < 0n ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale);
}

function signOf(units: bigint): bigint {
  if (units === 0n) return 0n;
  return units < 0n ? -1n : 1n;
}
