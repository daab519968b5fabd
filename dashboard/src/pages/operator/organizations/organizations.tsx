// Everyone who distributes through this service.

import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { Organization } from "@segue/sdk";
import { IconPlus } from "@tabler/icons-react";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { PageHead } from "../../../components/page-head.tsx";
import { Empty } from "../../../components/states.tsx";
import { Status } from "../../../components/status.tsx";
import { segue } from "../../../data/api.ts";
import { useList } from "../../../data/data.ts";
import { useAskedForm } from "../../../forms/asked-form.ts";
import { SearchInput } from "../../../forms/search-input.tsx";
import { navigate, useFilter } from "../../../router.tsx";
import { showBytes, showDay, showWord } from "../../../values/format.ts";
import { OrganizationForm } from "./organization-form.tsx";
import { bodyOf, newOrganization } from "./organization-settings.ts";
import { organizationsWords } from "./words.ts";

const columns: readonly Column<Organization>[] = [
  {
    id: "organization",
    title: organizationsWords.columns.organization,
    cell: ({ name, id }) => (
      <Stack gap={0} miw={0}>
        <Text fw={600} size="sm" truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {id}
        </Text>
      </Stack>
    ),
  },
  {
    id: "status",
    title: organizationsWords.columns.status,
    cell: ({ status }) => <Status value={status} />,
    width: 120,
  },
  { id: "tier", title: organizationsWords.columns.tier, cell: ({ tier }) => showWord(tier), width: 110, isExtra: true },
  {
    id: "review",
    title: organizationsWords.columns.review,
    cell: ({ review }) => showWord(review),
    width: 110,
    isExtra: true,
  },
  {
    id: "storage",
    title: organizationsWords.columns.storage,
    cell: (row) => showBytes(row.storage_used_bytes),
    width: 110,
    isNumber: true,
    isExtra: true,
  },
  {
    id: "since",
    title: organizationsWords.columns.since,
    cell: ({ created_at }) => showDay(created_at),
    width: 130,
    isExtra: true,
  },
];

export default function Organizations() {
  const [isOpen, modal] = useAskedForm("organization");
  const [q] = useFilter("q");
  const list = useList(["operator.organizations.list", q], (page) =>
    segue.operator.organizations.list({ ...page, q: q || undefined }),
  );
  const create = (
    <Button onClick={modal.open} leftSection={<IconPlus size={16} aria-hidden />}>
      {organizationsWords.create}
    </Button>
  );
  return (
    <>
      <PageHead title={organizationsWords.title} about={organizationsWords.about}>
        {create}
      </PageHead>
      <Group mb="md">
        <SearchInput placeholder={organizationsWords.search} />
      </Group>
      <ListTable
        label={organizationsWords.title}
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => `/organizations/${id}`}
        empty={
          q ? (
            <Empty title={organizationsWords.noMatch}>{organizationsWords.noMatchHint}</Empty>
          ) : (
            <Empty
              title={organizationsWords.none}
              example={'npx segue org create "Nightjar Records" --tier pro'}
              action={<Group>{create}</Group>}
            >
              {organizationsWords.noneHint}
            </Empty>
          )
        }
      />
      <Modal
        opened={isOpen}
        onClose={modal.close}
        title={organizationsWords.create}
        size="xl"
        closeButtonProps={{ "aria-label": organizationsWords.close }}
      >
        <OrganizationForm
          initial={newOrganization}
          isNew
          save={(values) => segue.operator.organizations.create(bodyOf(values))}
          done={organizationsWords.created}
          onDone={({ id }) => navigate(`/organizations/${id}`)}
        />
      </Modal>
    </>
  );
}
