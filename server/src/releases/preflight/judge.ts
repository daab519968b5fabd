// A release is judged once for the network and for any number of stores. The findings of a rule depend only on its
// thresholds, so a rule runs once for each different set of thresholds. Each store decides how severe a finding is, and
// that is a lookup.

import { type Issue, problem } from "../../platform/errors.ts";
import type { PreflightIssue } from "./issue.ts";
import { readable } from "./readable.ts";
import type { Facts, Finding, Rule, Thresholds } from "./rule.ts";
import { preflightRules } from "./rules.ts";
import type { PreflightSubject, RuleSetting, Severity, StoreTerms } from "./subject.ts";
import { submitRules } from "./submit-rules.ts";

export type Verdict = { ready: boolean; issues: PreflightIssue[] };

/** The findings of every rule, by the rule and its thresholds. */
export type Judged = ReadonlyMap<string, readonly Finding[]>;

const ranks: Readonly<Record<Severity, number>> = { blocker: 0, warning: 1, info: 2 };
// A release of hundreds of tracks with one mistake in all of them is still an answer of bounded size; blockers come first.
const MAX_ISSUES = 1000;

/** Every rule over one release, as the network sees it or, with its terms, as one store does. Ready means: no blocker. */
export function judge(subject: PreflightSubject, today: string, store?: StoreTerms): Verdict {
  const judging = judgeInSteps(subject, today, store ? [store] : []);
  for (;;) {
    const { done, value } = judging.next();
    if (done) return verdictOf(value, store);
  }
}

/** For the network and these stores. It yields after each step, so that other requests run while hundreds of tracks are judged. */
export function* judgeInSteps(
  subject: PreflightSubject,
  today: string,
  stores: readonly StoreTerms[],
  rules = preflightRules,
): Generator<undefined, Judged, undefined> {
  const facts: Facts = { ...(yield* readable(subject)), today };
  const judged = new Map<string, readonly Finding[]>();
  for (const rule of rules)
    for (const store of [undefined, ...stores]) {
      const { key, thresholds } = termsOf(rule, store);
      if (!judged.has(key)) judged.set(key, yield* findingsOf(rule.check({ ...facts, store }, thresholds)));
      yield;
    }
  return judged;
}

/** No more of one rule than an answer can show. */
function* findingsOf(found: Iterable<Finding | undefined>): Generator<undefined, Finding[], undefined> {
  const findings: Finding[] = [];
  for (const finding of found) {
    if (finding) findings.push(finding);
    if (findings.length === MAX_ISSUES) break;
    yield;
  }
  return findings;
}

/** As the network or a store that was judged for sees it. */
export function verdictOf(judged: Judged, store?: StoreTerms): Verdict {
  const issues: PreflightIssue[] = [];
  for (const rule of preflightRules) {
    const { key, severity, is_stores } = termsOf(rule, store);
    const mark = { code: rule.code, severity, ...(is_stores && store && { store_id: store.store_id }) };
    for (const finding of judged.get(key) ?? []) issues.push({ ...mark, ...finding });
  }
  const sorted = issues.sort((a, b) => ranks[a.severity] - ranks[b.severity]);
  return { ready: sorted[0]?.severity !== "blocker", issues: sorted.slice(0, MAX_ISSUES) };
}

type Blocking = { rule: Rule; findings: readonly Finding[]; is_stores: boolean };

/** The rules that keep the release from a store that was judged for. */
export function blockingAt(judged: Judged, store: StoreTerms): Blocking[] {
  return preflightRules.flatMap((rule) => {
    const { key, severity, is_stores } = termsOf(rule, store);
    const findings = judged.get(key) ?? [];
    return severity === "blocker" && findings.length > 0 ? [{ rule, findings, is_stores }] : [];
  });
}

export type StoreReadiness = { store_id: string; ready: boolean; blockers: string[] };

/** Which of the stores that were judged for would take it, and which rules keep it from the others. */
export function* readyAtInSteps(
  judged: Judged,
  stores: readonly StoreTerms[],
): Generator<undefined, StoreReadiness[], undefined> {
  const answers: StoreReadiness[] = [];
  for (const store of stores) {
    const blockers = blockingAt(judged, store).map(({ rule }) => rule.code);
    answers.push({ store_id: store.store_id, ready: blockers.length === 0, blockers });
    yield;
  }
  return answers;
}

/**
 * The purpose of a judgement: to submit the release now, to deliver it, or, in preflight, whatever comes next for it.
 */
export type Purpose = "submission" | "delivery" | "preflight";

// The date counts whenever a release is submitted, whatever has become of it before. A delivery takes one whose date has passed.
const judgedAs = { submission: "draft", delivery: "submitted", preflight: undefined } as const;

/** The problems that prevent submitting, all at once. The first gives the answer its code. */
export function submitBlockers(subject: PreflightSubject, today: string, purpose: Purpose = "submission"): Issue[] {
  const status = judgedAs[purpose] ?? subject.release.status;
  const facts = { ...subject, release: { ...subject.release, status }, today };
  return submitRules.flatMap(({ refusal = "validation_failed", check, thresholds }) =>
    [...check(facts, thresholds)].flatMap((found) => (found ? [problem(found.field, found.issue, refusal)] : [])),
  );
}

/** For the network, only what submitting requires is a blocker. */
export function networkSeverity({ standard, refusal }: Rule): Severity {
  return standard === "blocker" && !refusal ? "warning" : standard;
}

type Terms = { key: string; severity: Severity; thresholds: Thresholds; is_stores: boolean };

/** By `key` two with the same thresholds are judged together. */
function termsOf(rule: Rule, store: StoreTerms | undefined): Terms {
  const { code, thresholds } = rule;
  const own = store && rule.of_store?.(store);
  const key = own ? `${code} ${textOf(own)}` : code;
  const network = { key, severity: networkSeverity(rule), thresholds, is_stores: false };
  if (!store || rule.refusal) return network;
  if (rule.of_delivery || rule.at_every_store) return { ...network, severity: "blocker", is_stores: true };
  if (rule.of_message && store.faults?.some((fault) => fault.code === code))
    return { ...network, severity: "blocker", is_stores: true };
  if (store.requirements === "none") return network;
  if (store.requirements === "standard") return { ...network, severity: rule.standard, is_stores: true };
  const setting: RuleSetting | undefined = Object.hasOwn(store.requirements, code)
    ? store.requirements[code]
    : undefined;
  if (!setting) return network;
  const { severity = "blocker", ...limits } = setting;
  if (Object.keys(limits).length === 0) return { ...network, severity, is_stores: true };
  return {
    key: `${key} ${textOf(setting, limits)}`,
    severity,
    thresholds: { ...thresholds, ...limits } as Thresholds,
    is_stores: true,
  };
}

const texts = new WeakMap<object, string>();

/** A setting may be a list of a thousand names, a store may have a thousand genres, and both are asked for often. */
function textOf(terms: object, compared = terms): string {
  const text = texts.get(terms) ?? JSON.stringify(compared);
  texts.set(terms, text);
  return text;
}
