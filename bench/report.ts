// Figures as people read them: in the terminal, and kept in results.md, one section a benchmark.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

/** One line of a benchmark. `mark` is what the project asks of it; undefined where it is only shown. */
export type Result = {
  what: string;
  value: string;
  floor?: string;
  ratio?: number;
  spread?: string;
  mark?: { text: string; isMet: boolean };
};

const path = fileURLToPath(new URL("results.md", import.meta.url));
const heading = `# Benchmarks

Each line is the product beside its floor on the same data, interleaved in one run; read the ratios, since the machine is
noisy. Made by \`npm run bench\`.
`;

export function recordResults(name: string, results: readonly Result[]): void {
  const rows = results.map(({ what, value, floor = "", ratio, spread = "", mark }) =>
    [
      what,
      value,
      floor,
      ratio?.toFixed(2) ?? "",
      spread,
      mark ? `${mark.text}: ${mark.isMet ? "met" : "**not met**"}` : "",
    ].join(" | "),
  );
  const machine = `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}`;
  const table = [
    "| what | product | floor | ratio | spread | mark |",
    "|---|---|---|---|---|---|",
    ...rows.map((row) => `| ${row} |`),
  ];
  process.stdout.write(`${table.join("\n")}\n`);
  const sections = readSections();
  sections.set(name, `## ${name}\n\n${machine}\n\n${table.join("\n")}\n${notes(sections.get(name))}`);
  writeFileSync(
    path,
    `${heading}\n${[...sections]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, text]) => text)
      .join("\n")}`,
  );
}

function readSections(): Map<string, string> {
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const parts = text.split(/^(?=## )/m).slice(1);
  return new Map(parts.map((part) => [/^## (.+)/.exec(part)?.[1] ?? "", `${part.trimEnd()}\n`]));
}

/** Keeps the notes that were written by hand below a table. */
function notes(section = ""): string {
  const [, ...after] = section.split(/\n(?=Note: )/);
  return after.length > 0 ? `\n${after.join("\n").trimEnd()}\n` : "";
}
