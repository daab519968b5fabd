// Everyone who can sign in, across all organizations.

import { Drawer, Group, Select, Stack, Text } from "@mantine/core";
import { type Person, personStatuses } from "@segue/sdk";
import { useState } from "react";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { Empty } from "../../../components/states.tsx";
import { Status } from "../../../components/status.tsx";
import { When } from "../../../components/when.tsx";
import { segue } from "../../../data/api.ts";
import { useList } from "../../../data/data.ts";
import { SearchInput } from "../../../forms/search-input.tsx";
import { useFilter } from "../../../router.tsx";
import { showWord } from "../../../values/format.ts";
import { PersonDetails } from "./person-details.tsx";
import { peopleWords } from "./words.ts";

const columns: readonly Column<Person>[] = [
  {
    id: "person",
    title: peopleWords.columns.person,
    cell: ({ name, email }) => (
      <Stack gap={0} miw={0}>
        <Text fw={600} size="sm" truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {email}
        </Text>
      </Stack>
    ),
  },
  { id: "status", title: peopleWords.columns.status, cell: ({ status }) => <Status value={status} />, width: 120 },
  {
    id: "factor",
    title: peopleWords.columns.factor,
    cell: ({ second_factor }) => peopleWords.factors[second_factor],
    width: 160,
    isExtra: true,
  },
  {
    id: "sign_in",
    title: peopleWords.columns.signIn,
    cell: ({ last_sign_in_at }) => (last_sign_in_at ? <When at={last_sign_in_at} /> : peopleWords.never),
    width: 150,
    isExtra: true,
  },
];

export default function People() {
  const [q] = useFilter("q");
  const [status, setStatus] = useFilter("status");
  const wanted = personStatuses.find((known) => known === status);
  const list = useList(["operator.people.list", q, wanted], (page) =>
    segue.operator.people.list({ ...page, q: q || undefined, status: wanted }),
  );
  const [openId, setOpenId] = useState<string>();
  const open = list.rows?.find(({ id }) => id === openId);
  const isFiltered = Boolean(q || wanted);
  return (
    <>
      <PageHead title={peopleWords.title} about={peopleWords.about} />
      <Group mb="md">
        <SearchInput placeholder={peopleWords.search} />
        <Select
          aria-label={peopleWords.status}
          placeholder={peopleWords.everyStatus}
          data={personStatuses.map((value) => ({ value, label: showWord(value) }))}
          value={wanted ?? null}
          onChange={(value) => setStatus(value ?? "")}
          clearable
          w={150}
        />
      </Group>
      <ListTable
        label={peopleWords.title}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        onOpen={({ id }) => setOpenId(id)}
        empty={
          isFiltered ? (
            <Empty title={peopleWords.noMatch}>{peopleWords.noMatchHint}</Empty>
          ) : (
            <Empty title={peopleWords.none}>{peopleWords.noneHint}</Empty>
          )
        }
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpenId(undefined)}
        title={open?.name ?? ""}
        position="right"
        size="lg"
        closeButtonProps={{ "aria-label": peopleWords.close }}
      >
        {open && <PersonDetails person={open} />}
      </Drawer>
    </>
  );
}
