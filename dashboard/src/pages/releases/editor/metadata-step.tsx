// The first step: what a release is. Each field has beside it what preflight says of it.

import { Autocomplete, Button, Checkbox, Collapse, Select, SimpleGrid, Stack, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { type Artist, releaseTypes } from "@segue/sdk";
import type { ReactNode } from "react";
import { segue } from "../../../data/api.ts";
import { errorAt, useRead } from "../../../data/data.ts";
import { TerritoryPicker } from "../../../forms/territory-picker.tsx";
import { showType } from "../../../values/format.ts";
import { genres, languageOptions } from "../genres.ts";
import { FieldIssues } from "../preflight-issues.tsx";
import { PeopleRows } from "./people-rows.tsx";
import type { ReleaseValues } from "./release-values.ts";

export type ReleaseForm = UseFormReturnType<ReleaseValues>;

const types = releaseTypes.map((value) => ({ value, label: showType(value) }));

export function MetadataFields({ form }: { form: ReleaseForm }) {
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Field name="title">
          <TextInput label="Title" required maxLength={500} {...form.getInputProps("title")} />
        </Field>
        <Field name="version">
          <TextInput label="Version" placeholder="Deluxe Edition" maxLength={500} {...form.getInputProps("version")} />
        </Field>
      </SimpleGrid>
      <Field name="artists">
        <PeopleRows
          legend="Artists"
          about="In the order in which stores show them. At least one is a main artist."
          field="artists"
          people={form.values.artists}
          onChange={(people) => form.setFieldValue("artists", people as Artist[])}
          errors={form.errors}
        />
      </Field>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Field name="release_date">
          <TextInput
            label="Release date"
            description="Later than today. Stores want two to four weeks ahead."
            type="date"
            required
            {...form.getInputProps("release_date")}
          />
        </Field>
        <Field name="type">
          <Select
            label="Type"
            description="Left empty, it follows the number and length of the tracks."
            placeholder="By its tracks"
            data={types}
            clearable
            {...form.getInputProps("type")}
            value={form.values.type || null}
            onChange={(type) => form.setFieldValue("type", type ?? "")}
          />
        </Field>
        <Field name="genre">
          <Autocomplete label="Genre" data={[...genres]} maxLength={500} {...form.getInputProps("genre")} />
        </Field>
        <Field name="language">
          <LanguageSelect
            label="Language of the titles"
            value={form.values.language}
            error={form.errors.language}
            onChange={(language) => form.setFieldValue("language", language)}
          />
        </Field>
        <Field name="label">
          <TextInput
            label="Label"
            description="Left empty, your organization's."
            maxLength={500}
            {...form.getInputProps("label")}
          />
        </Field>
        <Field name="explicit">
          <Checkbox
            label="Explicit"
            description="Explicit lyrics or cover. Mark the tracks too."
            mt={{ base: 0, sm: 28 }}
            {...form.getInputProps("explicit", { type: "checkbox" })}
          />
        </Field>
        <Field name="p_line">
          <TextInput
            label="℗ line"
            description="Who owns the recording."
            placeholder="2027 Nightjar Records"
            maxLength={500}
            {...form.getInputProps("p_line")}
          />
        </Field>
        <Field name="c_line">
          <TextInput
            label="© line"
            description="Who owns artwork and texts."
            placeholder="2027 Nightjar Records"
            maxLength={500}
            {...form.getInputProps("c_line")}
          />
        </Field>
      </SimpleGrid>
      <Field name="territories">
        <Territories form={form} />
      </Field>
      <MoreFields form={form} />
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
      worldwide={isWorld ? "Worldwide" : `All ${licensed.length} that are licensed to you`}
      error={
        form.values.territories.length === 0
          ? "Choose at least one territory: until then the old choice stays."
          : errorAt(form.errors, "territories")
      }
    />
  );
}

function MoreFields({ form }: { form: ReleaseForm }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <>
      <Button variant="subtle" size="xs" w="fit-content" aria-expanded={isOpen} onClick={toggle}>
        {isOpen ? "Fewer fields" : "Numbers, and other dates"}
      </Button>
      <Collapse expanded={isOpen}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Field name="upc">
            <TextInput label="UPC" description="Left empty, one is assigned." {...form.getInputProps("upc")} />
          </Field>
          <Field name="ean">
            <TextInput label="EAN" description="Stores then know the release by it." {...form.getInputProps("ean")} />
          </Field>
          <Field name="catalog_number">
            <TextInput label="Catalogue number" maxLength={500} {...form.getInputProps("catalog_number")} />
          </Field>
          <Field name="original_release_date">
            <TextInput
              label="Original release date"
              description="If it came out before, here or elsewhere."
              type="date"
              {...form.getInputProps("original_release_date")}
            />
          </Field>
          <Field name="start_at">
            <TextInput
              label="First moment, in UTC"
              description="Left empty: midnight of the release date in each territory."
              type="datetime-local"
              {...form.getInputProps("start_at")}
            />
          </Field>
        </SimpleGrid>
      </Collapse>
    </>
  );
}

export function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Stack gap={6}>
      {children}
      <FieldIssues field={name} />
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
