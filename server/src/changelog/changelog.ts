import { type Static, Type } from "typebox";
import { type Issue, problem } from "../platform/errors.ts";
import { Id, Text, Timestamp } from "../platform/schema.ts";
import { isCalendarDate } from "../standards/calendar-date.ts";

const MAX_BODY = 20_000;

function bodyIssues(text: string): Issue[] {
  if (text !== "" && !/\S/u.test(text)) return [problem("", "must not be blank")];
  const isPlain = !/[^\P{Cc}\n\r\t]/u.test(text);
  return isPlain ? [] : [problem("", "must not contain control characters but line breaks and tabs")];
}

const written = {
  date: Type.String({
    rule: (text: string): Issue[] => (isCalendarDate(text) ? [] : [problem("", "must be a real date, YYYY-MM-DD")]),
    description: "The day of the change.",
    examples: ["2026-03-01"],
  }),
  title: Text({ maxLength: 200, examples: ["Events on request, in the sandbox"] }),
  body: Type.String({
    minLength: 1,
    maxLength: MAX_BODY,
    rule: bodyIssues,
    description: "The change, in Markdown.",
    examples: ["Added POST /v1/sandbox/events: it sends an example of any event to your own endpoints."],
  }),
};

/** A change of the API, dated. */
export const ChangelogEntry = Type.Object(
  { id: Id("chg"), ...written, created_at: Timestamp },
  { title: "ChangelogEntry" },
);
export type ChangelogEntry = Static<typeof ChangelogEntry>;

export const NewChangelogEntry = Type.Object(written, { title: "NewChangelogEntry", additionalProperties: false });
export type NewChangelogEntry = Static<typeof NewChangelogEntry>;
