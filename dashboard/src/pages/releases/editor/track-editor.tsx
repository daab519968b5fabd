// All fields of one track. It saves itself.

import {
  Button,
  Checkbox,
  Group,
  Modal,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import type { AiShare, Artist, Release, Track, TrackChanges } from "@segue/sdk";
import { segue } from "../../../data/api.ts";
import { errorAt, useAct } from "../../../data/data.ts";
import { TerritoryPicker } from "../../../forms/territory-picker.tsx";
import { useAutosave } from "./autosave.ts";
import { Field, LanguageSelect } from "./metadata-step.tsx";
import { PeopleRows } from "./people-rows.tsx";
import { SaveState } from "./save-state.tsx";
import { type TrackValues, trackChangesOf, trackValuesOf } from "./track-values.ts";

const aiShares: Readonly<Record<AiShare, string>> = {
  none: "None of it",
  partial: "A part of it",
  full: "All of it",
};

type TrackEditorProps = { release: Release; track: Track; index: number; onClose: () => void };

export function TrackEditor({ release, track, index, onClose }: TrackEditorProps) {
  const saved = trackValuesOf(track, release);
  const form = useForm<TrackValues>({ initialValues: saved });
  const update = useAct((changes: TrackChanges) => segue.tracks.update(track.id, changes), { isQuiet: true });
  const autosave = useAutosave({
    form,
    saved,
    saved_at: track.updated_at,
    save: (changes) => update.mutateAsync(trackChangesOf(changes)),
  });
  const close = () => {
    autosave.flush();
    onClose();
  };
  const at = `tracks[${index}]`;
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={`Track ${track.track_number}: ${track.title}`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Stack onBlur={autosave.flush}>
        <SaveState autosave={autosave} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Field name={`${at}.title`}>
            <TextInput label="Title" required maxLength={500} data-autofocus {...form.getInputProps("title")} />
          </Field>
          <Field name={`${at}.version`}>
            <TextInput label="Version" placeholder="Radio Edit" maxLength={500} {...form.getInputProps("version")} />
          </Field>
          <Field name={`${at}.isrc`}>
            <TextInput label="ISRC" placeholder="QZ-ABC-27-00001" {...form.getInputProps("isrc")} />
          </Field>
          <Field name={`${at}.language`}>
            <LanguageSelect
              label="Language of the words"
              value={form.values.language}
              error={form.errors.language}
              onChange={(language) => form.setFieldValue("language", language)}
            />
          </Field>
          <NumberInput label="Disc" min={1} max={100} allowDecimal={false} {...form.getInputProps("disc_number")} />
          <Select
            label="Made by artificial intelligence"
            data={Object.entries(aiShares).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            {...form.getInputProps("ai")}
          />
        </SimpleGrid>
        <Field name={`${at}.artists`}>
          <PeopleRows
            legend="Artists"
            about="Without any, the release's."
            field="artists"
            people={form.values.artists}
            onChange={(people) => form.setFieldValue("artists", people as Artist[])}
            errors={form.errors}
          />
        </Field>
        <Field name={`${at}.contributors`}>
          <PeopleRows
            legend="Contributors"
            about="Composers and lyricists by their legal names, producers, musicians."
            field="contributors"
            people={form.values.contributors}
            onChange={(people) => form.setFieldValue("contributors", people)}
            errors={form.errors}
          />
        </Field>
        <Group>
          <Checkbox label="Explicit" {...form.getInputProps("explicit", { type: "checkbox" })} />
          <Checkbox label="Not sold by itself" {...form.getInputProps("withheld", { type: "checkbox" })} />
        </Group>
        <Textarea
          label="Lyrics"
          autosize
          minRows={2}
          maxRows={10}
          maxLength={50_000}
          {...form.getInputProps("lyrics")}
        />
        <Field name={`${at}.territory`}>
          <TerritoryPicker
            value={form.values.territory}
            onChange={(codes) => form.setFieldValue("territory", codes)}
            codes={release.territories}
            worldwide="As the release"
            error={errorAt(form.errors, "territory")}
          />
        </Field>
        <Group justify="flex-end">
          <Button onClick={close}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
