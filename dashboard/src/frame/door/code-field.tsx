// The second factor at the door: the field appears when the service asks for it.

import { TextInput } from "@mantine/core";
import { SegueError } from "@segue/sdk";
import { doorWords } from "./words.ts";

/** The password was right, and a code is needed with it. */
export function asksForCode(error: Error | null): boolean {
  return (
    error instanceof SegueError &&
    error.code === "authentication_required" &&
    error.details.some(({ field }) => field === "code")
  );
}

export function CodeField({ value, onChange }: { value: string; onChange: (code: string) => void }) {
  return (
    <TextInput
      label={doorWords.code}
      description={doorWords.codeHint}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="one-time-code"
      maxLength={40}
      required
      autoFocus
    />
  );
}
