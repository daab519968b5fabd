// What all commands have in common: the global options, the client they call with, and how they read their options.

import { type Command, InvalidArgumentError, Option } from "commander";
import type { Variables } from "../config.ts";
import { type Client, createClient } from "./client.ts";
import { createOutput, type Output } from "./output.ts";
import { apiKey, operatorKey, serviceUrl, UsageError } from "./settings.ts";

/** What a command acts with. */
export type Hands = {
  url: string;
  client: Client;
  output: Output;
  /** A command as it is typed to be sent to the same environment. */
  typed(command: string): string;
};

export type Holder = "operator" | "organization";

/** Reads the global options and the credential of whoever acts. */
export function handsOf(variables: Variables, command: Command, holder: Holder): Hands {
  const environment = isSandbox(command) ? "sandbox" : "production";
  const credential = holder === "operator" ? operatorKey(variables) : apiKey(variables, environment);
  return handsAt(serviceUrl(variables, environment), credential, command);
}

/** For what is done in the sandbox: that of this machine, or else whatever SEGUE_URL names. */
export function sandboxHandsOf(variables: Variables, command: Command): Hands {
  const isNamed = Boolean(variables.SEGUE_URL?.trim()) && !isSandbox(command);
  const environment = isNamed ? "production" : "sandbox";
  return handsAt(serviceUrl(variables, environment), apiKey(variables, environment), command);
}

function isSandbox(command: Command): boolean {
  return command.optsWithGlobals<{ sandbox?: boolean }>().sandbox === true;
}

function handsAt(url: string, credential: string, command: Command): Hands {
  const typed = (line: string) => `segue ${line}${isSandbox(command) ? " --sandbox" : ""}`;
  return { url, client: createClient(url, credential), output: outputOf(command), typed };
}

/** For what needs no service. */
export function outputOf(command: Command): Output {
  return createOutput(command.optsWithGlobals<{ json?: boolean }>().json === true);
}

export type ListOptions = { limit: number; all?: true };

export function withPages(command: Command): Command {
  return command
    .option("--limit <number>", "how many to show", readCount, 20)
    .addOption(new Option("--all", "show all of them").conflicts("limit"));
}

export function rowsWanted({ limit, all }: ListOptions): number {
  return all ? Number.MAX_SAFE_INTEGER : limit;
}

export function readCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number from 1.");
}

/** `a,b,c` */
export function readList(text: string): string[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** An id is one segment of a path, whatever it holds. */
export function segment(id: string): string {
  if (id === "" || /^\.+$/.test(id)) throw new UsageError(`"${id}" is not an id.`);
  return encodeURIComponent(id);
}

/** The options that were given, without those that were not. */
export function given(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

export function examples(command: Command, lines: readonly string[]): Command {
  return command.addHelpText("after", `\nExamples:\n${lines.map((line) => `  $ segue ${line}`).join("\n")}`);
}
