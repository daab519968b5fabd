// Amounts are texts with as many digits as they need: they are compared and added as whole numbers, never as floats.

const DIGITS = 24;

function unitsOf(amount: string): bigint {
  const [whole = "0", part = ""] = amount.replace("-", "").split(".");
  const units = BigInt(whole + part.padEnd(DIGITS, "0").slice(0, DIGITS));
  return amount.startsWith("-") ? -units : units;
}

export function sumAmounts(amounts: readonly string[]): string {
  const units = amounts.reduce((sum, amount) => sum + unitsOf(amount), 0n);
  const digits = String(units < 0n ? -units : units).padStart(DIGITS + 1, "0");
  const shown = amounts.reduce((most, amount) => Math.max(most, amount.split(".")[1]?.length ?? 0), 0);
  const part = digits.slice(-DIGITS).slice(0, shown);
  return (units < 0n ? "-" : "") + digits.slice(0, -DIGITS) + (part && `.${part}`);
}

export function negated(amount: string): string {
  if (/^-?[0.]+$/.test(amount)) return amount;
  return amount.startsWith("-") ? amount.slice(1) : `-${amount}`;
}

export function compareAmounts(a: string, b: string): number {
  const difference = unitsOf(a) - unitsOf(b);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

type Total = { currency: string; amount: string };

export function sumByCurrency(totals: readonly Total[]): Total[] {
  const sums = new Map<string, string>();
  for (const { currency, amount } of totals) sums.set(currency, sumAmounts([sums.get(currency) ?? "0", amount]));
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}
