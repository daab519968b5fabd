// The rules in prometheus-rules.yaml, and as much of Prometheus's language as they need: the largest, the smallest or the sum of a
// metric with some labels, compared with a number.

import { readFileSync } from "node:fs";

export type AlertRule = { alert: string; expr: string; summary: string };

/** In the file each alert, its expression and its summary are one line each, so no reader of YAML is needed. */
export function readAlertRules(): AlertRule[] {
  const text = readFileSync(new URL("../../prometheus-rules.yaml", import.meta.url), "utf8");
  const rule = /^ {6}- alert: (\w+)\n {8}expr: (.+)\n(?: {8}.+\n)*? {10}summary: "(.+)"$/gm;
  return [...text.matchAll(rule)].map(([, alert = "", expr = "", summary = ""]) => ({ alert, expr, summary }));
}

/** A question of the dashboard in grafana-dashboard.json, and the panel that asks it. */
export type PanelQuery = { panel: string; expr: string };

export function readPanelQueries(): PanelQuery[] {
  const text = readFileSync(new URL("../../grafana-dashboard.json", import.meta.url), "utf8");
  const { panels } = JSON.parse(text) as { panels: { title: string; targets?: { expr: string }[] }[] };
  return panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ panel: title, expr })));
}

/** The metrics that an expression names. A histogram is known by its name without the ending. */
export function metricsOf(expr: string): string[] {
  const names = expr.match(/\b(?:segue|process|nodejs)_\w+/g) ?? [];
  return names.map((name) => name.replace(/_(?:bucket|sum|count)$/, ""));
}

/** The labels by which an expression selects or groups. */
export function labelsOf(expr: string): string[] {
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = ""]) => names.split(/,\s*/));
  const selected = [...expr.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, name = ""]) => name);
  return [...new Set([...grouped, ...selected])];
}

type Sample = { name: string; labels: Record<string, string>; value: number };

/** The samples in the text of /metrics. */
export function readSamples(text: string): Sample[] {
  return [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = "", labels = "", value = ""]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, found]) => [key, found])),
    value: value === "+Inf" ? Number.POSITIVE_INFINITY : Number(value),
  }));
}

const form = /^(max|min|sum) by \([\w, ]+\) \((abs\()?(\w+)(?:\{([^}]*)\})?\)?\) (>=|<=|==|>|<) ([\d.]+)$/;

/** The labels between the braces of a metric. */
function readSelector(text: string): (sample: Sample) => boolean {
  const wanted = [...text.matchAll(/(\w+)(=~?)"([^"]*)"/g)];
  return ({ labels }) =>
    wanted.every(([, label = "", operator, value = ""]) => {
      const found = labels[label] ?? "";
      return operator === "=~" ? new RegExp(`^(?:${value})$`).test(found) : found === value;
    });
}

/** True if the rule can be decided from one reading of the metrics. Prometheus needs a history for the others. */
export function isOfOneReading({ expr }: AlertRule): boolean {
  return form.test(expr);
}

/**
 * Whether any of its groups meets the condition. A group is not gathered: with these conditions the whole is met exactly if a
 * sample is, and no rule of this form compares a sum.
 */
export function fires({ expr }: AlertRule, samples: readonly Sample[]): boolean {
  const [, , isAbsolute, name, selector = "", comparison, limit] = form.exec(expr) ?? [];
  const isSelected = readSelector(selector);
  const isMet = compare[comparison as keyof typeof compare];
  return samples
    .filter((sample) => sample.name === name && isSelected(sample))
    .some(({ value }) => isMet(isAbsolute ? Math.abs(value) : value, Number(limit)));
}

const compare = {
  ">": (value: number, limit: number) => value > limit,
  "<": (value: number, limit: number) => value < limit,
  ">=": (value: number, limit: number) => value >= limit,
  "<=": (value: number, limit: number) => value <= limit,
  "==": (value: number, limit: number) => value === limit,
};
