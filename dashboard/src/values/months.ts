// Months as the service names them: "2026-02".

export function thisMonth(now = new Date()): string {
  return now.toISOString().slice(0, 7);
}

export function addMonths(month: string, count: number): string {
  const [year = 0, of_year = 1] = month.split("-").map(Number);
  const sum = year * 12 + of_year - 1 + count;
  return `${String(Math.floor(sum / 12)).padStart(4, "0")}-${String((sum % 12) + 1).padStart(2, "0")}`;
}

/** Every month from one to the other, at most so many. */
export function monthsBetween(from: string, to: string, most = 240): string[] {
  const months: string[] = [];
  for (let month = from; month <= to && months.length < most; month = addMonths(month, 1)) months.push(month);
  return months;
}
