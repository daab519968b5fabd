import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Command, Option } from "commander";
import { type ErnVersion, ernVersions } from "../../../server/src/ddex/ern.ts";
import type { Variables } from "../../../server/src/settings.ts";
import { examples, handsOf, outputOf } from "../command.ts";
import { type FileVerdict, judgeFiles } from "./ern-files.ts";

const EXAMPLE_ID = "rel_01k8z3v9qxe7p9a4m2c6t5w8rn";

export function ernCommand(variables: Variables): Command {
  const ern = new Command("ern").description("DDEX messages: see those of a release, and check files");
  examples(ern, [`ern build ${EXAMPLE_ID} --store store_auralis`, "ern validate messages/"]);
  return ern.addCommand(build(variables)).addCommand(validate(variables));
}

type BuildOptions = { store?: string; ernVersion?: ErnVersion };

function build(variables: Variables): Command {
  const command = new Command("build")
    .description("write the message that a store would get of a release")
    .argument("<release_id>")
    .argument("[file]", "without it, the message is printed")
    .option("--store <store_id>", "default: a store in every territory, without wishes")
    // `--version` is the program's own.
    .addOption(new Option("--ern-version <version>", "default: the store's").choices(ernVersions));
  examples(command, [`ern build ${EXAMPLE_ID}`, `ern build ${EXAMPLE_ID} message.xml --store store_auralis`]);
  return command.action(async (release_id: string, file: string | undefined, options: BuildOptions) => {
    const { client, output } = handsOf(variables, command, "organization");
    const { store: store_id, ernVersion: version } = options;
    const { body } = await client.releases.ern(release_id, { store_id, version });
    const target = file === undefined ? process.stdout : createWriteStream(file);
    await pipeline(Readable.from(body ?? []), target, { end: file !== undefined });
    if (file !== undefined) output.done(`Wrote ${file}.`);
  });
}

function validate(variables: Variables): Command {
  const command = new Command("validate")
    .description("check ERN messages in files, by our rules and, with schemas, by DDEX's; calls no service")
    .argument("<file...>", "files, or folders with .xml files")
    .option("--schemas <folder>", "a folder with DDEX's XSDs; default: SEGUE_DDEX_SCHEMAS");
  examples(command, ["ern validate message.xml", "ern validate messages/ --schemas ./xsd"]);
  return command.action(async (paths: string[], { schemas }: { schemas?: string }) => {
    const folder = schemas ?? variables.SEGUE_DDEX_SCHEMAS?.trim();
    const verdicts = await judgeFiles(paths, folder || undefined);
    outputOf(command).report({ data: verdicts }, verdicts.flatMap(linesOf));
    if (verdicts.some(({ ok }) => !ok)) process.exitCode = 1;
  });
}

function linesOf({ file, ok, version, schema_checked, problems }: FileVerdict): string[] {
  const how = schema_checked ? "rules and schema" : "rules only";
  if (ok) return [`${file}: valid, ERN ${version} (${how})`];
  return problems.map(({ path, issue }) => `${file}: ${path} ${issue}`);
}
