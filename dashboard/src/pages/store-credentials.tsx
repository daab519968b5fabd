// The keys of a store that fetches its messages.

import { Button, Group, Modal, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import type { OperatorStore, StoreCredential } from "@segue/sdk";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { ConfirmButton } from "../confirm-button.tsx";
import { segue } from "../api.ts";
import { fieldErrors, useAct, useList } from "../data.ts";
import { showAgo, showDay } from "../format.ts";
import { type Column, ListTable } from "../list-table.tsx";
import { Refused } from "../refused.tsx";
import { ShownOnce } from "../shown-once.tsx";
import { Empty } from "../states.tsx";

const columns: readonly Column<StoreCredential>[] = [
  {
    title: "Credential",
    cell: ({ id, name, last4 }) => (
      <Stack gap={0} miw={0}>
        <Text fw={600} size="sm" truncate>
          {name ?? "Without a name"}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          …{last4} · {id}
        </Text>
      </Stack>
    ),
  },
  { title: "Last used", cell: (row) => (row.last_used_at ? showAgo(row.last_used_at) : "Never"), width: 140 },
  { title: "Since", cell: ({ created_at }) => showDay(created_at), width: 130, isExtra: true },
  {
    title: "",
    width: 110,
    cell: ({ id, store_id, name, last4 }) => (
      <ConfirmButton
        label="Revoke"
        about={name ?? id}
        size="xs"
        title="Revoke this credential?"
        act={() => segue.operator.stores.credentials.delete(store_id, id)}
        done="The credential is revoked."
      >
        The store can no longer fetch its messages with …{last4}. Give it another one first.
      </ConfirmButton>
    ),
  },
];

export function StoreCredentials({ store: { store_id, name } }: { store: OperatorStore }) {
  const [isOpen, modal] = useDisclosure();
  const [secret, setSecret] = useState<string | null>(null);
  const list = useList(["operator.stores.credentials.list", store_id], (page) =>
    segue.operator.stores.credentials.list(store_id, page),
  );
  const form = useForm({ initialValues: { name: "" } });
  const create = useAct(
    (values: { name: string }) =>
      segue.operator.stores.credentials.create(store_id, { name: values.name.trim() || null }),
    {
      isQuiet: true,
      onDone: ({ key }) => {
        setSecret(key);
        form.reset();
        modal.close();
      },
    },
  );
  const submit = form.onSubmit((values) =>
    create.mutate(values, { onError: (error) => form.setErrors(fieldErrors(error)) }),
  );
  return (
    <Stack>
      <Group justify="space-between">
        <Title order={2} size="h4">
          Credentials
        </Title>
        <Button size="xs" onClick={modal.open} leftSection={<IconPlus size={14} aria-hidden />}>
          New credential
        </Button>
      </Group>
      <ListTable
        label="Credentials"
        list={list}
        columns={columns}
        keyOf={({ id }) => id}
        empty={
          <Empty title="No credentials yet" example={`npx segue store credential create ${store_id} --sandbox`}>
            {name} fetches its messages with a credential of its own. Create one and give it to the store.
          </Empty>
        }
      />
      <Modal opened={isOpen} onClose={modal.close} title="New credential" closeButtonProps={{ "aria-label": "Close" }}>
        <form onSubmit={submit}>
          <Stack>
            <Refused error={create.error} />
            <TextInput label="Name" placeholder="Ingestion" data-autofocus {...form.getInputProps("name")} />
            <Button type="submit" loading={create.isPending}>
              Create
            </Button>
          </Stack>
        </form>
      </Modal>
      <ShownOnce what="store credential" secret={secret} onClose={() => setSecret(null)} />
    </Stack>
  );
}
