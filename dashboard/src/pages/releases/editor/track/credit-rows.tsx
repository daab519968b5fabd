// The people who made a track, by the three groups that stores ask for. A row stays where it is while its role is typed.

import { Autocomplete, Fieldset, Stack, Text } from "@mantine/core";
import type { Artist, Contributor } from "@segue/sdk";
import { useState } from "react";
import { musicRoleCodes, wordsOfRole } from "../../../../../../server/src/ddex/contributor-role.ts";
import { type CreditGroup, creditGroupOf, creditGroups } from "../../../../../../server/src/ddex/credit-groups.ts";
import { errorAt } from "../../../../data/data.ts";
import { AddRow } from "../../../../forms/form-rows.tsx";
import { showWord } from "../../../../values/format.ts";
import { ListError, PersonRow } from "../people-rows.tsx";
import { creditWords } from "./words.ts";

type Group = CreditGroup | "others";

const groupOf = (role: string): Group => creditGroupOf(role) ?? "others";

function rolesOf(group: Group): string[] {
  const words = musicRoleCodes.map((value) => wordsOfRole({ value, user_defined: null }));
  return [...new Set(words)].filter((role) => groupOf(role) === group).sort();
}

/** Artists with these roles are the names on the cover, and no credits. */
const isCredit = ({ role }: Artist) => role !== "main" && role !== "featured";

/** The groups in which no person is credited, as preflight counts. */
export function missingGroups(contributors: readonly Contributor[], artists: readonly Artist[]): CreditGroup[] {
  const credited = [...contributors.filter(({ name }) => name.trim() !== ""), ...artists.filter(isCredit)];
  const found = new Set(credited.map(({ role }) => groupOf(role)));
  return creditGroups.filter((group) => !found.has(group));
}

type CreditRowsProps = {
  contributors: readonly Contributor[];
  /** Those of the track, else of the release: some of their roles are credits too. */
  artists: readonly Artist[];
  onChange: (contributors: Contributor[]) => void;
  errors: Readonly<Record<string, unknown>>;
};

export function CreditRows({ contributors, artists, onChange, errors }: CreditRowsProps) {
  const [kept, setKept] = useState<readonly Group[]>(() => contributors.map(({ role }) => groupOf(role)));
  // Another page may have changed the list meanwhile.
  const groups = kept.length === contributors.length ? kept : contributors.map(({ role }) => groupOf(role));
  const change = (rows: readonly Contributor[], newGroups: readonly Group[]) => {
    setKept(newGroups);
    onChange([...rows]);
  };
  const swap = (a: number, b: number) => {
    const [first, second] = [contributors[a], contributors[b]];
    if (first && second) change(contributors.with(a, second).with(b, first), groups);
  };
  const shown: readonly Group[] = groups.includes("others") ? [...creditGroups, "others"] : creditGroups;
  return (
    <Stack gap="sm">
      <Text size="xs" c="dimmed">
        {creditWords.hint}
      </Text>
      <ListError errors={errors} field="contributors" />
      {shown.map((group) => (
        <GroupRows
          key={group}
          group={group}
          rows={contributors.flatMap((person, index) => (groups[index] === group ? [{ person, index }] : []))}
          artists={artists.filter((artist) => isCredit(artist) && groupOf(artist.role) === group)}
          errors={errors}
          onAdd={() =>
            change([...contributors, { name: "", role: creditWords.groups[group].firstRole }], [...groups, group])
          }
          onChange={(index, changes) =>
            change(
              contributors.map((person, at) => (at === index ? { ...person, ...changes } : person)),
              groups,
            )
          }
          onSwap={swap}
          onRemove={(index) => change(contributors.toSpliced(index, 1), groups.toSpliced(index, 1))}
        />
      ))}
    </Stack>
  );
}

type GroupRowsProps = {
  group: Group;
  /** Each with its place in the whole list, by which errors are found. */
  rows: readonly { person: Contributor; index: number }[];
  artists: readonly Artist[];
  errors: Readonly<Record<string, unknown>>;
  onAdd: () => void;
  onChange: (index: number, changes: Partial<Contributor>) => void;
  onSwap: (index: number, above: number) => void;
  onRemove: (index: number) => void;
};

function GroupRows({ group, rows, artists, errors, onAdd, onChange, onSwap, onRemove }: GroupRowsProps) {
  const words = creditWords.groups[group];
  const roles = rolesOf(group);
  return (
    <Fieldset legend={words.legend} p="sm">
      <Stack gap="sm">
        {artists.length > 0 && (
          <Text size="xs" c="dimmed">
            {creditWords.asArtists(artists.map(({ name, role }) => `${name} (${showWord(role).toLowerCase()})`))}
          </Text>
        )}
        {rows.length === 0 && artists.length === 0 && (
          <Text size="xs" c="dimmed">
            {creditWords.none}
          </Text>
        )}
        {rows.map(({ person, index }, place) => {
          const label = words.one(place + 1);
          const above = rows[place - 1];
          const errorOf = (part: string) => errorAt(errors, `contributors.${index}.${part}`);
          return (
            <PersonRow
              key={index}
              person={person}
              label={label}
              errorOf={errorOf}
              onChange={(changes) => onChange(index, changes)}
              onRaise={above && (() => onSwap(index, above.index))}
              onRemove={() => onRemove(index)}
              role={
                <Autocomplete
                  aria-label={creditWords.roleOf(label)}
                  placeholder={creditWords.role}
                  data={roles}
                  value={person.role}
                  onChange={(role) => onChange(index, { role })}
                  error={errorOf("role")}
                  maxLength={100}
                  flex="1 1 120px"
                />
              }
            >
              <OtherGroup role={person.role} group={group} />
            </PersonRow>
          );
        })}
        <AddRow what={words.add} onClick={onAdd} />
      </Stack>
    </Fieldset>
  );
}

/** Says where a role counts, if that is not the group in which it stands. */
function OtherGroup({ role, group }: { role: string; group: Group }) {
  const actual = groupOf(role);
  if (role.trim() === "" || actual === group) return null;
  return (
    <Text size="xs" c="dimmed" w="100%" role="status">
      {actual === "others"
        ? creditWords.inNoGroup(role)
        : creditWords.countsAs(role, creditWords.groups[actual].legend)}
    </Text>
  );
}
