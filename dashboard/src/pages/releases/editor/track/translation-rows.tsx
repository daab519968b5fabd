// The title and the names of artists in other languages or scripts, one entry a language.

import { Fieldset, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import type { Translation } from "@segue/sdk";
import { errorAt } from "../../../../data/data.ts";
import { AddRow, RemoveRow } from "../../../../forms/form-rows.tsx";
import { translationOptions } from "../../genres.ts";
import { fieldWords } from "../../words.ts";
import { ListError, numbered } from "../people-rows.tsx";
import { translationWords } from "./words.ts";

type TranslationRowsProps = {
  translations: readonly Translation[];
  /** The names that can be written in another way. */
  artists: readonly string[];
  onChange: (translations: Translation[]) => void;
  errors: Readonly<Record<string, unknown>>;
};

export function TranslationRows({ translations, artists, onChange, errors }: TranslationRowsProps) {
  const change = (index: number, changes: Partial<Translation>) =>
    onChange(translations.map((one, at) => (at === index ? { ...one, ...changes } : one)));
  return (
    <Stack gap="sm">
      <Text size="xs" c="dimmed">
        {translationWords.hint}
      </Text>
      <ListError errors={errors} field="translations" />
      {numbered(translations).map(({ row, index }) => (
        <TranslationRow
          key={index}
          translation={row}
          label={translationWords.one(index + 1)}
          artists={artists}
          errorOf={(part) => errorAt(errors, `translations.${index}.${part}`)}
          onChange={(changes) => change(index, changes)}
          onRemove={() => onChange(translations.toSpliced(index, 1))}
        />
      ))}
      <AddRow what={translationWords.add} onClick={() => onChange([...translations, { language: "", title: "" }])} />
    </Stack>
  );
}

type TranslationRowProps = {
  translation: Translation;
  label: string;
  artists: readonly string[];
  errorOf: (part: string) => string | undefined;
  onChange: (changes: Partial<Translation>) => void;
  onRemove: () => void;
};

function TranslationRow({ translation, label, artists, errorOf, onChange, onRemove }: TranslationRowProps) {
  const names = translation.artists ?? [];
  const nameOf = (artist: string) => names.find(({ name }) => name === artist)?.translated_name ?? "";
  const changeName = (artist: string, translated_name: string) => {
    const others = names.filter(({ name }) => name !== artist);
    onChange({ artists: translated_name ? [...others, { name: artist, translated_name }] : others });
  };
  return (
    <Fieldset legend={label} p="sm">
      <Group gap="xs" align="flex-end">
        <Select
          label={translationWords.language}
          data={translationOptions(translation.language)}
          value={translation.language || null}
          onChange={(language) => onChange({ language: language ?? "" })}
          error={errorOf("language")}
          searchable
          flex="1 1 180px"
        />
        <TextInput
          label={fieldWords.title}
          value={translation.title}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
          error={errorOf("title")}
          maxLength={500}
          lang={translation.language || undefined}
          flex="2 1 220px"
        />
        <RemoveRow what={label} onClick={onRemove} />
        {artists.map((artist) => (
          <TextInput
            key={artist}
            label={translationWords.artist(artist)}
            value={nameOf(artist)}
            onChange={(event) => changeName(artist, event.currentTarget.value)}
            error={errorOf(`artists.${names.findIndex(({ name }) => name === artist)}`)}
            maxLength={500}
            lang={translation.language || undefined}
            flex="1 1 220px"
          />
        ))}
      </Group>
    </Fieldset>
  );
}

/** Entries as they are sent: those without a language or a title wait. */
export function wholeTranslations(translations: readonly Translation[]): Translation[] | null {
  const whole = translations
    .filter(({ language, title }) => language !== "" && title.trim() !== "")
    .map(({ artists, ...one }) => {
      const named = artists?.filter(({ translated_name }) => translated_name.trim() !== "") ?? [];
      return { ...one, title: one.title.trim(), ...(named.length > 0 && { artists: named }) };
    });
  return whole.length > 0 ? whole : null;
}
