// The commands that the dashboard shows, beside those of the program's own help: each is one that the program knows, with
// options that it has.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { refuseMissing } from "../../cli/src/command.ts";
import { commandsOf, createProgram } from "../../cli/src/program.ts";

type Command = ReturnType<typeof createProgram>;

const pages = fileURLToPath(new URL("../src", import.meta.url));

/** Stands for what a page fills in: an id, a status, a month. */
const FILLED_IN = "filled-in";

/** Every text that this expression can be: both of a choice, and with what is filled in. */
function textsOf(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return [node.text.trim()];
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression);
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (!ts.isTemplateExpression(node)) return [FILLED_IN];
  let texts = [node.head.text];
  for (const { expression, literal } of node.templateSpans)
    texts = texts.flatMap((text) => textsOf(expression).map((part) => text + part + literal.text));
  return texts;
}

function commandsIn(path: string): string[] {
  const source = readFileSync(path, "utf8");
  if (!source.includes("npx segue ")) return [];
  const lines: string[] = [];
  const look = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateExpression(node);
    const commands = isText ? textsOf(node).filter((text) => text.startsWith("npx segue ")) : [];
    lines.push(...commands);
    if (commands.length === 0) ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return lines;
}

/** The words after `segue`, as a shell reads them: without a comment or a file that stands before or behind the line. */
function words(line: string): string[] {
  const [command = ""] = line
    .replace(/^(npx )?segue /, "")
    .replaceAll(/\$\([^)]*\)|@\S+\.json/g, (part) => (part.startsWith("@") ? "{}" : FILLED_IN))
    .split(/ +[|<>#] /);
  return [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ""),
  );
}

/** It does nothing, but still reads its arguments. */
const program = idleProgram();

function idleProgram(): Command {
  const program = createProgram({});
  for (const command of commandsOf(program)) {
    // A noun with options is a command too.
    if (command.commands.length === 0 || (command.parent && command.options.length > 0))
      command.action(() => refuseMissing(command));
    command.configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
    for (const { argChoices } of [...command.options, ...command.registeredArguments]) argChoices?.push(FILLED_IN);
  }
  return program;
}

async function complaintsOf(line: string): Promise<string[]> {
  try {
    await program.parseAsync(words(line), { from: "user" });
    return [];
  } catch (error) {
    // Help was asked for.
    if (error instanceof Error && "exitCode" in error && error.exitCode === 0) return [];
    return [`${line}: ${error instanceof Error ? error.message : String(error)}`];
  }
}

async function expectKnown(lines: readonly string[]): Promise<void> {
  const complaints: string[] = [];
  for (const line of lines) complaints.push(...(await complaintsOf(line)));
  expect(complaints).toEqual([]);
}

test("a command that a page of the dashboard shows is one that the program knows", async () => {
  const paths = readdirSync(pages, { recursive: true, encoding: "utf8" }).filter((path) => /\.tsx?$/.test(path));
  const lines = paths.flatMap((path) => commandsIn(join(pages, path)));
  expect(lines.length).toBeGreaterThan(20);
  await expectKnown(lines);
});

test("so is each example of the program's help", async () => {
  const helpOf = (command: Command): string => {
    let help = "";
    command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
    return help;
  };
  const lines = commandsOf(createProgram({})).flatMap((command) =>
    [...helpOf(command).matchAll(/^ {2}\$ (segue .*)$/gm)].map(([, line = ""]) => line),
  );
  expect(lines.length).toBeGreaterThan(50);
  await expectKnown(lines);
});

test("a wrong option, a wrong value and an unknown command are seen", async () => {
  for (const line of [
    "npx segue release list --state draft",
    "npx segue release list --status new",
    "npx segue releases",
  ])
    expect(await complaintsOf(line)).toEqual([expect.stringContaining(`${line}: error`)]);
});
