import { Button, Code, CopyButton, Group } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";

/** A text to take elsewhere, such as an address. `label` says what it is. */
export function Copied({ text, label }: { text: string; label: string }) {
  return (
    <Group gap="xs">
      <Code fz="sm" aria-label={label} style={{ overflowWrap: "anywhere" }}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            size="compact-sm"
            variant="default"
            onClick={copy}
            leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          >
            <span aria-live="polite">{copied ? "Copied" : "Copy"}</span>
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
