// docs/commands.md follows from the tree of commands. To write it anew: `npx vitest run cli/src/program.test.ts -u`.

import type { Command } from "commander";
import { expect, test } from "vitest";
import { isRequired } from "./command.ts";
import { commandsOf, createProgram } from "./program.ts";

const HEAD = `# Commands

All commands of \`segue\`, written from the program itself. \`segue <command> --help\` explains every option, with examples.
\`--json\` prints the service's JSON, \`-q\` ids alone, and \`--sandbox\` calls the sandbox as its operator.
`;

const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

function rowOf(command: Command): string {
  const named = command.registeredArguments.map((argument) => ` ${bracketed(argument)}`).join("");
  const flags = command.options.map((option) => `\`${option.long}\`${isRequired(option) ? " (required)" : ""}`);
  return `| \`${pathOf(command)}${named}\` | ${command.description()} | ${flags.join(", ")} |`;
}

function bracketed(argument: Command["registeredArguments"][number]): string {
  const name = argument.name() + (argument.variadic ? "..." : "");
  return argument.required ? `<${name}>` : `[${name}]`;
}

function section(title: string, intro: string, commands: readonly Command[]): string {
  const head = `## ${title}\n\n${intro ? `${intro[0]?.toUpperCase()}${intro.slice(1)}.\n\n` : ""}`;
  return `${head}| command | meaning | options |\n|---|---|---|\n${commands.map(rowOf).join("\n")}\n`;
}

test("docs/commands.md lists every command with its arguments and options", async () => {
  const { commands } = createProgram({});
  const nouns = commands.filter((command) => command.commands.length > 0);
  const others = commands.filter((command) => command.commands.length === 0);
  // A noun with options is a command too.
  const verbsOf = (noun: Command) =>
    commandsOf(noun).filter(({ commands, options }) => commands.length === 0 || options.length > 0);
  const page = [
    HEAD,
    section("Without a noun", "", others),
    ...nouns.map((noun) => section(pathOf(noun), noun.description(), verbsOf(noun))),
  ];
  await expect(page.join("\n")).toMatchFileSnapshot("../../docs/commands.md");
});
