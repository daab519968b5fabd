// The delivery that a request asks for: which stores, and where. A submission may ask for one ahead of its approval.

import { type Static, Type } from "typebox";
import { type Issue, problem } from "../platform/errors.ts";
import { isWorld, WORLDWIDE } from "../standards/territory.ts";

const stores = { minItems: 1, maxItems: 500, uniqueItems: true };
const StoreId = Type.String({ maxLength: 100 });

export const StoreIds = Type.Array(StoreId, { ...stores, examples: [["store_auralis"]] });

function territoryIssues(codes: readonly unknown[]): Issue[] {
  if (codes.some(isWorld)) return codes.length === 1 ? [] : [problem("", `must have ${WORLDWIDE} alone`)];
  return codes.flatMap((code, index) =>
    typeof code !== "string" || /^[A-Z]{2}$/.test(code)
      ? []
      : [problem(`[${index}]`, "must be two capital letters (ISO 3166-1 alpha-2)")],
  );
}

export const TerritoryCodes = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: 250,
  uniqueItems: true,
  rule: territoryIssues,
  description: `ISO 3166-1 alpha-2 codes, or \`${WORLDWIDE}\` alone: all that the chosen stores serve.`,
  examples: [[WORLDWIDE]],
});

const ALL = "all";

export const RequestedDelivery = Type.Object(
  {
    store_ids: Type.Unsafe<string[] | typeof ALL>({
      ...stores,
      type: ["array", "string"],
      items: StoreId,
      rule: (given: unknown): Issue[] =>
        typeof given === "string" && given !== ALL ? [problem("", `must be ids of stores, or \`${ALL}\``)] : [],
      description: `Up to 500 stores, or \`${ALL}\`: the active stores that preflight does not block when it is approved.`,
      examples: [ALL],
    }),
    territory_codes: TerritoryCodes,
  },
  { title: "RequestedDelivery", additionalProperties: false },
);
export type RequestedDelivery = Static<typeof RequestedDelivery>;
