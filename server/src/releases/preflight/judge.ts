import type { Issue } from "../../platform/errors.ts";
import type { PreflightIssue } from "./issue.ts";
import type { Rule, Thresholds } from "./rule.ts";
import { preflightRules } from "./rules.ts";
import type { PreflightSubject, RuleSetting, Severity, StoreTerms } from "./subject.ts";
import { submitRules } from "./submit-rules.ts";

export type Verdict = { ready: boolean; issues: PreflightIssue[] };

const ranks: Readonly<Record<Severity, number>> = { blocker: 0, warning: 1, info: 2 };
// A release of hundreds of tracks with one mistake in all of them is still an answer of bounded size; blockers come first.
const MAX_ISSUES = 1000;

/** Every rule over one release, as the network sees it or, with its terms, as one store does. Ready means: no blocker. */
export function judge(subject: PreflightSubject, today: string, store?: StoreTerms): Verdict {
  const judging = judgeByRule(subject, today, store);
  for (;;) {
    const { done, value } = judging.next();
    if (done) return value;
  }
}

/** The same, with a rest after each rule: whoever judges hundreds of tracks lets others in between. */
export function* judgeByRule(
  subject: PreflightSubject,
  today: string,
  store?: StoreTerms,
): Generator<undefined, Verdict, undefined> {
  const facts = { ...subject, today, store };
  const issues: PreflightIssue[] = [];
  for (const rule of preflightRules) {
    const { severity, thresholds, is_stores } = termsOf(rule, store);
    const mark = { code: rule.code, severity, ...(is_stores && store && { store_id: store.store_id }) };
    for (const finding of rule.check(facts, thresholds)) issues.push({ ...mark, ...finding });
    yield;
  }
  const sorted = issues.sort((a, b) => ranks[a.severity] - ranks[b.severity]);
  return { ready: sorted[0]?.severity !== "blocker", issues: sorted.slice(0, MAX_ISSUES) };
}

/** What stands in the way of submitting, all at once, in the order in which the first gives the answer its code. */
export function submitBlockers(subject: PreflightSubject, today: string): Issue[] {
  // The date counts whatever has become of the release before: this is about submitting it now.
  const facts = { ...subject, release: { ...subject.release, status: "draft" as const }, today };
  return submitRules.flatMap(({ refusal = "validation_failed", check, thresholds }) =>
    check(facts, thresholds).map(({ field, issue }) => ({ code: refusal, field, issue })),
  );
}

/** Over the network nothing blocks but what submitting insists on. */
export function networkSeverity({ standard, refusal }: Rule): Severity {
  return standard === "blocker" && !refusal ? "warning" : standard;
}

type Terms = { severity: Severity; thresholds: Thresholds; is_stores: boolean };

function termsOf(rule: Rule, store: StoreTerms | undefined): Terms {
  const network = { severity: networkSeverity(rule), thresholds: rule.thresholds, is_stores: false };
  if (!store || rule.refusal || store.requirements === "none") return network;
  if (store.requirements === "standard") return { ...network, severity: rule.standard, is_stores: true };
  const setting: RuleSetting | undefined = Object.hasOwn(store.requirements, rule.code)
    ? store.requirements[rule.code]
    : undefined;
  if (!setting) return network;
  const { severity = "blocker", ...own } = setting;
  return { severity, thresholds: { ...rule.thresholds, ...own } as Thresholds, is_stores: true };
}
