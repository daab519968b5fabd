// Holds that the sentences of a room stand in its words.ts, so that a translation has one file a room to follow.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** Rooms whose words still stand in their components. The list may only become shorter. */
const unsorted = ["pages/components"];

/** Values that the service keeps as they are: a translation would change them. */
const values = ["pages/releases/genres.ts"];

const src = join(import.meta.dirname, "../src");
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
  (path) =>
    path.startsWith("pages/") &&
    /\.tsx?$/.test(path) &&
    !path.includes(".test.") &&
    !path.endsWith("words.ts") &&
    !values.includes(path),
);
const rooms = [...new Set(files.map((path) => dirname(path)))];

test.each(rooms.filter((room) => !unsorted.includes(room)))("the words of %s stand in its words.ts", (room) => {
  expect(files.filter((path) => dirname(path) === room).flatMap(looseWords)).toEqual([]);
});

test.each(unsorted)("%s is on the list with a reason", (room) => {
  expect(files.filter((path) => dirname(path) === room).flatMap(looseWords)).not.toEqual([]);
});

function looseWords(path: string): string[] {
  const file = ts.createSourceFile(path, readFileSync(join(src, path), "utf8"), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isLoose(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${path}:${line + 1} says ${node.getText().trim()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Attributes and properties that people read or hear. */
const READ =
  /^(about|action|alt|description|done|empty|label|name|nothing|placeholder|text|title|aria-\w*label|ariaLabel)$/;
/** Two words, or one that begins as a sentence does or stands beside a space. Keys, addresses and names of the API's are neither. */
const LANGUAGE = /\p{L}[\p{L}’'.,:;!?]* +[\p{L}“(]|^\W*\p{Lu}\p{Ll}|^\s.*\p{L}|\p{L}.*\s$/u;

function isLoose(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return /\p{L}/u.test(node.text);
  if (ts.isTemplateExpression(node)) return textsOf(node).some((text) => LANGUAGE.test(text)) && !isForMachines(node);
  if (!ts.isStringLiteralLike(node)) return false;
  return (LANGUAGE.test(node.text) || (/\p{L}/u.test(node.text) && isRead(node))) && !isForMachines(node);
}

const textsOf = ({ head, templateSpans }: ts.TemplateExpression) => [
  head.text,
  ...templateSpans.map(({ literal }) => literal.text),
];

function isRead({ parent }: ts.Node): boolean {
  if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)) return READ.test(parent.name.getText());
  return false;
}

/** Names of modules and types, values that are compared, commands for a terminal, keys and styles. */
function isForMachines(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node.parent) && /^[!=]==$/.test(node.parent.operatorToken.getText())) return true;
  if (ts.isImportDeclaration(node.parent) || ts.isLiteralTypeNode(node.parent)) return true;
  const attribute = ts.findAncestor(node, ts.isJsxAttribute)?.name.getText();
  return attribute !== undefined && /^(example|style|aria-keyshortcuts)$/.test(attribute);
}
