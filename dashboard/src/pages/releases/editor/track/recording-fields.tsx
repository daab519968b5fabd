// The fields that stores ask about a recording and its composition, and the work that a movement is a part of.

import { Checkbox, Fieldset, Group, NumberInput, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { Publisher } from "@segue/sdk";
import { errorAt } from "../../../../data/data.ts";
import { CountrySelect } from "../../../../forms/country-select.tsx";
import { AddRow, RemoveRow } from "../../../../forms/form-rows.tsx";
import { fieldWords } from "../../words.ts";
import { Field } from "../metadata-step.tsx";
import { ListError, numbered } from "../people-rows.tsx";
import type { TrackValues } from "./track-values.ts";
import { classicalWords, recordingWords } from "./words.ts";

type PartProps = {
  form: UseFormReturnType<TrackValues>;
  /** The track, as preflight names it. */
  at: string;
};

export function RecordingFields({ form, at, releaseLine }: PartProps & { releaseLine: string | null }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Field of={`${at}.p_line`}>
          <TextInput
            label={fieldWords.p_line}
            description={recordingWords.pLineHint}
            placeholder={releaseLine ?? recordingWords.pLinePlaceholder}
            maxLength={500}
            {...form.getInputProps("p_line")}
          />
        </Field>
        <Field of={`${at}.iswc`}>
          <TextInput
            label={recordingWords.iswc}
            description={recordingWords.iswcHint}
            placeholder={recordingWords.iswcPlaceholder}
            {...form.getInputProps("iswc")}
          />
        </Field>
        <Field of={`${at}.recording_year`}>
          <NumberInput
            label={recordingWords.year}
            min={1877}
            allowDecimal={false}
            thousandSeparator=""
            clampBehavior="none"
            {...form.getInputProps("recording_year")}
          />
        </Field>
        <Field of={`${at}.recording_country`}>
          <CountrySelect
            label={recordingWords.country}
            hasKosovo
            value={form.values.recording_country}
            onChange={(code) => form.setFieldValue("recording_country", code)}
            error={form.errors.recording_country}
          />
        </Field>
      </SimpleGrid>
      <Field of={`${at}.publishers`}>
        <PublisherRows
          publishers={form.values.publishers}
          onChange={(publishers) => form.setFieldValue("publishers", publishers)}
          errors={form.errors}
        />
      </Field>
      <Stack gap="xs">
        <Checkbox
          label={recordingWords.instrumental}
          {...form.getInputProps("is_instrumental", { type: "checkbox" })}
        />
        <Checkbox label={recordingWords.cover} {...form.getInputProps("is_cover", { type: "checkbox" })} />
        <Checkbox
          label={recordingWords.instant}
          description={recordingWords.instantHint}
          {...form.getInputProps("instant_gratification", { type: "checkbox" })}
        />
      </Stack>
    </>
  );
}

export function ClassicalFields({ form, at }: PartProps) {
  return (
    <>
      <Field of={`${at}.work`}>
        <TextInput
          label={classicalWords.work}
          description={classicalWords.workHint}
          placeholder={classicalWords.workPlaceholder}
          maxLength={500}
          {...form.getInputProps("work")}
        />
      </Field>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Field of={`${at}.movement_number`}>
          <NumberInput
            label={classicalWords.number}
            min={1}
            max={999}
            allowDecimal={false}
            {...form.getInputProps("movement_number")}
          />
        </Field>
        <Field of={`${at}.movement_title`}>
          <TextInput
            label={classicalWords.title}
            placeholder={classicalWords.titlePlaceholder}
            maxLength={500}
            {...form.getInputProps("movement_title")}
          />
        </Field>
      </SimpleGrid>
    </>
  );
}

type PublisherRowsProps = {
  publishers: readonly Publisher[];
  onChange: (publishers: Publisher[]) => void;
  errors: Readonly<Record<string, unknown>>;
};

function PublisherRows({ publishers, onChange, errors }: PublisherRowsProps) {
  const change = (index: number, changes: Partial<Publisher>) =>
    onChange(publishers.map((one, at) => (at === index ? { ...one, ...changes } : one)));
  return (
    <Fieldset legend={recordingWords.publishers} p="sm">
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {recordingWords.publishersHint}
        </Text>
        <ListError errors={errors} field="publishers" />
        {numbered(publishers).map(({ row: { name, ipi }, index }) => {
          const label = recordingWords.publisher(index + 1);
          return (
            <Group key={index} gap="xs" align="flex-start" role="group" aria-label={label}>
              <TextInput
                aria-label={recordingWords.nameOf(label)}
                placeholder={recordingWords.name}
                value={name}
                onChange={(event) => change(index, { name: event.currentTarget.value })}
                error={errorAt(errors, `publishers.${index}.name`)}
                maxLength={500}
                flex="2 1 180px"
              />
              <TextInput
                aria-label={recordingWords.ipiOf(label)}
                placeholder={recordingWords.ipi}
                value={ipi ?? ""}
                onChange={(event) => change(index, { ipi: event.currentTarget.value.replaceAll(" ", "") || null })}
                error={errorAt(errors, `publishers.${index}.ipi`)}
                flex="1 1 130px"
              />
              <RemoveRow what={label} onClick={() => onChange(publishers.toSpliced(index, 1))} />
            </Group>
          );
        })}
        <AddRow what={recordingWords.addPublisher} onClick={() => onChange([...publishers, { name: "" }])} />
      </Stack>
    </Fieldset>
  );
}
