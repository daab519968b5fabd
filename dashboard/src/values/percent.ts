// Rates as the service keeps them, and as people type them. The point is moved in the text, because a float would change the digits.

/** "0.15" as "15". */
export function percentOf(rate: string): string {
  const [whole = "0", rest = ""] = rate.split(".");
  const digits = rest.padEnd(2, "0");
  const percent = `${whole}${digits.slice(0, 2)}`.replace(/^0+(?=\d)/, "");
  const decimals = digits.slice(2).replace(/(?<!0)0+$/, "");
  return decimals ? `${percent}.${decimals}` : percent;
}

/** "15" as "0.15". What is no number goes as it is: the service says what is wrong with it. */
export function rateOfPercent(percent: string): string {
  const text = percent.trim().replace(",", ".");
  if (!/^\d{1,3}(\.\d*)?$/.test(text)) return text;
  const [whole = "0", rest = ""] = text.split(".");
  const padded = whole.padStart(3, "0");
  const decimals = `${padded.slice(1)}${rest}`.replace(/(?<!0)0+$/, "");
  const front = padded.slice(0, 1);
  return decimals ? `${front}.${decimals}` : front;
}
