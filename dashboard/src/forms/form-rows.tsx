// A list inside a form: one line an entry.

import { ActionIcon, Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { formWords } from "./words.ts";

type RemoveRowProps = { what: string; isDisabled?: boolean; onClick: () => void };

/** The button at the end of a row of a form. */
export function RemoveRow({ what, isDisabled = false, onClick }: RemoveRowProps) {
  return (
    <ActionIcon
      variant="default"
      size="input-sm"
      aria-label={formWords.remove(what)}
      disabled={isDisabled}
      onClick={onClick}
    >
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  );
}

export function AddRow({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <Button
      variant="default"
      size="xs"
      w="fit-content"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={onClick}
    >
      {what}
    </Button>
  );
}
