import { type TProperties, Type } from "typebox";
import { type Issue, problem } from "../../platform/errors.ts";
import { OneOf } from "../../platform/schema.ts";
import { artistRules } from "./artist-rules.ts";
import { artworkRules } from "./artwork-rules.ts";
import { audioRules } from "./audio-rules.ts";
import { creditRules } from "./credit-rules.ts";
import { identifierRules } from "./identifier-rules.ts";
import { severities } from "./issue.ts";
import { messageRules } from "./message-rules.ts";
import { releaseRules } from "./release-rules.ts";
import type { Rule } from "./rule.ts";
import type { StoreTerms, Threshold } from "./subject.ts";
import { submitRules } from "./submit-rules.ts";
import { titleFormRules } from "./title-form-rules.ts";
import { titleWordRules } from "./title-word-rules.ts";

/** The faults that real stores reject. One row a rule; a new rule is a new row. */
export const preflightRules: readonly Rule[] = [
  ...submitRules,
  ...identifierRules,
  ...titleFormRules,
  ...titleWordRules,
  ...artistRules,
  ...creditRules,
  ...releaseRules,
  ...artworkRules,
  ...audioRules,
  ...messageRules,
];

/** Rules for every store, whatever it requires: the release must be complete, its number real, and the message to the store valid. */
export const essentialRules: readonly Rule[] = preflightRules.filter(
  ({ refusal, of_message, at_every_store }) => refusal || of_message || at_every_store,
);

const MAX_ENTRIES = 1000;

/** `"standard"`, `"none"`, or the rules that the store insists on, each with its severity and thresholds. */
export const Requirements = Type.Unsafe<StoreTerms["requirements"]>({
  type: ["string", "object"],
  rule: (value: unknown): Issue[] =>
    typeof value === "object" || value === "standard" || value === "none"
      ? []
      : [problem("", 'must be "standard", "none" or an object of rules')],
  // The conditions of submitting hold for every release, and some rules for every store, so a store cannot set them.
  properties: Object.fromEntries(
    preflightRules
      .filter(({ refusal, at_every_store }) => !refusal && !at_every_store)
      .map(({ code, thresholds }) => [code, setting(thresholds)]),
  ),
  additionalProperties: false,
  description:
    "`GET /v1/preflight-rules` lists the rules. A rule that you name is a blocker unless `severity` says otherwise.",
  examples: ["standard", { art_too_small: { severity: "blocker", min_pixels: 1400 } }],
});

function setting(thresholds: Readonly<Record<string, Threshold>>) {
  const own = Object.entries(thresholds).map(([name, initial]) => [name, thresholdSchema(initial)]);
  const properties: TProperties = { severity: OneOf(severities, { default: "blocker" }), ...Object.fromEntries(own) };
  return Type.Partial(Type.Object(properties), { additionalProperties: false });
}

function thresholdSchema(initial: Threshold) {
  if (typeof initial === "number") return Type.Number({ default: initial });
  const entry = typeof initial[0] === "number" ? Type.Number() : Type.String({ minLength: 1, maxLength: 200 });
  return Type.Array(entry, { maxItems: MAX_ENTRIES, default: initial });
}
