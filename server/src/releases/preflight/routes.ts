import { Type } from "typebox";
import { type Route, route } from "../../platform/http/route.ts";
import { OneOf } from "../../platform/schema.ts";
import { type MessageJudge, preflightRelease } from "./actions.ts";
import { PreflightIssue, severities } from "./issue.ts";
import { networkSeverity } from "./judge.ts";
import { preflightRules } from "./rules.ts";

const tag = "Preflight";
const Severity = (description: string) => OneOf(severities, { description, examples: ["warning"] });

export const Preflight = Type.Object(
  {
    ready: Type.Boolean({ description: "True when nothing blocks." }),
    issues: Type.Array(PreflightIssue, { description: "Blockers first." }),
    stores: Type.Optional(
      Type.Array(
        Type.Object(
          {
            store_id: Type.String({ examples: ["store_auralis"] }),
            ready: Type.Boolean({ description: "True if this store would accept the release." }),
            blockers: Type.Array(Type.String({ examples: ["art_too_small"] }), {
              description: "The rules by which it would refuse the release.",
            }),
          },
          { title: "StoreReadiness" },
        ),
        { description: "Without `store_id`: every active store, by its own requirements." },
      ),
    ),
  },
  { title: "Preflight" },
);

const PreflightRuleList = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          code: Type.String({ examples: ["art_too_small"] }),
          scope: OneOf(["release", "track", "title", "artist", "artwork", "audio"], { examples: ["artwork"] }),
          severity: Severity("For every release, whatever the store."),
          standard_severity: Severity("At a store with the `standard` requirements."),
          summary: Type.String({ examples: ["Artwork has at least 3000 × 3000 pixels."] }),
          thresholds: Type.Object(
            {},
            {
              additionalProperties: true,
              description: "The network's; a store may have its own.",
              examples: [{ min_pixels: 3000 }],
            },
          ),
          examples: Type.Object({
            passes: Type.String({ examples: ["3000 × 3000"] }),
            fails: Type.String({ examples: ["1400 × 1400"] }),
          }),
        },
        { title: "PreflightRule" },
      ),
    ),
  },
  { title: "PreflightRuleList" },
);

const shownRules = preflightRules.map((rule) => ({
  code: rule.code,
  scope: rule.scope,
  severity: networkSeverity(rule),
  standard_severity: rule.standard,
  summary: rule.summary,
  thresholds: rule.thresholds,
  examples: { passes: rule.examples.passes.text, fails: rule.examples.fails.text },
}));

export const preflightRoutes = (messages: MessageJudge): Route[] => [
  route({
    method: "GET",
    path: "/v1/releases/{release_id}/preflight",
    operation: "preflightRelease",
    tag,
    summary: "Check a release before submitting it",
    description:
      "A blocker is what a submission would be refused for. Warnings and notes are what stores often reject, with a suggestion " +
      "where one can be computed. With `store_id`, that store's requirements apply. Without it, `stores` lists the active " +
      "stores that would refuse the release, and the rules they apply. A fault that would make the DDEX message to a store invalid " +
      "blocks at that store, whatever it requires: a delivery is refused for the same reasons.",
    access: { scope: "catalog:read" },
    query: Type.Object({
      store_id: Type.String({
        maxLength: 100,
        description: "Judge by this store's requirements.",
        examples: ["store_auralis"],
      }),
    }),
    success: { status: 200, schema: Preflight },
    handle: (ctx, { principal, params: { release_id }, query: { store_id } }) =>
      preflightRelease(ctx, principal.organization_id, { release_id, store_id, messages }),
  }),
  route({
    method: "GET",
    path: "/v1/preflight-rules",
    operation: "listPreflightRules",
    tag,
    summary: "List the rules of preflight",
    access: { scope: "catalog:read", or_operator: true },
    success: { status: 200, schema: PreflightRuleList },
    revalidated: true,
    handle: () => ({ data: shownRules }),
  }),
];
