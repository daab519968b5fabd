import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { showBytes } from "../../../values/format.ts";
import { continueUpload, pauseUpload, type Upload } from "./uploads.ts";

const words: Readonly<Record<Upload["state"], string>> = {
  waiting: "Waits for its turn",
  sending: "Uploading",
  paused: "Paused",
  stopped: "Stopped",
  checking: "The service checks the file",
};

function percentOf({ sent_bytes, size_bytes }: Upload): number {
  return Math.floor((sent_bytes / size_bytes) * 100);
}

/** "Uploading 43 %". */
export function sayUpload(upload: Upload): string {
  return upload.state === "checking" ? "Checking the file" : `Uploading ${percentOf(upload)} %`;
}

/** One file on its way: how far it is, and how to hold it. */
export function UploadProgress({ upload, onCancel }: { upload: Upload; onCancel: () => void }) {
  const { asset_id, filename, size_bytes, sent_bytes, state, error } = upload;
  const percent = percentOf(upload);
  const isGoing = state === "sending" || state === "waiting";
  return (
    <Stack gap={4} miw={0}>
      <Group justify="space-between" gap="xs">
        <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {words[state]}: {filename}, {showBytes(sent_bytes)} of {showBytes(size_bytes)}
        </Text>
        <Group gap={4}>
          {isGoing && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Pause ${filename}`}
              onClick={() => pauseUpload(asset_id)}
            >
              Pause
            </Button>
          )}
          {(state === "paused" || state === "stopped") && (
            <Button
              size="compact-xs"
              variant="light"
              aria-label={`Go on with ${filename}`}
              onClick={() => continueUpload(asset_id)}
            >
              Go on
            </Button>
          )}
          {state !== "checking" && (
            <Button size="compact-xs" variant="default" aria-label={`Cancel ${filename}`} onClick={onCancel}>
              Cancel
            </Button>
          )}
        </Group>
      </Group>
      <Progress value={state === "checking" ? 100 : percent} aria-label={`Upload of ${filename}`} />
      {error && (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}
