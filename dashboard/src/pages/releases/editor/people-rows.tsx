// People as rows: a name, a role, and the number that tells people of one name apart.

import { ActionIcon, Fieldset, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { type Artist, artistRoles } from "@segue/sdk";
import { IconArrowUp, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { errorAt } from "../../../data/data.ts";
import { AddRow } from "../../../forms/form-rows.tsx";
import { showWord } from "../../../values/format.ts";
import { fieldWords } from "../words.ts";
import { StoreArtistIds } from "./store-artist-ids.tsx";
import { peopleWords } from "./words.ts";

type ArtistRowsProps = {
  about: string;
  artists: readonly Artist[];
  onChange: (artists: Artist[]) => void;
  errors: Readonly<Record<string, unknown>>;
};

export function ArtistRows({ about, artists, onChange, errors }: ArtistRowsProps) {
  const change = (index: number, changes: Partial<Artist>) =>
    onChange(artists.map((artist, at) => (at === index ? { ...artist, ...changes } : artist)));
  const raise = (index: number) => {
    const above = artists[index - 1];
    const artist = artists[index];
    if (above && artist) onChange(artists.toSpliced(index - 1, 2, artist, above));
  };
  const rowOf = ({ row: artist, index }: { row: Artist; index: number }) => {
    const label = peopleWords.artist(index + 1);
    const errorOf = (part: string) => errorAt(errors, `artists.${index}.${part}`);
    return (
      <PersonRow
        key={index}
        person={artist}
        label={label}
        errorOf={errorOf}
        onChange={(changes) => change(index, changes)}
        onRaise={index > 0 ? () => raise(index) : undefined}
        onRemove={() => onChange(artists.filter((_, at) => at !== index))}
        role={
          <ArtistRole
            label={peopleWords.roleOf(label)}
            value={artist.role}
            error={errorOf("role")}
            onChange={(role) => change(index, { role })}
          />
        }
      >
        <StoreArtistIds
          label={label}
          ids={artist.store_artist_ids ?? {}}
          errorOf={(store_id) => errorOf(`store_artist_ids.${store_id}`)}
          onChange={(store_artist_ids) => change(index, { store_artist_ids })}
        />
      </PersonRow>
    );
  };
  return (
    <Fieldset legend={fieldWords.artists} p="sm">
      <Stack gap="sm">
        <Text size="xs" c="dimmed">
          {about}
        </Text>
        <ListError errors={errors} field="artists" />
        {numbered(artists).map(rowOf)}
        <AddRow
          what={peopleWords.addArtist}
          onClick={() => onChange([...artists, { name: "", role: artists.length === 0 ? "main" : "featured" }])}
        />
      </Stack>
    </Fieldset>
  );
}

/** The issue of the list itself; those of its parts stand at their rows. */
export function ListError({ errors, field }: { errors: Readonly<Record<string, unknown>>; field: string }) {
  if (errors[field] === undefined) return null;
  return (
    <Text size="sm" c="red" role="alert">
      {errorAt(errors, field)}
    </Text>
  );
}

type Person = { name: string; isni?: string | null | undefined };

type PersonRowProps = {
  person: Person;
  label: string;
  errorOf: (part: string) => string | undefined;
  onChange: (changes: Partial<Person>) => void;
  onRaise: (() => void) | undefined;
  onRemove: () => void;
  /** The field of the role. */
  role: ReactNode;
  /** Below the row. */
  children?: ReactNode;
};

export function PersonRow(props: PersonRowProps) {
  const { person, label, errorOf, onChange, onRaise, onRemove, role, children } = props;
  return (
    <Group gap="xs" align="flex-start" role="group" aria-label={label}>
      <TextInput
        aria-label={peopleWords.nameOf(label)}
        placeholder={peopleWords.name}
        value={person.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={errorOf("name")}
        maxLength={500}
        flex="2 1 150px"
      />
      {role}
      <TextInput
        aria-label={peopleWords.isniOf(label)}
        placeholder={peopleWords.isni}
        value={person.isni ?? ""}
        onChange={(event) => onChange({ isni: event.currentTarget.value.replaceAll(" ", "") || null })}
        error={errorOf("isni")}
        flex="1 1 130px"
      />
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={peopleWords.moveUp(label)}
          disabled={!onRaise}
          onClick={onRaise}
        >
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" size="input-sm" aria-label={peopleWords.remove(label)} onClick={onRemove}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {children}
    </Group>
  );
}

type ArtistRoleProps = {
  label: string;
  value: Artist["role"];
  error: string | undefined;
  onChange: (role: Artist["role"]) => void;
};

function ArtistRole({ label, value, error, onChange }: ArtistRoleProps) {
  return (
    <Select
      aria-label={label}
      data={artistRoles.map((role) => ({ value: role, label: showWord(role) }))}
      value={value}
      onChange={(role) => role && onChange(role)}
      error={error}
      allowDeselect={false}
      flex="1 1 120px"
    />
  );
}

/** Rows as they are sent: what was left empty is not. */
export function namedPeople<Row extends { name: string }>(people: readonly Row[]): Row[] {
  return people.filter(({ name }) => name.trim() !== "");
}

/** Rows of a form have no ids: each is known by its place. */
export function numbered<Row>(rows: readonly Row[]): { row: Row; index: number }[] {
  return rows.map((row, index) => ({ row, index }));
}
