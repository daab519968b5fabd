// The first step: what a release is. Each field has beside it what preflight says of it.

import { Autocomplete, Checkbox, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { releaseTypes } from "@segue/sdk";
import type { ReactNode } from "react";
import { segue } from "../../../data/api.ts";
import { errorAt, useRead } from "../../../data/data.ts";
import { FoldedPart } from "../../../forms/folded-part.tsx";
import { TerritoryPicker } from "../../../forms/territory-picker.tsx";
import { showWord } from "../../../values/format.ts";
import { genres, languageOptions } from "../genres.ts";
import { FieldIssues } from "../preflight-issues.tsx";
import { fieldWords } from "../words.ts";
import { ArtistRows, namedPeople } from "./people-rows.tsx";
import type { ReleaseValues } from "./release-values.ts";
import { TranslationRows } from "./track/translation-rows.tsx";
import { trackPartWords } from "./track/words.ts";
import { metadataWords } from "./words.ts";

export type ReleaseForm = UseFormReturnType<ReleaseValues>;

const types = releaseTypes.map((value) => ({ value, label: showWord(value) }));

export function MetadataFields({ form }: { form: ReleaseForm }) {
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Field of="title">
          <TextInput label={fieldWords.title} required maxLength={500} {...form.getInputProps("title")} />
        </Field>
        <Field of="version">
          <TextInput
            label={fieldWords.version}
            placeholder={metadataWords.versionPlaceholder}
            maxLength={500}
            {...form.getInputProps("version")}
          />
        </Field>
      </SimpleGrid>
      <Field of="artists">
        <ArtistRows
          about={metadataWords.artistsHint}
          artists={form.values.artists}
          onChange={(artists) => form.setFieldValue("artists", artists)}
          errors={form.errors}
        />
      </Field>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Field of="release_date">
          <TextInput
            label={fieldWords.release_date}
            description={metadataWords.releaseDateHint}
            type="date"
            required
            {...form.getInputProps("release_date")}
          />
        </Field>
        <Field of="type">
          <Select
            label={fieldWords.type}
            description={metadataWords.typeHint}
            placeholder={metadataWords.typePlaceholder}
            data={types}
            clearable
            {...form.getInputProps("type")}
            value={form.values.type || null}
            onChange={(type) => form.setFieldValue("type", type ?? "")}
          />
        </Field>
        <Field of="genre">
          <Autocomplete label={fieldWords.genre} data={[...genres]} maxLength={500} {...form.getInputProps("genre")} />
        </Field>
        <Field of="subgenre">
          <TextInput
            label={fieldWords.subgenre}
            maxLength={200}
            disabled={form.values.genre.trim() === "" && form.values.subgenre === ""}
            {...form.getInputProps("subgenre")}
          />
        </Field>
        <Field of="language">
          <LanguageSelect
            label={metadataWords.language}
            value={form.values.language}
            error={form.errors.language}
            onChange={(language) => form.setFieldValue("language", language)}
          />
        </Field>
        <Field of="label">
          <TextInput
            label={fieldWords.label}
            description={metadataWords.labelHint}
            maxLength={500}
            {...form.getInputProps("label")}
          />
        </Field>
        <Field of="explicit">
          <Checkbox
            label={fieldWords.explicit}
            description={metadataWords.explicitHint}
            mt={{ base: 0, sm: 28 }}
            {...form.getInputProps("explicit", { type: "checkbox" })}
          />
        </Field>
        <Field of="p_line">
          <TextInput
            label={fieldWords.p_line}
            description={metadataWords.pLineHint}
            placeholder={metadataWords.linePlaceholder}
            maxLength={500}
            {...form.getInputProps("p_line")}
          />
        </Field>
        <Field of="c_line">
          <TextInput
            label={fieldWords.c_line}
            description={metadataWords.cLineHint}
            placeholder={metadataWords.linePlaceholder}
            maxLength={500}
            {...form.getInputProps("c_line")}
          />
        </Field>
      </SimpleGrid>
      <Field of="territories">
        <Territories form={form} />
      </Field>
      <div>
        <MoreFields form={form} />
        <OtherLanguages form={form} />
      </div>
    </Stack>
  );
}

function Territories({ form }: { form: ReleaseForm }) {
  const organization = useRead(["organization.get"], () => segue.organization.get(), { isSteady: true });
  const licensed = organization.data?.licensed_territories;
  const isWorld = !licensed || licensed.includes("WORLD");
  return (
    <TerritoryPicker
      value={form.values.territories}
      onChange={(codes) => form.setFieldValue("territories", codes)}
      codes={licensed}
      worldwide={isWorld ? metadataWords.worldwide : metadataWords.allLicensed(licensed.length)}
      error={form.values.territories.length === 0 ? metadataWords.noTerritory : errorAt(form.errors, "territories")}
    />
  );
}

const moreFields = ["upc", "ean", "catalog_number", "original_release_date", "start_at"];

function MoreFields({ form }: { form: ReleaseForm }) {
  return (
    <FoldedPart title={metadataWords.more} isUrgent={moreFields.some((field) => form.errors[field] !== undefined)}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Field of="upc">
          <TextInput label={fieldWords.upc} description={metadataWords.upcHint} {...form.getInputProps("upc")} />
        </Field>
        <Field of="ean">
          <TextInput label={fieldWords.ean} description={metadataWords.eanHint} {...form.getInputProps("ean")} />
        </Field>
        <Field of="catalog_number">
          <TextInput label={fieldWords.catalog_number} maxLength={500} {...form.getInputProps("catalog_number")} />
        </Field>
        <Field of="original_release_date">
          <TextInput
            label={fieldWords.original_release_date}
            description={metadataWords.originalDateHint}
            type="date"
            {...form.getInputProps("original_release_date")}
          />
        </Field>
        <Field of="start_at">
          <TextInput
            label={metadataWords.startAt}
            description={metadataWords.startAtHint}
            type="datetime-local"
            {...form.getInputProps("start_at")}
          />
        </Field>
      </SimpleGrid>
    </FoldedPart>
  );
}

function OtherLanguages({ form }: { form: ReleaseForm }) {
  const { values, errors } = form;
  const named = namedPeople(values.artists).map(({ name }) => name);
  return (
    <FoldedPart
      title={trackPartWords.languages}
      about={trackPartWords.translated(values.translations.length)}
      isUrgent={errorAt(errors, "translations") !== undefined}
    >
      <Field of="translations">
        <TranslationRows
          translations={values.translations}
          artists={named}
          onChange={(translations) => form.setFieldValue("translations", translations)}
          errors={errors}
        />
      </Field>
    </FoldedPart>
  );
}

export function Field({ of, children }: { of: string; children: ReactNode }) {
  return (
    <Stack gap={6}>
      {children}
      <FieldIssues field={of} />
    </Stack>
  );
}

type LanguageSelectProps = {
  label: string;
  value: string;
  error: ReactNode;
  onChange: (language: string) => void;
  disabled?: boolean;
};

export function LanguageSelect({ label, value, error, onChange, disabled = false }: LanguageSelectProps) {
  return (
    <Select
      label={label}
      data={languageOptions(value)}
      value={value || null}
      onChange={(language) => onChange(language ?? "")}
      error={error}
      disabled={disabled}
      searchable
      clearable
    />
  );
}
