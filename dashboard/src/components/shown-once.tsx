import { Alert, Button, Group, Modal, Stack } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { CopiedText } from "./copied-text.tsx";
import { copyWords } from "./words.ts";

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
      title={copyWords.shownOnce.title(what)}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": copyWords.shownOnce.close }}
      centered
    >
      <Stack>
        <Alert color="orange" icon={<IconKey aria-hidden />}>
          {copyWords.shownOnce.hint}
        </Alert>
        <CopiedText text={secret ?? ""} label={what} />
        <Group justify="flex-end">
          <Button onClick={onClose}>{copyWords.shownOnce.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
