// Holds that the sentences of a room stand in its words.ts, so that a translation has one file a room to follow.

import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** Values that the service keeps as they are: a translation would change them. Styles have no words. */
const values = ["pages/releases/genres.ts", "forms/territory-regions.ts", "theme/theme.ts"];

const src = join(import.meta.dirname, "../src");
const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
  (path) => /\.tsx?$/.test(path) && !path.includes(".test.") && basename(path) !== "words.ts" && !values.includes(path),
);
const rooms = [...new Set(files.map((path) => dirname(path)))];

test.each(rooms)("the words of %s stand in its words.ts", (room) => {
  expect(files.filter((path) => dirname(path) === room).flatMap(looseWords)).toEqual([]);
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
/** At the beginning, or after a space. Endings of files and parts of addresses are none. */
const WORD = /(^|[\s“(])\p{L}/u;

function isLoose(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return /\p{L}/u.test(node.text);
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false;
  const texts = textsOf(node);
  const isLanguage = texts.some((text) => LANGUAGE.test(text));
  return (isLanguage || (texts.some((text) => WORD.test(text)) && isRead(node))) && !isForMachines(node);
}

function textsOf(node: ts.StringLiteralLike | ts.TemplateExpression): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
}

/** Shown in an element, or the value of an attribute or property that people read: as it is, or as one of two. */
function isRead(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)) return READ.test(parent.name.getText());
  if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent) ? isRead(parent) : true;
  const isChoice = ts.isConditionalExpression(parent) && parent.condition !== node;
  const isFallback = ts.isBinaryExpression(parent) && /^(\?\?|\|\||&&)$/.test(parent.operatorToken.getText());
  return (isChoice || isFallback || ts.isParenthesizedExpression(parent)) && isRead(parent);
}

/** Names of modules and types, values that are compared, selectors, commands for a terminal, keys and styles. */
function isForMachines(node: ts.Node): boolean {
  if (ts.isBinaryExpression(node.parent) && /^[!=]==$/.test(node.parent.operatorToken.getText())) return true;
  if (ts.isImportDeclaration(node.parent) || ts.isLiteralTypeNode(node.parent)) return true;
  if (ts.isCallExpression(node.parent) && /\.(closest|matches|querySelector)$/.test(node.parent.expression.getText()))
    return true;
  const attribute = ts.findAncestor(node, ts.isJsxAttribute)?.name.getText();
  return attribute !== undefined && /^(example|style|aria-keyshortcuts)$/.test(attribute);
}
