// Makes commander's commands from the rows of the table.

import { Argument, Command, Option } from "commander";
import type { Variables } from "../../server/src/settings.ts";
import { asTyped } from "./command-name.ts";
import { createInvocation, type GlobalOptions, type KeyHolder } from "./invocation.ts";
import type { CommandOption } from "./option.ts";
import type { Row } from "./row.ts";

/** `name`: the words that start the program, as the user types them. */
type Start = { variables: Variables; name: string };

export function commandOf(row: Row, start: Start, inherited: KeyHolder = "organization"): Command {
  const { usage, meaning, options = {}, notes, examples, verbs = [], as = inherited, run } = row;
  const [own = "", ...words] = usage.split(" ");
  const typed = (text: string) => asTyped(text, start.name);
  const command = new Command(own).description(typed(meaning));
  const names = words.map((word) => addArgument(command, word, row));
  const made = Object.entries(options).map(
    ([field, option]) => [field, addOption(command, { ...option, meaning: typed(option.meaning) })] as const,
  );
  if (notes) command.addHelpText("after", () => `\n${typed(notes())}`);
  addExamples(command, start.name, examples);
  for (const verb of verbs) command.addCommand(commandOf(verb, start, as));
  if (!run) return command;
  // An option after a verb is that verb's, also where both have one of that name.
  if (verbs.length > 0) command.enablePositionalOptions();
  return command.action(async () => {
    refuseMissing(command);
    const given = command.opts();
    const input = Object.fromEntries(
      [
        ...names.map((field, index) => [field, command.processedArgs[index]] as const),
        ...made.map(([field, option]) => [field, unboxed(given[option.attributeName()])] as const),
      ].filter(([, value]) => value !== undefined),
    );
    await run(createInvocation(start, as, command.optsWithGlobals<GlobalOptions>()), input as never);
  });
}

function addArgument(command: Command, word: string, row: Row): string {
  const named = word.replace(/^[<[]|(\.\.\.)?[>\]]$/g, "");
  const about = row.arguments?.[named];
  const argument = new Argument(word, about?.meaning);
  command.addArgument(about?.choices ? argument.choices(about.choices) : argument);
  return named;
}

function addOption(command: Command, row: CommandOption): Option {
  const option = new Option(row.flags, row.meaning);
  if (row.is_required) requiredOptions.add(option);
  if (row.choices) option.choices(row.choices);
  const { read } = row;
  if (read) option.argParser((text, before) => new Box(read.call(row, text, unboxed(before))));
  if (row.fallback !== undefined) option.default(row.fallback);
  if (row.conflicts) option.conflicts([...row.conflicts]);
  command.addOption(option);
  return option;
}

const requiredOptions = new WeakSet<Option>();

export function isRequired(option: Option): boolean {
  return requiredOptions.has(option);
}

/** Commander would report a missing option before an unknown one, and a typing error is often both. */
export function refuseMissing(command: Command): void {
  const missing = command.options.find(
    (option) => isRequired(option) && command.getOptionValue(option.attributeName()) === undefined,
  );
  if (missing) command.error(`error: required option '${missing.flags}' not specified`);
}

/** Commander turns a null that was read into an empty text, so values that were read travel in a box. */
class Box {
  constructor(readonly value: unknown) {}
}

function unboxed(value: unknown): unknown {
  return value instanceof Box ? value.value : value;
}

/** A line may begin with variables: `SEGUE_PORT=80 serve`. */
export function addExamples(command: Command, name: string, lines: readonly string[]): Command {
  const typed = lines.map((line) => `  $ ${line.replace(/^(?:[A-Z_]+=\S+ )*/, (variables) => `${variables}${name} `)}`);
  return command.addHelpText("after", `\nExamples:\n${typed.join("\n")}`);
}
