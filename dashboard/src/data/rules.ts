import type { PreflightRule, Store } from "@segue/sdk";
import { segue } from "./api.ts";
import { useRead } from "./data.ts";

/** The rules of preflight, by code. They explain why a store refuses a release. */
export function useRules(): ReadonlyMap<string, PreflightRule> {
  const { data } = useRead(["preflightRules.list"], () => segue.preflightRules.list(), { isSteady: true });
  return new Map(data?.data.map((rule) => [rule.code, rule]));
}

/** The codes of the rules by which a store refuses. */
export function requiredBy({ requirements }: Store, rules: ReadonlyMap<string, PreflightRule>): string[] {
  if (requirements === "none") return [];
  if (typeof requirements === "string")
    return [...rules.values()].filter((rule) => rule.standard_severity === "blocker").map(({ code }) => code);
  return Object.entries(requirements as Record<string, { severity?: string }>)
    .filter(([, { severity = "blocker" }]) => severity === "blocker")
    .map(([code]) => code);
}
