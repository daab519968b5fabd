// The subject of a contract: everything, a label, or releases and tracks that are found by search.

import { Checkbox, Group, Input, Radio, Stack, Text, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { type ReactNode, useState } from "react";
import { ReleaseName, useRelease } from "../../components/release-name.tsx";
import { Ready } from "../../components/states.tsx";
import { useTracks } from "../../data/catalog.ts";
import { errorAt } from "../../data/data.ts";
import { FormPart } from "../../forms/form-part.tsx";
import { RemoveRow } from "../../forms/form-rows.tsx";
import { SearchSelect } from "../../forms/search-select.tsx";
import { searchReleases } from "../deliveries/release-choice.tsx";
import classes from "./contract-editor.module.css";
import type { ContractValues, Level } from "./contract-values.ts";
import { Names, TrackName } from "./subject.tsx";
import { editorWords } from "./words.ts";

type Form = UseFormReturnType<ContractValues>;

const levels = Object.entries(editorWords.subjects) as [Level, string][];

export function SubjectFields({ form }: { form: Form }) {
  const { level } = form.values;
  const error = errorAt(form.errors, "applies_to");
  return (
    <FormPart title={editorWords.subject}>
      <Radio.Group aria-label={editorWords.subject} {...form.getInputProps("level")}>
        <Group gap="lg">
          {levels.map(([value, label]) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Group>
      </Radio.Group>
      {level === "label" && (
        <TextInput
          label={editorWords.label}
          description={editorWords.labelHint}
          required
          maxLength={200}
          {...form.getInputProps("label")}
          error={error}
        />
      )}
      {level === "release" && <Releases form={form} />}
      {level === "track" && <Tracks form={form} />}
      {error && level !== "label" && <Input.Error role="alert">{error}</Input.Error>}
      <Text size="sm" c="dimmed">
        {editorWords.subjectHint}
      </Text>
    </FormPart>
  );
}

type SearchProps = { label: string; value: string; onChange: (release_id: string) => void };

function ReleaseSearch({ label, value, onChange }: SearchProps) {
  return (
    <SearchSelect
      queryKey={["releases.list", "choice"]}
      search={searchReleases}
      label={label}
      placeholder={editorWords.releasePlaceholder}
      nothing={editorWords.noRelease}
      value={value}
      onChange={onChange}
    />
  );
}

function Releases({ form }: { form: Form }) {
  const { release_ids } = form.values;
  const add = (id: string) => {
    if (id && !release_ids.includes(id)) form.setFieldValue("release_ids", [...release_ids, id]);
  };
  return (
    <>
      {/* A new one each time, which is empty again. */}
      <ReleaseSearch key={release_ids.length} label={editorWords.addRelease} value="" onChange={add} />
      <Chosen
        label={editorWords.chosenReleases}
        ids={release_ids}
        onChange={(ids) => form.setFieldValue("release_ids", ids)}
      >
        {(id) => <ReleaseName release_id={id} />}
      </Chosen>
    </>
  );
}

function Tracks({ form }: { form: Form }) {
  const [release_id, setRelease] = useState("");
  const { track_ids } = form.values;
  const set = (ids: string[]) => form.setFieldValue("track_ids", ids);
  return (
    <>
      <ReleaseSearch label={editorWords.addTracks} value={release_id} onChange={setRelease} />
      {release_id && <TrackChecks release_id={release_id} chosen={track_ids} onChange={set} />}
      <Chosen label={editorWords.chosenTracks} ids={track_ids} onChange={set}>
        {(id) => <TrackName track_id={id} />}
      </Chosen>
    </>
  );
}

type TrackChecksProps = { release_id: string; chosen: string[]; onChange: (ids: string[]) => void };

function TrackChecks({ release_id, chosen, onChange }: TrackChecksProps) {
  const tracks = useTracks(release_id);
  const release = useRelease(release_id);
  return (
    <Ready of={tracks}>
      {(found) =>
        found.length === 0 ? (
          <Text size="sm">{editorWords.noTracks}</Text>
        ) : (
          <Checkbox.Group label={editorWords.tracksOf(release?.title ?? release_id)} value={chosen} onChange={onChange}>
            <Stack gap="xs" mt="xs" mah={280} style={{ overflowY: "auto" }}>
              {found.map(({ id, track_number, title, version }) => (
                <Checkbox key={id} value={id} label={`${track_number}. ${version ? `${title} (${version})` : title}`} />
              ))}
            </Stack>
          </Checkbox.Group>
        )
      }
    </Ready>
  );
}

type ChosenProps = {
  label: string;
  ids: readonly string[];
  onChange: (ids: string[]) => void;
  children: (id: string) => ReactNode;
};

function Chosen({ label, ids, onChange, children }: ChosenProps) {
  return (
    <Stack role="group" aria-label={label}>
      {ids.length === 0 ? (
        <Text size="sm" c="dimmed">
          {editorWords.noneChosen}
        </Text>
      ) : (
        <Names ids={ids}>
          {(id) => (
            <div className={classes.chosen}>
              <div>{children(id)}</div>
              <RemoveRow what={id} onClick={() => onChange(ids.filter((other) => other !== id))} />
            </div>
          )}
        </Names>
      )}
    </Stack>
  );
}
