// Ctrl-C, for commands that work for long: the user is told what became of the work and how to go on.

import { note } from "./output.ts";

/** As a shell tells that a signal ended a command: 128 and its number. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
type Signal = keyof typeof EXIT_CODES;
const signals = Object.keys(EXIT_CODES) as Signal[];

/** The work is told by `signal` and tidies up; then the line is said. A second Ctrl-C waits for nothing. */
export async function givenUpBySignal<T>(line: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const onSignal = (signal: Signal) => {
    if (controller.signal.aborted) process.exit(EXIT_CODES[signal]);
    controller.abort(signal);
  };
  for (const signal of signals) process.on(signal, onSignal);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    note(line);
    return process.exit(EXIT_CODES[controller.signal.reason as Signal]);
  } finally {
    for (const signal of signals) process.removeListener(signal, onSignal);
  }
}

/** For work that may end anywhere: the line is said, and that is the end. */
export function endWithLine(line: string, say: (line: string) => void = note): void {
  for (const signal of signals)
    process.once(signal, () => {
      say(line);
      process.exit(EXIT_CODES[signal]);
    });
}
