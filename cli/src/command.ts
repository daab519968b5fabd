// Shared by all commands: the global options, the client, and the parsing of options.

import { createSegue, type Segue, type SegueOptions } from "@segue/sdk";
import { type Command, InvalidArgumentError, Option } from "commander";
import { append } from "../../server/src/platform/long-list.ts";
import type { Variables } from "../../server/src/settings.ts";
import { createOutput, type Output } from "./output.ts";
import { operatorDestination, partnerDestination } from "./settings.ts";

/** The client and the output of a command. */
export type Hands = {
  url: string;
  client: Segue;
  output: Output;
  /** A command as the user types it for the same environment. */
  typed(command: string): string;
};

export type KeyHolder = "operator" | "organization";

/** Reads the global options and the credential of the caller. */
export function handsOf(
  variables: Variables,
  command: Command,
  holder: KeyHolder,
  more: Pick<SegueOptions, "fetch"> = {},
): Hands {
  const wish = { is_sandbox: isSandbox(command) };
  const { url, credential } =
    holder === "operator" ? operatorDestination(variables, wish) : partnerDestination(variables, wish);
  const typed = (line: string) => `segue ${line}${wish.is_sandbox ? " --sandbox" : ""}`;
  return { url, client: createSegue({ url, apiKey: credential, ...more }), output: outputOf(command), typed };
}

export function isSandbox(command: Command): boolean {
  return command.optsWithGlobals<{ sandbox?: boolean }>().sandbox === true;
}

/** For commands that call no service. */
export function outputOf(command: Command): Output {
  const { json, quiet } = command.optsWithGlobals<{ json?: boolean; quiet?: boolean }>();
  return createOutput(json ? "json" : quiet ? "quiet" : "text");
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

export type ListPage<Row> = { data: Row[]; next_cursor: string | null; has_more: boolean };

const MAX_PAGE = 100;

/** Follows the pages until there are as many rows as wanted. */
export async function pagesOf<Row>(
  wanted: number,
  load: (page: { limit: number; cursor: string | undefined }) => Promise<ListPage<Row>>,
): Promise<ListPage<Row>> {
  const data: Row[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await load({ limit: Math.min(MAX_PAGE, wanted - data.length), cursor });
    append(data, page.data);
    if (!page.has_more || page.next_cursor === null || data.length >= wanted) return { ...page, data };
    cursor = page.next_cursor;
  }
}

type Given<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> };

/** Only the options that were given. */
export function given<Values extends object>(values: Values): Given<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Given<Values>;
}

export function examples(command: Command, lines: readonly string[]): Command {
  return command.addHelpText("after", `\nExamples:\n${lines.map((line) => `  $ segue ${line}`).join("\n")}`);
}
