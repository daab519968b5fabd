// All fields of one track. It saves itself. Fields that few tracks have stand behind one line a subject.

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
import { advisories, type Release, type Track, type TrackChanges } from "@segue/sdk";
import { segue } from "../../../../data/api.ts";
import { errorAt, useAct } from "../../../../data/data.ts";
import { TerritoryPicker } from "../../../../forms/territory-picker.tsx";
import { fieldWords } from "../../words.ts";
import { useAutosave } from "../autosave.ts";
import { Field, LanguageSelect } from "../metadata-step.tsx";
import { ArtistRows } from "../people-rows.tsx";
import { SaveState } from "../save-state.tsx";
import { type TrackForm, TrackParts } from "./track-parts.tsx";
import { type TrackValues, trackChangesOf, trackValuesOf } from "./track-values.ts";
import { trackWords } from "./words.ts";

const advisoryOptions = advisories.map((value) => ({ value, label: trackWords.advisories[value] }));

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
      size="xl"
      title={trackWords.title(track.track_number, track.title)}
      closeButtonProps={{ "aria-label": trackWords.close }}
    >
      <Stack onBlur={autosave.flush}>
        <SaveState autosave={autosave} />
        <CommonFields form={form} at={at} />
        <Field of={`${at}.artists`}>
          <ArtistRows
            about={trackWords.artistsHint}
            artists={form.values.artists}
            onChange={(artists) => form.setFieldValue("artists", artists)}
            errors={form.errors}
          />
        </Field>
        <Checkbox label={trackWords.withheld} {...form.getInputProps("withheld", { type: "checkbox" })} />
        <Textarea
          label={trackWords.lyrics}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={50_000}
          {...form.getInputProps("lyrics")}
        />
        <Field of={`${at}.territory`}>
          <TerritoryPicker
            value={form.values.territory}
            onChange={(codes) => form.setFieldValue("territory", codes)}
            codes={release.territories}
            worldwide={trackWords.asRelease}
            error={errorAt(form.errors, "territory")}
          />
        </Field>
        <div>
          <TrackParts form={form} at={at} release={release} />
        </div>
        <Group justify="flex-end">
          <Button onClick={close}>{trackWords.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function CommonFields({ form, at }: { form: TrackForm; at: string }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Field of={`${at}.title`}>
        <TextInput label={fieldWords.title} required maxLength={500} data-autofocus {...form.getInputProps("title")} />
      </Field>
      <Field of={`${at}.version`}>
        <TextInput
          label={fieldWords.version}
          placeholder={trackWords.versionPlaceholder}
          maxLength={500}
          {...form.getInputProps("version")}
        />
      </Field>
      <Field of={`${at}.isrc`}>
        <TextInput label={trackWords.isrc} placeholder={trackWords.isrcPlaceholder} {...form.getInputProps("isrc")} />
      </Field>
      <Field of={`${at}.language`}>
        <LanguageSelect
          label={trackWords.language}
          value={form.values.language}
          error={form.errors.language}
          onChange={(language) => form.setFieldValue("language", language)}
        />
      </Field>
      <Field of={`${at}.advisory`}>
        <Select
          label={trackWords.advisory}
          data={advisoryOptions}
          allowDeselect={false}
          {...form.getInputProps("advisory")}
        />
      </Field>
      <NumberInput
        label={trackWords.disc}
        min={1}
        max={100}
        allowDecimal={false}
        {...form.getInputProps("disc_number")}
      />
    </SimpleGrid>
  );
}
