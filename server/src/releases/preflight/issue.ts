import { type Static, Type } from "typebox";
import { OneOf } from "../../platform/schema.ts";

export const severities = ["blocker", "warning", "info"] as const;

/** A problem that a rule found in a release. */
export const PreflightIssue = Type.Object(
  {
    code: Type.String({ description: "The code of a rule of `GET /v1/preflight-rules`.", examples: ["title_case_en"] }),
    severity: OneOf(severities, { examples: ["warning"] }),
    field: Type.String({ description: "Tracks are counted by disc and number.", examples: ["tracks[3].title"] }),
    issue: Type.String({ examples: ["is not in English title case"] }),
    suggestion: Type.Optional(Type.String({ examples: ["Midnight in Paris"] })),
    store_id: Type.Optional(
      Type.String({ description: "The store whose requirements say so.", examples: ["store_auralis"] }),
    ),
  },
  { title: "PreflightIssue" },
);
export type PreflightIssue = Static<typeof PreflightIssue>;
