// The rules of preflight by which a store refuses, warns or informs, each with its own thresholds.

import { Alert, Card, Group, NumberInput, Select, SimpleGrid, Stack, TagsInput, Text } from "@mantine/core";
import type { PreflightRule } from "@segue/sdk";
import { showWord } from "../format.ts";
import { useRules } from "../rules.ts";
import { AddRow, RemoveRow } from "./form-rows.tsx";
import type { OwnRule } from "./store-settings.ts";

const severities = [
  { value: "blocker", label: "It refuses" },
  { value: "warning", label: "It warns" },
  { value: "info", label: "It informs" },
];

type RuleRowsProps = { rules: readonly OwnRule[]; onChange: (rules: OwnRule[]) => void; error: string | undefined };

export function RuleRows({ rules, onChange, error }: RuleRowsProps) {
  const known = useRules();
  const taken = new Set(rules.map(({ code }) => code));
  const change = (index: number, changes: Partial<OwnRule>) =>
    onChange(rules.map((rule, at) => (at === index ? { ...rule, ...changes } : rule)));
  return (
    <Stack gap="sm">
      {rules.length === 0 && (
        <Text size="sm" c="dimmed">
          No rule yet: it refuses nothing beyond the rules for every release.
        </Text>
      )}
      {error && (
        <Alert color="red" role="alert">
          {error}
        </Alert>
      )}
      {rules.map((rule, index) => (
        <RuleRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule changes its code while it is chosen.
          key={index}
          rule={rule}
          about={known.get(rule.code)}
          codes={[...known.keys()].filter((code) => code === rule.code || !taken.has(code))}
          label={`Rule ${index + 1}`}
          onChange={(changes) => change(index, changes)}
          onRemove={() => onChange(rules.filter((_, at) => at !== index))}
        />
      ))}
      <AddRow
        what="Add a rule"
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
  onChange: (changes: Partial<OwnRule>) => void;
  onRemove: () => void;
};

function RuleRow({ rule, about, codes, label, onChange, onRemove }: RuleRowProps) {
  const { code, severity, thresholds } = rule;
  const usual = Object.entries(about?.thresholds ?? {});
  return (
    <Card withBorder padding="sm" role="group" aria-label={label}>
      <Stack gap="xs">
        <Group align="flex-start" gap="xs">
          <Select
            aria-label={`${label}: code`}
            placeholder="Choose a rule"
            data={code && !codes.includes(code) ? [code, ...codes] : codes}
            value={code || null}
            onChange={(chosen) => onChange({ code: chosen ?? "", thresholds: {} })}
            searchable
            flex="2 1 220px"
          />
          <Select
            aria-label={`${label}: what the store does`}
            data={severities}
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
            {usual.map(([name, value]) => (
              <Threshold
                key={name}
                name={name}
                usual={value}
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

type ThresholdProps = { name: string; usual: unknown; value: unknown; onChange: (value: unknown) => void };

/** Empty: the network's own, which stands in the field. */
function Threshold({ name, usual, value, onChange }: ThresholdProps) {
  if (Array.isArray(usual))
    return (
      <TagsInput
        label={showWord(name)}
        placeholder={Array.isArray(value) && value.length > 0 ? "" : usual.slice(0, 5).join(", ")}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={(entries) => onChange(usual.every((one) => typeof one === "number") ? entries.map(Number) : entries)}
      />
    );
  return (
    <NumberInput
      label={showWord(name)}
      placeholder={String(usual)}
      value={typeof value === "number" ? value : ""}
      onChange={(given) => onChange(typeof given === "number" ? given : "")}
    />
  );
}
