/** A real day of the Gregorian calendar, written `YYYY-MM-DD`; years 0001 to 9999. */
export function isCalendarDate(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  return year >= 1 && day >= 1 && day <= daysIn(year, month);
}

/** The day it is in UTC at that moment. */
export function utcDate(date: Date): string {
  return date.toISOString().slice(0, 10);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return [31, 0, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
