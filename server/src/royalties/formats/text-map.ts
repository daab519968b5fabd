// Texts of a file, and what a format says that each of them means.

import { Type } from "typebox";
import { type Issue, problem } from "../../platform/errors.ts";
import { isTerritory } from "../../standards/territory.ts";
import { reportKey } from "../../stores/report-name.ts";

/** Names of columns, stores and territories in a file. */
export const MAX_NAME = 200;

/** A text of the file to a value, which `rule` checks. */
export function byText(options: {
  maxProperties: number;
  description: string;
  examples: object[];
  rule?: (map: object) => Issue[];
}) {
  const { rule = () => [], ...others } = options;
  return Type.Unsafe<Record<string, string>>({
    type: "object",
    additionalProperties: { type: "string", maxLength: MAX_NAME },
    ...others,
    rule: (map: object) => [...keyIssues(map), ...rule(map)],
  });
}

/** No two keys may be the same text in a file. */
function keyIssues(map: object): Issue[] {
  const seen = new Map<string, string>();
  return Object.keys(map).flatMap((key) => {
    const text = reportKey(key);
    const [same, field] = [seen.get(text), key.slice(0, MAX_NAME)];
    seen.set(text, key);
    if (text === "") return [problem(field, "must not be blank")];
    if (key.length > MAX_NAME) return [problem(field, `must have at most ${MAX_NAME} characters`)];
    return same === undefined ? [] : [problem(field, `is the same text as ${same}`)];
  });
}

export function codeIssues(map: object): Issue[] {
  const isCode = (code: unknown) => typeof code !== "string" || isTerritory(code) || code === "XK" || code === "ZZ";
  return Object.entries(map).flatMap(([text, code]) =>
    isCode(code)
      ? []
      : [problem(text.slice(0, MAX_NAME), "must be a code of ISO 3166-1, or ZZ", "territory_not_supported")],
  );
}
