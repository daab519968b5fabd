import { ernVersions } from "../../../server/src/ddex/ern.ts";
import { choice, text } from "../option.ts";
import { writeBody } from "../output-file.ts";
import { command, noun } from "../row.ts";
import type { FileVerdict } from "./ern-files.ts";

const EXAMPLE = "rel_01k8z3v9qxe7p9a4m2c6t5w8rn";

export const ernNoun = noun("ern", "DDEX messages: see those of a release, and check files", {
  as: "organization",
  examples: [`ern build ${EXAMPLE} --store store_auralis`, "ern validate messages/"],
  verbs: [
    command("build <release_id> [file]", "write the message that a store would get of a release", {
      arguments: { file: { meaning: "without it, the message is printed" } },
      options: {
        store_id: text("--store <store_id>", "default: a store in every territory, without wishes"),
        // `--version` is the program's own.
        version: choice("--ern-version <version>", "default: the store's", ernVersions),
      },
      examples: [`ern build ${EXAMPLE}`, `ern build ${EXAMPLE} message.xml --store store_auralis`],
      run: async ({ connect, output }, { release_id, file, ...query }) =>
        writeBody(output, await connect().client.releases.ern(release_id, query), file),
    }),
    command(
      "validate <file...>",
      "check ERN messages in files, by our rules and, with schemas, by DDEX's; calls no service",
      {
        arguments: { file: { meaning: "files, or folders with .xml files" } },
        options: {
          schemas: text("--schemas <folder>", "a folder with DDEX's XSDs; default: SEGUE_DDEX_SCHEMAS"),
        },
        examples: ["ern validate message.xml", "ern validate messages/ --schemas ./xsd"],
        async run({ variables, output }, { file: paths, schemas = variables.SEGUE_DDEX_SCHEMAS?.trim() }) {
          // Loaded here: no other command needs the reader of messages and its rules.
          const { judgeFiles } = await import("./ern-files.ts");
          const verdicts = await judgeFiles(paths, schemas || undefined);
          output.report({ data: verdicts }, verdicts.flatMap(linesOf));
          if (verdicts.some(({ ok }) => !ok)) process.exitCode = 1;
        },
      },
    ),
  ],
});

function linesOf({ file, ok, version, schema_checked, problems }: FileVerdict): string[] {
  const how = schema_checked ? "rules and schema" : "rules only";
  if (ok) return [`${file}: valid, ERN ${version} (${how})`];
  return problems.map(({ path, issue }) => `${file}: ${path} ${issue}`);
}
