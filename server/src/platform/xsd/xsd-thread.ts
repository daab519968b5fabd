// The thread that compares documents with schemas. libxml2 as WebAssembly takes 100 MB and some time to load, and a document holds
// its thread until it is compared, so all of it happens here, and the thread is only started where a folder of schemas is set.
// Schemas are read from that folder alone: an import by an address of the web is looked up there by its last name.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { ParseOption, XmlDocument, XmlValidateError, XsdValidator, xmlRegisterInputProvider } from "libxml2-wasm";
import { closeBuffer, openBuffer, readBuffer } from "./buffer-input.ts";
import type { XsdAnswer, XsdProblem, XsdTask } from "./xsd-checker.ts";

const PROBLEMS_AT_MOST = 20;

const { folder } = workerData as { folder: string };
const byName = new Map(listSchemas(folder).map((path) => [basename(path), path]));
const validators = new Map<string, XsdValidator | undefined>();

xmlRegisterInputProvider({
  match: () => true,
  open: (name) => openBuffer(pathOf(name)),
  read: readBuffer,
  close: closeBuffer,
});

parentPort?.on("message", ({ id, schema, document }: XsdTask) => {
  const answer: XsdAnswer = { id, ...answerTo(schema, document) };
  parentPort?.postMessage(answer);
});

function answerTo(schema: string, document: string): Omit<XsdAnswer, "id"> {
  try {
    const validator = validatorOf(schema);
    return validator ? { problems: problemsOf(validator, document) } : { is_unknown: true };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

/** Compiled once. Undefined where the folder does not have it. */
function validatorOf(schema: string): XsdValidator | undefined {
  if (!validators.has(schema)) {
    const path = join(folder, schema);
    const text = existsSync(path) ? readFileSync(path) : undefined;
    validators.set(schema, text && XsdValidator.fromDoc(XmlDocument.fromBuffer(text, { url: path })));
  }
  return validators.get(schema);
}

function problemsOf(validator: XsdValidator, text: string): XsdProblem[] {
  const document = XmlDocument.fromString(text, { option: ParseOption.XML_PARSE_NONET });
  try {
    validator.validate(document);
    return [];
  } catch (error) {
    if (!(error instanceof XmlValidateError)) throw error;
    return error.details.slice(0, PROBLEMS_AT_MOST).map(({ message, line, xpath }) => ({
      path: xpath ?? `line ${line}`,
      issue: message.trim(),
    }));
  } finally {
    document.dispose();
  }
}

function listSchemas(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".xsd"))
    .map((name) => join(path, name));
}

/** A file of the folder; undefined for anything else. */
function pathOf(name: string): string | undefined {
  if (/^https?:/.test(name)) return byName.get(basename(name));
  const path = name.startsWith("file:") ? decodeURI(new URL(name).pathname) : name;
  const inside = relative(folder, path);
  return inside.startsWith(`..${sep}`) ? undefined : path;
}
