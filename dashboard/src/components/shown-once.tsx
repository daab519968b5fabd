import { Alert, Button, Group, Modal, Stack } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { CopiedText } from "./copied-text.tsx";

type ShownOnceProps = {
  /** Its kind, such as "API key". */
  what: string;
  secret: string | null;
  onClose: () => void;
};

/** A secret right after it was made. The service keeps a hash only, so it cannot be shown again. */
export function ShownOnce({ what, secret, onClose }: ShownOnceProps) {
  return (
    <Modal
      opened={secret !== null}
      onClose={onClose}
      title={`The new ${what}`}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": "Close" }}
      centered
    >
      <Stack>
        <Alert color="orange" icon={<IconKey aria-hidden />}>
          Copy it now and keep it in a safe place. It is shown only this once.
        </Alert>
        <CopiedText text={secret ?? ""} label={what} />
        <Group justify="flex-end">
          <Button onClick={onClose}>I have it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
