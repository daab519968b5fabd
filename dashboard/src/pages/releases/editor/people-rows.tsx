// Artists and contributors as rows: a name, a role, and the number that tells people of one name apart.

import { ActionIcon, Autocomplete, Button, Fieldset, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { type Artist, artistRoles, type Contributor } from "@segue/sdk";
import { IconArrowUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { errorAt } from "../../../data/data.ts";
import { showWord } from "../../../values/format.ts";
import { contributorRoles } from "../genres.ts";
import { StoreArtistIds } from "./store-artist-ids.tsx";
import { peopleWords } from "./words.ts";

type Person = Omit<Artist, "role"> & { role: string };

type PeopleRowsProps = {
  legend: string;
  about?: string;
  /** "artists" or "contributors": the name of the field, by which errors are found. */
  field: "artists" | "contributors";
  people: readonly Person[];
  onChange: (people: Person[]) => void;
  errors: Readonly<Record<string, unknown>>;
  disabled?: boolean;
};

export function PeopleRows({ legend, about, field, people, onChange, errors, disabled = false }: PeopleRowsProps) {
  const words = peopleWords[field];
  const change = (index: number, changes: Partial<Person>) =>
    onChange(people.map((person, at) => (at === index ? { ...person, ...changes } : person)));
  const raise = (index: number) => {
    const above = people[index - 1];
    const person = people[index];
    if (above && person) onChange(people.toSpliced(index - 1, 2, person, above));
  };
  const newRole = field === "contributors" ? "" : people.length === 0 ? "main" : "featured";
  return (
    <Fieldset legend={legend} p="sm">
      <Stack gap="sm">
        {about && (
          <Text size="xs" c="dimmed">
            {about}
          </Text>
        )}
        {errors[field] !== undefined && (
          <Text size="sm" c="red" role="alert">
            {errorAt(errors, field)}
          </Text>
        )}
        {people
          .map((person, index) => ({ person, index }))
          .map(({ person, index }) => (
            <PersonRow
              key={index}
              person={person}
              label={words.one(index + 1)}
              isArtist={field === "artists"}
              errorOf={(part) => errorAt(errors, `${field}.${index}.${part}`)}
              disabled={disabled}
              onChange={(changes) => change(index, changes)}
              onRaise={index > 0 ? () => raise(index) : undefined}
              onRemove={() => onChange(people.filter((_, at) => at !== index))}
            />
          ))}
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          disabled={disabled}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...people, { name: "", role: newRole }])}
        >
          {words.add}
        </Button>
      </Stack>
    </Fieldset>
  );
}

type PersonRowProps = {
  person: Person;
  label: string;
  isArtist: boolean;
  errorOf: (part: string) => string | undefined;
  disabled: boolean;
  onChange: (changes: Partial<Person>) => void;
  onRaise: (() => void) | undefined;
  onRemove: () => void;
};

function PersonRow({ person, label, isArtist, errorOf, disabled, onChange, onRaise, onRemove }: PersonRowProps) {
  const Role = isArtist ? ArtistRole : ContributorRole;
  return (
    <Group gap="xs" align="flex-start" role="group" aria-label={label}>
      <TextInput
        aria-label={peopleWords.nameOf(label)}
        placeholder={peopleWords.name}
        value={person.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={errorOf("name")}
        maxLength={500}
        disabled={disabled}
        flex="2 1 150px"
      />
      <Role
        label={peopleWords.roleOf(label)}
        value={person.role}
        error={errorOf("role")}
        disabled={disabled}
        onChange={(role) => onChange({ role })}
      />
      <TextInput
        aria-label={peopleWords.isniOf(label)}
        placeholder={peopleWords.isni}
        value={person.isni ?? ""}
        onChange={(event) => onChange({ isni: event.currentTarget.value.replaceAll(" ", "") || null })}
        error={errorOf("isni")}
        disabled={disabled}
        flex="1 1 130px"
      />
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={peopleWords.moveUp(label)}
          disabled={disabled || !onRaise}
          onClick={onRaise}
        >
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label={peopleWords.remove(label)}
          disabled={disabled}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {isArtist && (
        <StoreArtistIds
          label={label}
          ids={person.store_artist_ids ?? {}}
          errorOf={(store_id) => errorOf(`store_artist_ids.${store_id}`)}
          disabled={disabled}
          onChange={(store_artist_ids) => onChange({ store_artist_ids })}
        />
      )}
    </Group>
  );
}

type RoleProps = {
  label: string;
  value: string;
  error: string | undefined;
  disabled: boolean;
  onChange: (role: string) => void;
};

function ArtistRole({ label, value, error, disabled, onChange }: RoleProps) {
  return (
    <Select
      aria-label={label}
      data={artistRoles.map((role) => ({ value: role, label: showWord(role) }))}
      value={value}
      onChange={(role) => role && onChange(role)}
      error={error}
      allowDeselect={false}
      disabled={disabled}
      flex="1 1 120px"
    />
  );
}

function ContributorRole({ label, value, error, disabled, onChange }: RoleProps) {
  return (
    <Autocomplete
      aria-label={label}
      placeholder={peopleWords.role}
      data={[...contributorRoles]}
      value={value}
      onChange={onChange}
      error={error}
      maxLength={100}
      disabled={disabled}
      flex="1 1 120px"
    />
  );
}

/** Rows as they are sent: what was left empty is not. */
export function namedPeople<Row extends Artist | Contributor>(people: readonly Row[]): Row[] {
  return people.filter(({ name }) => name.trim() !== "");
}
