// The thread that compares documents with schemas. libxml2 as WebAssembly takes 100 MB and some time to load, and a
// document holds its thread until it is compared, so all of it happens here, and the thread is only started where a
// folder of schemas is set. Schemas are read from that folder alone: an import by an address of the web is looked up
// there by its last name.
//
// A document may be wrong in every element. The package looks up the path of each problem, and for that counts the
// elements before it, so a megabyte of wrong elements took minutes. So here it finds no place for problems after the
// last that is shown.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import {
  ParseOption,
  XmlDocument,
  XmlParseError,
  XmlValidateError,
  XsdValidator,
  xmlRegisterInputProvider,
} from "libxml2-wasm";
import { XmlErrorStruct } from "libxml2-wasm/lib/libxml2.mjs";
import { closeBuffer, openBuffer, readBuffer } from "./buffer-input.ts";
import type { XsdAnswer, XsdProblem, XsdTask } from "./xsd-checker.ts";

const PROBLEMS_AT_MOST = 20;

const { folder } = workerData as { folder: string };
const byName = new Map(listSchemas(folder).map((path) => [basename(path), path]));
const validators = new Map<string, XsdValidator | Error | undefined>();

xmlRegisterInputProvider({
  match: () => true,
  open: (name) => openBuffer(pathOf(name)),
  read: readBuffer,
  close: closeBuffer,
});

const { node: nodeOf, message: messageOf } = XmlErrorStruct;
let places_left = 0;
XmlErrorStruct.node = (error) => (places_left-- > 0 ? nodeOf(error) : 0);
XmlErrorStruct.message = (error) => (places_left > 0 ? messageOf(error) : "");

// An error thrown here ends the thread: after it, the memory of libxml2 may be in any state.
parentPort?.on("message", ({ schema, document }: XsdTask) => {
  const validator = validatorOf(schema);
  const answer: XsdAnswer = !validator
    ? { is_unknown: true }
    : validator instanceof Error
      ? { failure: validator.message }
      : { problems: problemsOf(validator, document) };
  parentPort?.postMessage(answer);
});

/** Compiled once. Undefined where the folder does not have it, an error where it is not a schema. */
function validatorOf(schema: string): XsdValidator | Error | undefined {
  if (!validators.has(schema)) validators.set(schema, compile(join(folder, schema)));
  return validators.get(schema);
}

function compile(path: string): XsdValidator | Error | undefined {
  if (!existsSync(path)) return undefined;
  places_left = PROBLEMS_AT_MOST;
  try {
    return XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(path), { url: path }));
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

function problemsOf(validator: XsdValidator, text: string): XsdProblem[] {
  places_left = PROBLEMS_AT_MOST;
  let document: XmlDocument | undefined;
  try {
    document = XmlDocument.fromString(text, { option: ParseOption.XML_PARSE_NONET });
    validator.validate(document);
    return [];
  } catch (error) {
    if (!(error instanceof XmlValidateError || error instanceof XmlParseError)) throw error;
    return error.details.slice(0, PROBLEMS_AT_MOST).map(({ message, line, xpath }) => ({
      path: xpath ?? `line ${line}`,
      issue: message.trim(),
    }));
  } finally {
    document?.dispose();
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
