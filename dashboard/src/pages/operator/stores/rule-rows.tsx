// The rules of preflight by which a store refuses, warns or informs, each with its own thresholds.

import { Card, Group, NumberInput, Select, SimpleGrid, Stack, TagsInput, Text } from "@mantine/core";
import type { PreflightRule, Severity } from "@segue/sdk";
import { useRules } from "../../../data/rules.ts";
import { AddRow, RemoveRow } from "../../../forms/form-rows.tsx";
import { showWord } from "../../../values/format.ts";
import type { OwnRule } from "./store-settings.ts";
import { ruleWords } from "./words.ts";

const severities: Readonly<Record<Severity, string>> = ruleWords.severities;

/** What the service says of a rule, by its code, or of a threshold, such as "title_length.max". */
type ErrorOf = (field: string) => string | undefined;
type RuleRowsProps = { rules: readonly OwnRule[]; onChange: (rules: OwnRule[]) => void; errorOf: ErrorOf };

export function RuleRows({ rules, onChange, errorOf }: RuleRowsProps) {
  const known = useRules();
  // What blocks every release is no store's own.
  const choosable = [...known.values()].filter(({ severity }) => severity !== "blocker").map(({ code }) => code);
  const taken = new Set(rules.map(({ code }) => code));
  const change = (index: number, changes: Partial<OwnRule>) =>
    onChange(rules.map((rule, at) => (at === index ? { ...rule, ...changes } : rule)));
  return (
    <Stack gap="sm">
      {rules.length === 0 && (
        <Text size="sm" c="dimmed">
          {ruleWords.noRules}
        </Text>
      )}
      {rules.map((rule, index) => (
        <RuleRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule changes its code while it is chosen.
          key={index}
          rule={rule}
          about={known.get(rule.code)}
          codes={choosable.filter((code) => code === rule.code || !taken.has(code))}
          label={ruleWords.row(index + 1)}
          errorOf={errorOf}
          onChange={(changes) => change(index, changes)}
          onRemove={() => onChange(rules.filter((_, at) => at !== index))}
        />
      ))}
      <AddRow
        what={ruleWords.add}
        onClick={() => onChange([...rules, { code: "", severity: "blocker", thresholds: {} }])}
      />
    </Stack>
  );
}

type RuleRowProps = {
  rule: OwnRule;
  about: PreflightRule | undefined;
  codes: string[];
  label: string;
  errorOf: ErrorOf;
  onChange: (changes: Partial<OwnRule>) => void;
  onRemove: () => void;
};

function RuleRow({ rule, about, codes, label, errorOf, onChange, onRemove }: RuleRowProps) {
  const { code, severity, thresholds } = rule;
  const usual = Object.entries(about?.thresholds ?? {});
  const errors = usual.map(([name]) => errorOf(`${code}.${name}`));
  return (
    <Card withBorder padding="sm" role="group" aria-label={label}>
      <Stack gap="xs">
        <Group align="flex-start" gap="xs">
          <Select
            aria-label={ruleWords.codeOf(label)}
            placeholder={ruleWords.choose}
            data={code && !codes.includes(code) ? [code, ...codes] : codes}
            value={code || null}
            onChange={(chosen) => onChange({ code: chosen ?? "", thresholds: {} })}
            // An issue of a threshold stands at its own field.
            error={errors.some(Boolean) ? undefined : code && errorOf(code)}
            searchable
            flex="2 1 220px"
          />
          <Select
            aria-label={ruleWords.severityOf(label)}
            data={Object.entries(severities).map(([value, label]) => ({ value, label }))}
            value={severity}
            onChange={(chosen) => onChange({ severity: chosen ?? "blocker" })}
            allowDeselect={false}
            flex="1 1 120px"
          />
          <RemoveRow what={code || label} onClick={onRemove} />
        </Group>
        {about && (
          <Text size="sm" c="dimmed">
            {about.summary}
          </Text>
        )}
        {usual.length > 0 && (
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {usual.map(([name, value], index) => (
              <Threshold
                key={name}
                name={name}
                usual={value}
                error={errors[index]}
                value={thresholds[name]}
                onChange={(given) => onChange({ thresholds: { ...thresholds, [name]: given } })}
              />
            ))}
          </SimpleGrid>
        )}
      </Stack>
    </Card>
  );
}

/** What is no number stays as it was typed: the service says so at the field. */
const asNumber = (text: string) => (text.trim() && Number.isFinite(Number(text)) ? Number(text) : text);

type ThresholdProps = {
  name: string;
  usual: unknown;
  value: unknown;
  error: string | undefined;
  onChange: (value: unknown) => void;
};

/** Empty: the network's own, which stands in the field. */
function Threshold({ name, usual, value, error, onChange }: ThresholdProps) {
  if (Array.isArray(usual))
    return (
      <TagsInput
        label={showWord(name)}
        error={error}
        placeholder={Array.isArray(value) && value.length > 0 ? "" : usual.slice(0, 5).join(", ")}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={(entries) =>
          onChange(usual.every((one) => typeof one === "number") ? entries.map(asNumber) : entries)
        }
      />
    );
  return (
    <NumberInput
      label={showWord(name)}
      error={error}
      placeholder={String(usual)}
      value={typeof value === "number" ? value : ""}
      onChange={(given) => onChange(typeof given === "number" ? given : "")}
    />
  );
}
