// The form of a new credential: its name, what it may do, and until when.

import { Checkbox, SimpleGrid, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type Scope, scopes } from "@segue/sdk";
import { fieldErrors, useAct } from "../../data/data.ts";
import { ActModal } from "../../forms/act-modal.tsx";
import { credentialWords } from "./words.ts";

export type CredentialValues = { name: string | null; scopes?: Scope[]; expires_at?: string };

/** What can be given to it besides a name. */
export type CredentialParts = { hasScopes?: boolean; canExpire?: boolean };

type CredentialFormProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  parts: CredentialParts;
  create: (values: CredentialValues) => Promise<unknown>;
};

export function CredentialForm({ isOpen, onClose, title, parts, create }: CredentialFormProps) {
  const { hasScopes = false, canExpire = false } = parts;
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
    <ActModal
      title={title}
      isOpen={isOpen}
      close={onClose}
      action={credentialWords.form.send}
      isBusy={making.isPending}
      error={making.error}
      onSubmit={submit}
    >
      <TextInput
        label={credentialWords.form.name}
        placeholder={credentialWords.form.namePlaceholder}
        data-autofocus
        maxLength={200}
        {...form.getInputProps("name")}
      />
      {hasScopes && (
        <Switch label={credentialWords.form.everyScope} {...form.getInputProps("isWhole", { type: "checkbox" })} />
      )}
      {!form.values.isWhole && (
        <Checkbox.Group label={credentialWords.form.scopes} {...form.getInputProps("scopes")}>
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
          label={credentialWords.form.expires}
          description={credentialWords.form.expiresHint}
          {...form.getInputProps("expires_at")}
        />
      )}
    </ActModal>
  );
}
