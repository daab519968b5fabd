// The names by which sales reports call a store.

/** A name of a file as it is compared with others: without case, and without blanks around it. */
export function reportKey(text: string): string {
  return text.trim().toLowerCase();
}
