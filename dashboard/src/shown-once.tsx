import { Alert, Button, Code, CopyButton, Group, Modal, Stack, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";

type ShownOnceProps = {
  /** What it is, such as "API key". */
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
        <Code block tabIndex={0} aria-label={what} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {secret}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={secret ?? ""}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                <Text inherit component="span" aria-live="polite">
                  {copied ? "Copied" : "Copy"}
                </Text>
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>I have it</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
