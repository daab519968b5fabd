import { Button, Code, CopyButton, Group } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { copyWords } from "./words.ts";

/** A text that is copied whole, such as an id, a secret or a command. `label` says what it is. */
export function CopiedText({ text, label }: { text: string; label: string }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code block flex={1} miw={0} aria-label={label} tabIndex={0} style={{ overflowWrap: "anywhere" }}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            onClick={copy}
            aria-label={copied ? copyWords.done : copyWords.copyOf(label.toLowerCase())}
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          >
            {copied ? copyWords.done : copyWords.copy}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
