// Options of commands, as rows. A command keys each row by the field of the API that it sets, so that the values need no
// mapping: they are the body or the query of the call.

import { InvalidArgumentError } from "commander";

/** `value` exists for the compiler only: the type that `read` returns. */
export type CommandOption<Value = unknown> = {
  flags: string;
  meaning: string;
  choices?: readonly string[];
  read?(text: string, before: Value | undefined): Value;
  is_required?: boolean;
  fallback?: unknown;
  /** Other options that must not be given too, by commander's names. */
  conflicts?: readonly string[];
  value?: Value;
};

/** It has a value in every run: the command needs it, or has a default. */
export type CertainOption<Value = unknown> = CommandOption<Value> & { is_certain: true };

/** A narrower type than string says which values the service accepts. The service checks them. */
export function text<Value extends string = string>(flags: string, meaning: string): CommandOption<Value> {
  return { flags, meaning };
}

export function flag<Value = true>(flags: string, meaning: string): CommandOption<Value> {
  return { flags, meaning };
}

/** One of a fact's values. Commander refuses others, and completion offers them. */
export function choice<Value extends string>(
  flags: string,
  meaning: string,
  choices: readonly Value[],
): CommandOption<Value> {
  return { flags, meaning, choices };
}

/** `a,b,c`. The service checks the values. */
export function listed<Value extends string = string>(flags: string, meaning: string): CommandOption<Value[]> {
  return { flags, meaning, read: (values) => readList(values) as Value[] };
}

/** `read` gets the value of the same option before it, for options that may be given several times. */
export function parsed<Value>(
  flags: string,
  meaning: string,
  read: (text: string, before: Value | undefined) => Value,
): CommandOption<Value> {
  return { flags, meaning, read };
}

export function required<Value>(option: CommandOption<Value>): CertainOption<Value> {
  return { ...option, is_required: true, is_certain: true };
}

export function withDefault<Value>(option: CommandOption<Value>, fallback: Value): CertainOption<Value> {
  return { ...option, fallback, is_certain: true };
}

/** A text that `none` removes. */
export function removable(flags: string, meaning: string): CommandOption<string | null> {
  return parsed(flags, meaning, (value) => (value === "none" ? null : value));
}

export function readList(text: string): string[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
}

export function readCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number from 1.");
}

export function readYesNo(text: string): boolean {
  if (text === "yes") return true;
  if (text === "no") return false;
  throw new InvalidArgumentError("It must be yes or no.");
}
