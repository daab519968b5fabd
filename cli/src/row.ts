// The form of the table of commands. A noun has verbs. A verb is a row: its usage, its meaning, its options, examples, and
// the call of the API with the way to show the answer. Help, completion and docs/commands.md follow from the rows.
//
// `verb` calls the API once, `listVerb` follows the pages of a list, and `command` runs its own code. `input` has the
// arguments by their names in the usage, and the options that were given by the keys of their rows.

import type { Segue } from "@segue/sdk";
import { asTyped } from "./command-name.ts";
import { type Invocation, type KeyHolder, type ListPage, type PageQuery, pagesOf } from "./invocation.ts";
import { type CertainOption, type CommandOption, flag, parsed, readCount, withDefault } from "./option.ts";
import { UsageError } from "./settings.ts";

/** A noun with its verbs, or a command. */
export type Row = {
  /** Its name and its arguments, as help shows them: `show <asset_id>`. */
  usage: string;
  meaning: string;
  examples: readonly string[];
  /** Whose key it uses; by default the noun's. */
  as?: KeyHolder | undefined;
  /** Arguments that need more than their name. */
  arguments?: Readonly<Record<string, { meaning: string; choices?: readonly string[] }>> | undefined;
  options?: OptionRows | undefined;
  /** More help, before the examples. */
  notes?: (() => string) | undefined;
  verbs?: readonly Row[];
  run?: (invocation: Invocation, input: never) => Promise<void> | void;
};

type OptionRows = Readonly<Record<string, CommandOption>>;

type About<Options extends OptionRows> = Pick<Row, "examples" | "arguments" | "notes"> & {
  options?: Options;
};

export function noun(name: string, meaning: string, row: Pick<Row, "as" | "examples" | "verbs">): Row {
  return { usage: name, meaning, ...row };
}

type CommandRow<Options extends OptionRows, Input> = About<Options> & {
  as?: KeyHolder;
  verbs?: readonly Row[];
  run(invocation: Invocation, input: Input): Promise<void> | void;
};

export function command<const Usage extends string, Options extends OptionRows = Nothing>(
  usage: Usage,
  meaning: string,
  row: CommandRow<Options, Input<Usage, Options>>,
): Row {
  return { usage, meaning, ...row };
}

type VerbRow<Options extends OptionRows, Input, Answer> = About<Options> & {
  as?: KeyHolder | ((input: Input) => KeyHolder);
  call(client: Segue, input: Input): Promise<Answer>;
  /** How the answer is shown. Without any of these, as a resource. */
  show?(invocation: Invocation, answer: Answer, input: Input): void;
  lines?(answer: Answer): readonly string[];
  done?(input: Input): string;
  columns?: readonly string[];
  /** The rows of the answer that stand in this field. */
  rows?: { field: string; columns: readonly string[] };
  empty?: string;
  /** Fields that the service shows only this once. */
  secrets?: readonly string[];
  /** The resource as people see it, in place of the service's JSON. */
  asText?(answer: Answer): object;
  /** The command then ends with exit code 1. */
  hasFailed?(answer: Answer): boolean;
};

export function verb<const Usage extends string, Answer, Options extends OptionRows = Nothing>(
  usage: Usage,
  meaning: string,
  row: VerbRow<Options, Input<Usage, Options>, Answer>,
): Row {
  const { as, call } = row;
  return {
    ...row,
    usage,
    meaning,
    as: undefined,
    async run(invocation: Invocation, input: Input<Usage, Options>) {
      const { client } = invocation.connect(typeof as === "function" ? as(input) : as);
      const answer = await call(client, input);
      showAnswer(invocation, { row, answer, input });
      if (row.hasFailed?.(answer)) process.exitCode = 1;
    },
  };
}

type Answered<Options extends OptionRows, Input, Answer> = {
  row: VerbRow<Options, Input, Answer>;
  answer: Answer;
  input: Input;
};

function showAnswer<Options extends OptionRows, Input, Answer>(
  invocation: Invocation,
  { row, answer, input }: Answered<Options, Input, Answer>,
): void {
  const { output } = invocation;
  const { show, lines, done, columns, rows, empty, secrets, asText } = row;
  if (show) show(invocation, answer, input);
  else if (lines) output.report(answer as object, lines(answer));
  else if (done) output.done(done(input));
  else if (columns) output.list(answer as { data: object[] }, columns, empty);
  else if (rows) output.resourceWithRows(answer as object, rows.field, rows.columns, empty);
  else output.resource(asText && !output.is_json ? asText(answer) : (answer as object), secrets);
}

/** For a list that a command shows by its own code. */
export const pageOptions = {
  limit: withDefault(parsed("--limit <number>", "how many to show", readCount), 20),
  all: { ...flag("--all", "show all of them"), conflicts: ["limit"] },
};

export function rowsWanted({ limit, all }: { limit: number; all?: true }): number {
  return all ? Number.MAX_SAFE_INTEGER : limit;
}

type Columns<Input> = readonly string[] | ((input: Input) => readonly string[]);

type ListRow<Options extends OptionRows, Input, Item extends object> = About<Options> & {
  as?: KeyHolder | ((input: Input) => KeyHolder);
  columns: Columns<Input>;
  empty?: string;
  /** An item as people see it, in place of the service's JSON. */
  asText?(item: Item): object;
  call(client: Segue, query: Input & PageQuery): Promise<ListPage<Item>>;
};

/** A list with --limit and --all. */
export function listVerb<const Usage extends string, Item extends object, Options extends OptionRows = Nothing>(
  usage: Usage,
  meaning: string,
  row: ListRow<Options, Input<Usage, Options>, Item>,
): Row {
  const { as, columns, empty, asText, call } = row;
  type Given = Input<Usage, Options> & { limit: number; all?: true };
  return {
    ...row,
    usage,
    meaning,
    as: undefined,
    options: { ...pageOptions, ...row.options },
    async run(invocation: Invocation, given: Given) {
      const { limit: _limit, all: _all, ...rest } = given;
      const input = rest as unknown as Input<Usage, Options>;
      const { client } = invocation.connect(typeof as === "function" ? as(input) : as);
      const page = await pagesOf(rowsWanted(given), (page) => call(client, { ...input, ...page }));
      const { output } = invocation;
      const shown = asText && !output.is_json ? { ...page, data: page.data.map(asText) } : page;
      output.list(
        shown,
        typeof columns === "function" ? columns(input) : columns,
        empty && asTyped(empty, invocation.name),
      );
    },
  };
}

/** The fields of a change. Throws if none was given. */
export function changesOf<Changes extends object>(changes: Changes, usage: string): Changes {
  if (Object.keys(changes).length > 0) return changes;
  throw new UsageError(`Nothing to change; see \`segue ${usage} --help\`.`);
}

type Nothing = Record<never, never>;

type Input<Usage extends string, Options extends OptionRows> = Flat<ArgumentsOf<Usage> & ValuesOf<Options>>;

type Flat<Fields> = { [Name in keyof Fields]: Fields[Name] };

type ArgumentsOf<Usage extends string> = Usage extends `${infer First} ${infer Rest}`
  ? ArgumentOf<First> & ArgumentsOf<Rest>
  : ArgumentOf<Usage>;

type ArgumentOf<Word extends string> = Word extends `<${infer Name}...>`
  ? { [Key in Name]: string[] }
  : Word extends `<${infer Name}>`
    ? { [Key in Name]: string }
    : Word extends `[${infer Name}]`
      ? { [Key in Name]?: string }
      : unknown;

type ValuesOf<Options extends OptionRows> = {
  [Name in keyof Options as Options[Name] extends CertainOption ? Name : never]: ValueOf<Options[Name]>;
} & {
  [Name in keyof Options as Options[Name] extends CertainOption ? never : Name]?: ValueOf<Options[Name]>;
};

type ValueOf<Row> = Row extends CommandOption<infer Value> ? Value : never;
