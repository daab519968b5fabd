import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCalendarDate, utcDate } from "./calendar-date.ts";

describe("a calendar date", () => {
  test.each(["2026-01-31", "2024-02-29", "2000-02-29", "0001-01-01", "9999-12-31"])("%s is one", (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

  test.each([
    "2026-02-29",
    "1900-02-29",
    "2026-04-31",
    "2026-00-10",
    "2026-13-01",
    "2026-01-00",
    "2026-01-32",
    "0000-01-01",
    "2026-1-1",
    "20260101",
    "2026-01-01T00:00:00Z",
    " 2026-01-01",
    "2026-01-01\n",
    "+002026-01-01",
    "",
    "٢٠٢٦-٠١-٠١",
  ])("%j is none", (text) => expect(isCalendarDate(text)).toBe(false));

  test("is one exactly when the calendar of the platform has that day", () => {
    const part = fc.integer({ min: 0, max: 35 }).map((n) => String(n).padStart(2, "0"));
    const year = fc.integer({ min: 1, max: 9999 }).map((n) => String(n).padStart(4, "0"));
    fc.assert(
      fc.property(year, part, part, (y, m, d) => {
        const text = `${y}-${m}-${d}`;
        const parsed = new Date(`${text}T00:00:00.000Z`);
        const is_real = !Number.isNaN(parsed.getTime()) && utcDate(parsed) === text;
        expect(isCalendarDate(text)).toBe(is_real);
      }),
    );
  });
});

test("The UTC date is that of Greenwich, wherever the moment was written", () => {
  expect(utcDate(new Date("2026-01-01T00:30:00+01:00"))).toBe("2025-12-31");
  expect(utcDate(new Date("2025-12-31T23:59:59.999Z"))).toBe("2025-12-31");
});
