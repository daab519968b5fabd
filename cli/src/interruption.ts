// Handles Ctrl-C in long commands: says what happened to the work and how to continue.

import { note } from "./output.ts";

/** The exit code that shells use for a signal: 128 plus the signal's number. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
type Signal = keyof typeof EXIT_CODES;
const signals = Object.keys(EXIT_CODES) as Signal[];

/** `signal` asks the work to stop and clean up; then the line is printed. A second Ctrl-C ends the process at once. */
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

/** For work that may stop anywhere: a signal prints the line and ends the process. */
export async function endedBySignal<T>(
  line: string,
  work: () => Promise<T>,
  say: (line: string) => void = note,
): Promise<T> {
  const onSignal = (signal: Signal) => {
    say(line);
    process.exit(EXIT_CODES[signal]);
  };
  for (const signal of signals) process.once(signal, onSignal);
  try {
    return await work();
  } finally {
    for (const signal of signals) process.removeListener(signal, onSignal);
  }
}
