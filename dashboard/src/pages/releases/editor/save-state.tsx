import { Alert, Text } from "@mantine/core";
import { textOf } from "../../../data/data.ts";
import type { Autosave } from "./autosave.ts";

const words: Readonly<Record<Autosave["state"], string>> = {
  saved: "All changes are saved.",
  saving: "Saving…",
  refused: "Not everything is saved: see what is marked.",
};

/** Whether a form that saves itself has done so. */
export function SaveState({ autosave: { state, error } }: { autosave: Autosave }) {
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {words[state]}
      </Text>
      {error && (
        <Alert color="red" role="alert" title="This was not saved">
          {textOf(error)}
        </Alert>
      )}
    </>
  );
}
