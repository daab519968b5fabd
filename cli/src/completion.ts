// Shell completion, written from the command tree: a command added tomorrow is completed tomorrow.

import type { Command, Option } from "commander";
import { command, type Row } from "./row.ts";

type Choice = { flag: string; values: readonly string[] };
type Word = { word: string; description: string; takes_value?: boolean };
type Node = { path: string; words: Word[]; choices: Choice[]; takes_files: boolean };

/** Arguments of these names are files. */
const fileArguments = ["file", "source"];

export function completionCommand(program: Command): Row {
  return command("completion <shell>", "print a script that completes commands", {
    arguments: { shell: { meaning: "", choices: Object.keys(scripts) } },
    examples: [
      "completion bash > ~/.local/share/bash-completion/completions/segue",
      'completion zsh > "$' + '{fpath[1]}/_segue"',
      "completion fish > ~/.config/fish/completions/segue.fish",
    ],
    run: (_, { shell }) => void process.stdout.write(scripts[shell as keyof typeof scripts](nodesOf(program))),
  });
}

/**
 * Every command with the words that may follow it: its commands, the values of its argument, its options and the global
 * ones.
 */
function nodesOf(program: Command, command: Command = program, path = ""): Node[] {
  const shared = program.options.filter(({ long }) => long !== "--version");
  const options = [...new Set([...command.options, ...shared])];
  const values = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const node: Node = {
    path,
    words: [
      ...command.commands.map((child) => ({ word: child.name(), description: child.description() })),
      ...values.map((word) => ({ word, description: "" })),
      ...options.map((option) => ({
        word: flagOf(option),
        description: option.description,
        takes_value: option.required,
      })),
      { word: "--help", description: "show help" },
    ],
    choices: options.flatMap((option) =>
      option.argChoices ? [{ flag: flagOf(option), values: option.argChoices }] : [],
    ),
    takes_files: command.registeredArguments.some((argument) => fileArguments.includes(argument.name())),
  };
  const below = command.commands.flatMap((child) => nodesOf(program, child, `${path} ${child.name()}`.trim()));
  return [node, ...below];
}

function flagOf({ long, short }: Option): string {
  return long ?? short ?? "";
}

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };

// Both shells walk over the words before the cursor to find the command they belong to.
const walk = (nodes: readonly Node[]) =>
  nodes
    .filter(({ path }) => path !== "")
    .map(({ path }) => {
      const cut = path.lastIndexOf(" ");
      return `      "${path.slice(0, Math.max(cut, 0))}/${path.slice(cut + 1)}") path="${path}" ;;`;
    })
    .join("\n");

const answers = (nodes: readonly Node[]) =>
  [
    ...nodes.flatMap(({ path, choices }) =>
      choices.map(({ flag, values }) => `    "${path}/${flag}") words="${values.join(" ")}" ;;`),
    ),
    ...nodes.map(({ path, words }) => `    "${path}/"*) words="${words.map(({ word }) => word).join(" ")}" ;;`),
  ].join("\n");

function bashScript(nodes: readonly Node[]): string {
  return `# bash completion of segue
_segue() {
  local path="" words="" word
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path/$word" in
${walk(nodes)}
    esac
  done
  case "$path/$previous" in
${answers(nodes)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
_segue_npx() {
  if [ "$COMP_CWORD" -eq 1 ]; then COMPREPLY=($(compgen -W segue -- "\${COMP_WORDS[1]}")); return; fi
  [ "\${COMP_WORDS[1]}" = segue ] || return
  COMP_WORDS=("\${COMP_WORDS[@]:1}")
  COMP_CWORD=$((COMP_CWORD - 1))
  _segue
}
# Where no word fits, a file may.
complete -o default -F _segue segue
complete -o default -F _segue_npx npx
`;
}

function zshScript(nodes: readonly Node[]): string {
  return `#compdef segue npx
_segue() {
  local path_of="" options="" word
  if [ "\${words[1]}" = npx ]; then
    if [ "\${words[2]}" != segue ] || [ "$CURRENT" -lt 3 ]; then compadd segue; _files; return; fi
    shift words
    (( CURRENT -= 1 ))
  fi
  local previous="\${words[CURRENT-1]}"
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$path_of/$word" in
${walk(nodes).replaceAll(") path=", ") path_of=")}
    esac
  done
  case "$path_of/$previous" in
${answers(nodes).replaceAll(") words=", ") options=")}
  esac
  compadd -- \${=options} || _files
}
# Loaded from a folder of functions this file is the function's first call; sourced, it only announces it.
if [ "$funcstack[1]" = "_segue" ]; then _segue; else compdef _segue segue npx; fi
`;
}

function fishScript(nodes: readonly Node[]): string {
  const lines = nodes.flatMap(({ path, words, choices, takes_files }) => {
    const condition = `-n '${fishCondition(nodes, path)}'`;
    const files = takes_files ? [`complete -c segue -F ${condition}`] : [];
    const offered = words.map(({ word, description, takes_value }) => {
      const values = choices.find(({ flag }) => flag === word)?.values;
      const what = word.startsWith("--") ? `-l ${word.slice(2)}` : `-a ${word}`;
      const taken = values ? ` -x -a '${values.join(" ")}'` : takes_value ? " -r" : "";
      return `complete -c segue -f ${condition} ${what}${taken} -d '${description.replaceAll("'", "\\'")}'`;
    });
    return [...files, ...offered];
  });
  const npx = `complete -c npx -n '__fish_seen_subcommand_from segue' -f -a '(complete -C (string replace -r "^\\\\s*npx\\\\s+" "" -- (commandline -cp)))'`;
  return `# fish completion of segue\n${lines.join("\n")}\n${npx}\n`;
}

/** True if all words of the path were typed, and none that lead to a subcommand. */
function fishCondition(nodes: readonly Node[], path: string): string {
  const depth = path === "" ? 0 : path.split(" ").length;
  const seen = path.split(" ").filter(Boolean);
  const further = nodes
    .map((node) => node.path)
    .filter((other) => (path === "" || other.startsWith(`${path} `)) && other.split(" ").length === depth + 1)
    .map((other) => other.split(" ").at(-1) ?? "")
    .filter(Boolean);
  const parts = [
    ...seen.map((word) => `__fish_seen_subcommand_from ${word}`),
    ...(further.length > 0 ? [`not __fish_seen_subcommand_from ${further.join(" ")}`] : []),
  ];
  return parts.join("; and ");
}
