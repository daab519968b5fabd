// The fields of a track that few tracks have, by subject. Each subject says what is filled in, so that it need not be opened.

import { Textarea } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { Artist, Contributor, Release } from "@segue/sdk";
import { FoldedPart } from "../../../../forms/folded-part.tsx";
import { showTerritory } from "../../../../values/format.ts";
import { Field } from "../metadata-step.tsx";
import { AiFields } from "./ai-fields.tsx";
import { CreditRows, missingGroups } from "./credit-rows.tsx";
import { ClassicalFields, RecordingFields } from "./recording-fields.tsx";
import type { TrackValues } from "./track-values.ts";
import { TranslationRows } from "./translation-rows.tsx";
import { aiWords, creditWords, trackPartWords } from "./words.ts";

export type TrackForm = UseFormReturnType<TrackValues>;
type TrackPartsProps = { form: TrackForm; at: string; release: Release };

/** A part opens by itself where the service refused one of its fields. */
const isRefused = ({ errors }: TrackForm, fields: readonly string[]) =>
  Object.keys(errors).some((path) => fields.includes(path.split(".")[0] ?? ""));

const recordingFields = ["p_line", "iswc", "recording_year", "recording_country", "publishers"];
const classicalFields = ["work", "movement_number", "movement_title"];

export function TrackParts({ form, at, release }: TrackPartsProps) {
  const { values, errors } = form;
  const artists = values.artists.length > 0 ? values.artists : release.artists;
  return (
    <>
      <FoldedPart
        title={trackPartWords.credits}
        about={sayCredits(values.contributors, artists)}
        isUrgent={isRefused(form, ["contributors"])}
      >
        <Field of={`${at}.contributors`}>
          <CreditRows
            contributors={values.contributors}
            artists={artists}
            onChange={(contributors) => form.setFieldValue("contributors", contributors)}
            errors={errors}
          />
        </Field>
      </FoldedPart>
      <FoldedPart
        title={trackPartWords.recording}
        about={saySetFields(values)}
        isUrgent={isRefused(form, recordingFields)}
      >
        <RecordingFields form={form} at={at} releaseLine={release.p_line} />
      </FoldedPart>
      <FoldedPart title={trackPartWords.ai} about={aiWords.shares[values.ai.share]} isUrgent={isRefused(form, ["ai"])}>
        <Field of={`${at}.ai`}>
          <AiFields value={values.ai} onChange={(ai) => form.setFieldValue("ai", ai)} />
        </Field>
      </FoldedPart>
      <TimedLyrics form={form} at={at} />
      <FoldedPart
        title={trackPartWords.classical}
        about={[values.work, values.movement_title].filter(Boolean).join(": ") || undefined}
        isUrgent={isRefused(form, classicalFields)}
      >
        <ClassicalFields form={form} at={at} />
      </FoldedPart>
      <FoldedPart
        title={trackPartWords.languages}
        about={trackPartWords.translated(values.translations.length)}
        isUrgent={isRefused(form, ["translations"])}
      >
        <Field of={`${at}.translations`}>
          <TranslationRows
            translations={values.translations}
            artists={artists.map(({ name }) => name)}
            onChange={(translations) => form.setFieldValue("translations", translations)}
            errors={errors}
          />
        </Field>
      </FoldedPart>
    </>
  );
}

function TimedLyrics({ form, at }: Omit<TrackPartsProps, "release">) {
  return (
    <FoldedPart
      title={trackPartWords.timedLyrics}
      about={form.values.lyrics_synced ? trackPartWords.filled : undefined}
      isUrgent={isRefused(form, ["lyrics_synced"])}
    >
      <Field of={`${at}.lyrics_synced`}>
        <Textarea
          label={trackPartWords.lrc}
          description={trackPartWords.lrcHint}
          placeholder={trackPartWords.lrcPlaceholder}
          autosize
          minRows={3}
          maxRows={12}
          maxLength={50_000}
          styles={{ input: { fontFamily: "var(--mono)", fontSize: 13 } }}
          {...form.getInputProps("lyrics_synced")}
        />
      </Field>
    </FoldedPart>
  );
}

/** How many are credited, and which groups stores would miss. */
function sayCredits(contributors: readonly Contributor[], artists: readonly Artist[]): string {
  const missing = missingGroups(contributors, artists).map((group) => creditWords.groups[group].missing);
  const credited = contributors.length > 0 ? [trackPartWords.credited(contributors.length)] : [];
  return [...credited, ...missing].join(" · ");
}

function saySetFields(values: TrackValues): string | undefined {
  const { recording_year, recording_country, iswc, publishers, is_instrumental, is_cover } = values;
  const said = [
    values.p_line && trackPartWords.ownLine,
    recording_year && String(recording_year),
    recording_country && showTerritory(recording_country),
    iswc,
    publishers.length > 0 && trackPartWords.publishers(publishers.length),
    is_instrumental && trackPartWords.instrumental,
    is_cover && trackPartWords.cover,
    values.instant_gratification && trackPartWords.instant,
  ];
  return said.filter(Boolean).join(" · ") || undefined;
}
