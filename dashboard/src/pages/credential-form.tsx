// The form of a new credential: its name, what it may do, and until when.

import { Button, Checkbox, Modal, SimpleGrid, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ApiKey } from "@segue/sdk";
import { fieldErrors, useAct } from "../data.ts";
import { Refused } from "../refused.tsx";

export type Scope = ApiKey["scopes"][number];

const scopes: readonly Scope[] = [
  "catalog:read",
  "catalog:write",
  "deliveries:read",
  "deliveries:write",
  "webhooks:read",
  "webhooks:write",
  "royalties:read",
  "payouts:read",
  "payouts:write",
  "ddex:write",
  "keys:write",
];

export type CredentialValues = { name: string | null; scopes?: Scope[]; expires_at?: string };

type CredentialFormProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  canExpire?: boolean;
  create: (values: CredentialValues) => Promise<unknown>;
};

export function CredentialForm({ isOpen, onClose, title, canExpire = false, create }: CredentialFormProps) {
  const form = useForm({ initialValues: { name: "", isWhole: true, scopes: [] as Scope[], expires_at: "" } });
  const making = useAct(create, {
    isQuiet: true,
    onDone: () => {
      form.reset();
      onClose();
    },
  });
  const submit = form.onSubmit(({ name, isWhole, scopes: chosen, expires_at }) =>
    making.mutate(
      {
        name: name.trim() || null,
        ...(!isWhole && { scopes: chosen }),
        ...(expires_at && { expires_at: new Date(expires_at).toISOString() }),
      },
      { onError: (error) => form.setErrors(fieldErrors(error)) },
    ),
  );
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ "aria-label": "Close" }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Refused error={making.error} />
          <TextInput
            label="Name"
            placeholder="Label back office"
            data-autofocus
            maxLength={200}
            {...form.getInputProps("name")}
          />
          <Switch label="It may do everything" {...form.getInputProps("isWhole", { type: "checkbox" })} />
          {!form.values.isWhole && (
            <Checkbox.Group label="It may do this alone" {...form.getInputProps("scopes")}>
              <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" spacing="xs">
                {scopes.map((scope) => (
                  <Checkbox key={scope} value={scope} label={scope} />
                ))}
              </SimpleGrid>
            </Checkbox.Group>
          )}
          {canExpire && (
            <TextInput
              type="datetime-local"
              label="Until"
              description="Empty: it never expires."
              {...form.getInputProps("expires_at")}
            />
          )}
          <Button type="submit" loading={making.isPending}>
            Create
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
