// Columns that were assigned by hand become a format, by which this file and later ones are imported.

import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { Section } from "../../../../components/section.tsx";
import { segue } from "../../../../data/api.ts";
import { errorAt, fieldErrors, useAct } from "../../../../data/data.ts";
import { useMayOperate } from "../../../../data/session.ts";
import { Refused } from "../../../../forms/refused.tsx";
import { draftOf, headingOf } from "./assigned-columns.ts";
import { lacksOf } from "./hand-fields.tsx";
import { plainId } from "./plain-id.ts";
import type { Reading } from "./reading.ts";
import { rowsOf } from "./sample.ts";
import { saveFormatWords as words } from "./words.ts";

export function SaveFormat({ reading: { sample, assigned, choose } }: { reading: Reading }) {
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();
  const mayOperate = useMayOperate();
  const save = () => {
    const heading = headingOf(rowsOf(sample.text, assigned.separator), assigned.header);
    return segue.operator.reportFormats.create({
      format_id: plainId("format_", name),
      name: name.trim(),
      ...draftOf(assigned, heading),
    });
  };
  const saving = useAct(save, {
    done: (format) => words.done(format.name),
    isQuiet: true,
    onDone: ({ format_id }) => choose(format_id),
  });
  if (!mayOperate("POST", "createReportFormat")) return null;
  const submit = () => {
    setError(undefined);
    if (!name.trim()) return setError(words.missing);
    saving.mutate(undefined, { onError: (refused) => setError(errorAt(fieldErrors(refused), "name")) });
  };
  return (
    <Section title={words.title} about={words.hint}>
      <Refused error={saving.error} />
      <Group align="flex-start" gap="sm">
        <TextInput
          aria-label={words.name}
          placeholder={words.namePlaceholder}
          maxLength={200}
          w={{ base: "100%", xs: 320 }}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            // The form around it imports the file.
            event.preventDefault();
            submit();
          }}
          error={error}
        />
        <Button variant="default" loading={saving.isPending} disabled={lacksOf(assigned).length > 0} onClick={submit}>
          {words.send}
        </Button>
      </Group>
    </Section>
  );
}
