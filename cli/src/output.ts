// The output of commands: text for people, the service's own JSON with --json, only ids with --quiet.

import { SegueConnectionError, SegueError } from "@segue/sdk";
import picocolors from "picocolors";
import { greatest } from "../../server/src/platform/long-list.ts";
import { asTyped } from "./command-name.ts";
import { UsageError } from "./settings.ts";

// Depends on the stream, so that a pipe gets plain text. The library handles NO_COLOR and similar settings.
export const coloursOf = (stream: { isTTY?: boolean }) =>
  picocolors.createColors(stream.isTTY === true && picocolors.isColorSupported);
const colors = coloursOf(process.stdout);
const inError = coloursOf(process.stderr);

export type Output = {
  is_json: boolean;
  /** One resource. The fields named in `secrets` are new and shown only this once. */
  resource(value: object, secrets?: readonly string[]): void;
  /** One resource, and below it the rows that it holds in this field. */
  resourceWithRows(value: object, field: string, columns: readonly string[], empty?: string): void;
  /** `empty`: the text for an empty list. */
  list(page: Rows, columns: readonly string[], empty?: string): void;
  /** For output with its own form: the value as JSON, otherwise the lines. */
  report(value: object | null, lines: readonly string[]): void;
  done(sentence: string): void;
};

/** A page, or a list that has no pages. */
type Rows = { data: readonly object[]; has_more?: boolean };

export function createOutput(form: "json" | "quiet" | "text"): Output {
  return { json: jsonOutput, quiet: quietOutput, text: textOutput }[form];
}

const jsonOutput: Output = {
  is_json: true,
  resource: (value, secrets = []) => {
    print(JSON.stringify(value, null, 2));
    warnOfLost(value, secrets);
  },
  resourceWithRows: (value) => jsonOutput.resource(value),
  list: (page) => print(JSON.stringify(page, null, 2)),
  report: (value) => print(JSON.stringify(value, null, 2)),
  done: () => undefined,
};

const textOutput: Output = {
  is_json: false,
  resource(value, secrets = []) {
    const fields = Object.entries(value).filter(([name]) => !secrets.includes(name));
    for (const line of alignedRows(fields.map(([name, field]) => [colors.dim(name), cell(field)]))) print(line);
    for (const name of secrets.filter((secret) => fieldOf(value, secret) !== null))
      print(
        `\n${colors.bold(name)}  ${cell(fieldOf(value, name))}\n${colors.dim("shown only this once: keep it now")}`,
      );
    warnOfLost(value, secrets);
  },
  resourceWithRows(value, field, columns, empty) {
    const { [field]: data, ...rest } = value as Record<string, unknown>;
    textOutput.resource(rest);
    print("");
    textOutput.list({ data: data as object[] }, columns, empty);
  },
  list({ data, has_more }, columns, empty = "None.") {
    const head = columns.map((name) => colors.bold(name));
    if (data.length === 0) return note(empty);
    for (const line of alignedRows([head, ...data.map((row) => columns.map((name) => cell(fieldOf(row, name))))]))
      print(line);
    if (has_more) note("There are more: use --limit or --all.");
  },
  report(_, lines) {
    for (const line of lines) print(line);
  },
  done: (sentence) => print(sentence),
};

const quietOutput: Output = {
  is_json: false,
  resource(value, secrets = []) {
    printId(value);
    // A secret that is shown only once must not be lost.
    for (const name of secrets.filter((secret) => fieldOf(value, secret) !== null))
      note(`${name}  ${cell(fieldOf(value, name))}`);
    warnOfLost(value, secrets);
  },
  resourceWithRows: (value) => printId(value),
  list: ({ data }) => data.forEach(printId),
  report(value) {
    const rows = fieldOf(value, "data");
    if (Array.isArray(rows)) rows.forEach(printId);
    else printId(value);
  },
  done: () => undefined,
};

/** The `id`. Submissions and stores have another field: the first that is an id. */
function printId(value: object | null): void {
  const id = fieldOf(value, "id") ?? Object.entries(value ?? {}).find(([name]) => name.endsWith("_id"))?.[1];
  if (typeof id === "string") print(printable(id));
}

/** If the first answer was lost, the second one lacks the secret. */
function warnOfLost(value: object, secrets: readonly string[]): void {
  if (!secrets.some((name) => fieldOf(value, name) === null)) return;
  note(
    "The first answer, which showed the secret, was lost: revoke this one and create another, or rotate its secret.",
  );
  process.exitCode = 1;
}

function fieldOf(value: object | null, name: string): unknown {
  return (value as Record<string, unknown> | null)?.[name];
}

/** `name`: the words that start this program, for the commands in messages of our own. */
export function printFailure(error: Error, name: string): void {
  const mark = inError.red("segue:");
  const sentence = printable(error.message);
  if (error instanceof SegueError) note(`${mark} ${error.code}: ${sentence}`);
  else note(asTyped(`${mark} ${sentence}${error instanceof SegueConnectionError ? adviceOn(error) : ""}`, name));
  if (!(error instanceof SegueError || error instanceof UsageError)) return;
  const rows = error.details.map(({ field, issue }) => [printable(field || "body"), printable(issue)]);
  if (error instanceof SegueError) rows.push(["request id", error.request_id]);
  for (const line of alignedRows(rows)) note(`  ${line}`);
}

function adviceOn({ reason, message }: SegueConnectionError): string {
  if (reason === "not_segue") return " Is SEGUE_URL right?";
  return message.startsWith("Nothing answers") ? " Start the service with `segue serve`, or set SEGUE_URL." : "";
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Columns as wide as their widest cell; the last one ends where it ends. */
export function alignedRows(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => greatest(rows.map((row) => widthOf(row[column] ?? ""))));
  return rows.map((row) =>
    row
      .map((text, column) =>
        column === row.length - 1 ? text : text + " ".repeat((widths[column] ?? 0) - widthOf(text)),
      )
      .join("  "),
  );
}

function widthOf(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours take no room.
  return [...text.replaceAll(/\x1b\[\d+m/g, "")].length;
}

export function cell(value: unknown): string {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return "-";
  if (Array.isArray(value) && value.every((entry) => typeof entry !== "object")) return printable(shortened(value));
  return printable(wordsOf(value));
}

/** `status rejected, rejection_code art_too_small`: the fields that have a value, by their names. */
function wordsOf(value: unknown): string {
  if (value === null || typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.map(wordsOf).join("; ");
  return Object.entries(value)
    .filter(([, field]) => field !== null && field !== undefined)
    .map(([name, field]) => `${name} ${typeof field === "object" ? `(${wordsOf(field)})` : field}`)
    .join(", ");
}

const MANY = 20;
const SHOWN_OF_MANY = 5;

/** Shortens long lists: the world has 249 territories, too many for a line. */
function shortened(values: readonly unknown[]): string {
  return values.length > MANY ? `${values.slice(0, SHOWN_OF_MANY).join(",")},… (${values.length})` : values.join(",");
}

/** A name must not be able to control the terminal that shows it. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}|\p{Bidi_Control}/gu, "\ufffd");
}
