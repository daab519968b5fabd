import { Button, PasswordInput, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDisclosure } from "@mantine/hooks";
import { segue } from "../../data/api.ts";
import { fieldErrors, useAct } from "../../data/data.ts";
import { ActModal } from "../../forms/act-modal.tsx";
import { webhookFormWords, webhookWords } from "./words.ts";

type RotateSecretProps = { webhook_id: string; onMade: (secret: string | null) => void };

/** The service shows only a secret that it made: the partner has the other. */
export function RotateSecret({ webhook_id, onMade }: RotateSecretProps) {
  const [isOpen, modal] = useDisclosure();
  const form = useForm({ initialValues: { secret: "" } });
  const rotating = useAct((secret: string) => segue.webhooks.rotateSecret(webhook_id, secret ? { secret } : {}), {
    isQuiet: true,
    done: webhookWords.rotate.done,
    onDone: ({ secret }) => {
      leave();
      onMade(secret);
    },
  });
  const leave = () => {
    form.reset();
    rotating.reset();
    modal.close();
  };
  const rotate = () =>
    rotating.mutate(form.values.secret.trim(), { onError: (error) => form.setErrors(fieldErrors(error)) });
  return (
    <>
      <Button variant="default" onClick={modal.open}>
        {webhookWords.rotate.label}
      </Button>
      <ActModal
        title={webhookWords.rotate.question}
        isOpen={isOpen}
        close={leave}
        action={webhookWords.rotate.label}
        color="red"
        isBusy={rotating.isPending}
        error={rotating.error}
        onSubmit={rotate}
      >
        <Text size="sm">{webhookWords.rotate.hint}</Text>
        <PasswordInput
          label={webhookWords.rotate.secret}
          description={webhookWords.rotate.secretHint}
          placeholder={webhookFormWords.secretExample}
          autoComplete="off"
          {...form.getInputProps("secret")}
        />
      </ActModal>
    </>
  );
}
