const MOST_LETTERS = 50;

/** "Harbour, monthly" as "format_harbour_monthly": small letters, digits and underscores. */
export function plainId(prefix: "format_" | "store_", name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_/, "");
  return prefix + plain.slice(0, MOST_LETTERS).replace(/_$/, "");
}
