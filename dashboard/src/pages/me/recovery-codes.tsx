import { Alert, Button, Code, CopyButton, Group, Modal, Stack } from "@mantine/core";
import { IconCheck, IconCopy, IconDownload, IconKey } from "@tabler/icons-react";
import { copyWords } from "../../components/words.ts";
import { saveFile } from "../../data/save-file.ts";
import { factorWords } from "./words.ts";

const words = factorWords.codes;

/** Shown once: the service keeps hashes only. */
export function RecoveryCodesShown({ codes, onClose }: { codes: readonly string[] | null; onClose: () => void }) {
  const text = (codes ?? []).join("\n");
  return (
    <Modal
      opened={codes !== null}
      onClose={onClose}
      title={words.title}
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": words.close }}
      centered
    >
      <Stack>
        <Alert color="orange" icon={<IconKey aria-hidden />}>
          {words.hint}
        </Alert>
        <Code block aria-label={words.list} tabIndex={0}>
          {text}
        </Code>
        <Group justify="flex-end" gap="xs">
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                onClick={copy}
                leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              >
                {copied ? copyWords.done : copyWords.copy}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveFile(words.file, new Blob([text, "\n"], { type: "text/plain" }))}
          >
            {words.download}
          </Button>
          <Button onClick={onClose}>{words.done}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
