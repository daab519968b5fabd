// An endpoint's own settings: where events go, and which.

import { Checkbox, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import type { PingedWebhook, Webhook } from "@segue/sdk";
import { segue } from "../../data/api.ts";
import { fieldErrors, useAct, useRead } from "../../data/data.ts";
import { useIsSandbox, useSession } from "../../data/session.ts";
import { ActModal } from "../../forms/act-modal.tsx";
import { webhookFormWords } from "./words.ts";

type WebhookValues = { url: string; description: string | null; event_type: string[]; secret?: string };

type FormValues = { url: string; description: string; event_type: string[]; hasSecret: boolean; secret: string };

type WebhookFormProps<Made extends PingedWebhook> = {
  title: string;
  action: string;
  webhook?: Webhook;
  close: () => void;
  save: (values: WebhookValues) => Promise<Made>;
  onSaved: (made: Made) => void;
};

export function WebhookForm<Made extends PingedWebhook>(props: WebhookFormProps<Made>) {
  const { title, action, webhook, close, save, onSaved } = props;
  const isSandbox = useIsSandbox();
  const form = useForm<FormValues>({
    initialValues: {
      url: webhook?.url ?? "",
      description: webhook?.description ?? "",
      event_type: webhook?.event_type ?? [],
      hasSecret: false,
      secret: "",
    },
  });
  const { url, description, event_type, hasSecret, secret } = form.values;
  const saving = useAct(save, { isQuiet: true, onDone: onSaved });
  const submit = () => {
    const settings = { url: url.trim(), description: description.trim() || null, event_type };
    saving.mutate(hasSecret ? { ...settings, secret: secret.trim() } : settings, {
      onError: (error) => form.setErrors(fieldErrors(error)),
    });
  };
  return (
    <ActModal
      title={title}
      isOpen
      close={close}
      action={action}
      isBusy={saving.isPending}
      isBlocked={!url.trim() || event_type.length === 0 || (hasSecret && !secret.trim())}
      error={saving.error}
      onSubmit={submit}
    >
      <TextInput
        label={webhookFormWords.url}
        type="url"
        description={isSandbox ? webhookFormWords.urlHintInSandbox : webhookFormWords.urlHint}
        placeholder={webhookFormWords.urlPlaceholder}
        data-autofocus
        required
        {...form.getInputProps("url")}
      />
      <TextInput
        label={webhookFormWords.description}
        placeholder={webhookFormWords.descriptionPlaceholder}
        maxLength={500}
        {...form.getInputProps("description")}
      />
      <EventTypes {...form.getInputProps("event_type")} />
      {!webhook && <OwnSecret form={form} />}
      <Text size="sm" c="dimmed">
        {webhookFormWords.pingHint}
      </Text>
    </ActModal>
  );
}

function OwnSecret({ form }: { form: UseFormReturnType<FormValues> }) {
  return (
    <>
      <Checkbox
        label={webhookFormWords.ownSecret}
        description={webhookFormWords.ownSecretHint}
        {...form.getInputProps("hasSecret", { type: "checkbox" })}
      />
      {form.values.hasSecret && (
        <PasswordInput
          label={webhookFormWords.secret}
          description={webhookFormWords.secretHint}
          placeholder={webhookFormWords.secretExample}
          autoComplete="off"
          required
          {...form.getInputProps("secret")}
        />
      )}
    </>
  );
}

type EventTypesProps = { value?: string[]; onChange?: (value: string[]) => void; error?: string };

function EventTypes({ value = [], onChange, error }: EventTypesProps) {
  const types = useEventTypes();
  const tier = useSession()?.session?.tier;
  return (
    <Checkbox.Group
      label={webhookFormWords.events}
      required
      value={value}
      {...(onChange && { onChange })}
      error={error}
    >
      <Stack gap="xs" mt="xs">
        {types
          .filter(({ event_type }) => event_type !== "ping")
          .map(({ event_type, description, tier: needed }) => (
            <Checkbox
              key={event_type}
              value={event_type}
              label={event_type}
              description={needed && needed !== tier ? webhookFormWords.forTier(description, needed) : description}
              disabled={needed !== null && needed !== tier}
            />
          ))}
      </Stack>
    </Checkbox.Group>
  );
}

export function useEventTypes() {
  const { data } = useRead(["eventTypes.list"], () => segue.eventTypes.list(), { isSteady: true });
  return data?.data ?? [];
}
