import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { showBytes } from "../../../values/format.ts";
import { continueUpload, pauseUpload, type Upload } from "./uploads.ts";
import { uploadWords } from "./words.ts";

function percentOf({ sent_bytes, size_bytes }: Upload): number {
  return Math.floor((sent_bytes / size_bytes) * 100);
}

export function sayUpload(upload: Upload): string {
  return upload.state === "checking" ? uploadWords.checking : uploadWords.uploading(percentOf(upload));
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
          {uploadWords.states[state]}: {filename}, {uploadWords.sent(showBytes(sent_bytes), showBytes(size_bytes))}
        </Text>
        <Group gap={4}>
          {isGoing && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={uploadWords.pauseOf(filename)}
              onClick={() => pauseUpload(asset_id)}
            >
              {uploadWords.pause}
            </Button>
          )}
          {(state === "paused" || state === "stopped") && (
            <Button
              size="compact-xs"
              variant="light"
              aria-label={uploadWords.goOnWith(filename)}
              onClick={() => continueUpload(asset_id)}
            >
              {uploadWords.goOn}
            </Button>
          )}
          {state !== "checking" && (
            <Button size="compact-xs" variant="default" aria-label={uploadWords.cancelOf(filename)} onClick={onCancel}>
              {uploadWords.cancel}
            </Button>
          )}
        </Group>
      </Group>
      <Progress value={state === "checking" ? 100 : percent} aria-label={uploadWords.label(filename)} />
      {error && (
        <Text size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  );
}
