import { artistRules } from "./artist-rules.ts";
import { artworkRules } from "./artwork-rules.ts";
import { audioRules } from "./audio-rules.ts";
import { identifierRules } from "./identifier-rules.ts";
import { releaseRules } from "./release-rules.ts";
import type { Rule } from "./rule.ts";
import { submitRules } from "./submit-rules.ts";
import { titleFormRules } from "./title-form-rules.ts";
import { singleTitleRule, titleWordRules } from "./title-word-rules.ts";

/** What real stores reject. One row a rule; a new rule is a new row. */
export const preflightRules: readonly Rule[] = [
  ...submitRules,
  ...identifierRules,
  ...titleFormRules,
  ...titleWordRules,
  singleTitleRule,
  ...artistRules,
  ...releaseRules,
  ...artworkRules,
  ...audioRules,
];
