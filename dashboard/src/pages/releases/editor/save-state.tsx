import { Alert, Text } from "@mantine/core";
import { textOf } from "../../../data/data.ts";
import type { Autosave } from "./autosave.ts";
import { saveWords } from "./words.ts";

/** Whether a form that saves itself has done so. */
export function SaveState({ autosave: { state, error } }: { autosave: Autosave }) {
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {saveWords.states[state]}
      </Text>
      {error && (
        <Alert color="red" role="alert" title={saveWords.refused}>
          {textOf(error)}
        </Alert>
      )}
    </>
  );
}
