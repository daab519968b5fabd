// Shares as rows: who gets which part of what is payable. The rest is the organization's.

import { Group, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { errorAt } from "../../data/data.ts";
import { FormPart } from "../../forms/form-part.tsx";
import { AddRow, RemoveRow } from "../../forms/form-rows.tsx";
import { PayeeSelect } from "../../forms/payee-select.tsx";
import { showRate } from "../../values/format.ts";
import { compareAmounts, negated, sumAmounts } from "../../values/money.ts";
import { type ContractValues, draftOf, newShare } from "./contract-values.ts";
import { editorWords } from "./words.ts";

const MOST_SHARES = 50;
const PERCENT = "%";

export function ShareFields({ form }: { form: UseFormReturnType<ContractValues> }) {
  const { shares } = form.values;
  const error = typeof form.errors.shares === "string" ? errorAt(form.errors, "shares") : undefined;
  return (
    <FormPart title={editorWords.shares}>
      <Text size="sm" c="dimmed">
        {editorWords.sharesHint}
      </Text>
      {shares.map(({ payee_id }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name while it is typed.
        <Group key={index} align="flex-start" wrap="nowrap" gap="xs">
          <Stack flex={1} miw={0}>
            <PayeeSelect
              isActive
              aria-label={editorWords.payeeOf(index + 1)}
              placeholder={editorWords.payeePlaceholder}
              value={payee_id}
              onChange={(chosen) => form.setFieldValue(`shares.${index}.payee_id`, chosen)}
              error={errorAt(form.errors, `shares.${index}.payee_id`)}
            />
          </Stack>
          <TextInput
            aria-label={editorWords.percentOf(index + 1)}
            inputMode="decimal"
            rightSection={PERCENT}
            w={110}
            {...form.getInputProps(`shares.${index}.percent`)}
          />
          <RemoveRow what={editorWords.share(index + 1)} onClick={() => form.removeListItem("shares", index)} />
        </Group>
      ))}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <Group justify="space-between">
        {shares.length < MOST_SHARES && (
          <AddRow what={editorWords.addShare} onClick={() => form.insertListItem("shares", newShare())} />
        )}
        <Rest values={form.values} />
      </Group>
    </FormPart>
  );
}

function Rest({ values }: { values: ContractValues }) {
  const parts = draftOf(values).shares.map(({ share }) => share);
  if (!parts.every((share) => /^\d+(\.\d+)?$/.test(share))) return null;
  const rest = sumAmounts(["1", ...parts.map(negated)]);
  const isTooMuch = compareAmounts(rest, "0") < 0;
  return (
    <Text size="sm" {...(isTooMuch ? { c: "red", role: "alert" } : { fw: 600 })}>
      {isTooMuch ? editorWords.tooMuch : editorWords.rest(showRate(rest))}
    </Text>
  );
}
