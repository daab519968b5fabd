// Reads one source file with the TypeScript compiler, without types and without running anything, and notes what the
// rules of house.ts ask about.

import { dirname, join, normalize } from "node:path/posix";
import ts from "typescript";

type Import = { line: number; name: string; target: string | undefined; typeOnly: boolean };
type Found = { line: number; text: string };
export type Source = {
  path: string;
  folder: string;
  room: string;
  isTest: boolean;
  lines: number;
  imports: Import[];
  /** Tags of template literals, and `unsafe` where a property of that name is used. */
  tags: Found[];
  environment: Found[];
  chance: Found[];
  /** An organization's id that may be missing, or that stands beside another bare string. */
  looseOwners: Found[];
  /** A lock that is to outlive its statement, in a function that is given no transaction. */
  looseLocks: Found[];
  /** A statement that writes, in a function that is given no transaction: its change could be kept without the event of it. */
  looseWrites: (Found & { by: string })[];
  /** A function that shows a row by all of its fields, or by all but some: a column that is added is shown, too. */
  looseShows: Found[];
  /** A literal that is spread into another: it says nothing but how the lines are to break. */
  spreadLiterals: Found[];
  /** A list that is spread into a call: each of its values takes room on the stack. */
  spreadCalls: Found[];
  /** Words of comments that hide who acts. */
  vagueWords: Found[];
  defaultExports: Found[];
  /** The names that others can import from here, each once: a type and a value of one name are one. */
  exports: Found[];
  functions: { line: number; lines: number; parameters: number }[];
};

export function readSource(path: string, text: string): Source {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const source: Source = {
    path,
    folder: folderOf(path),
    room: roomOf(path),
    isTest: isTestPath(path),
    lines: text.replace(/\n$/, "").split("\n").length,
    imports: [],
    tags: [],
    environment: [],
    chance: [],
    looseOwners: [],
    looseLocks: [],
    looseWrites: [],
    looseShows: [],
    spreadLiterals: [],
    spreadCalls: [],
    vagueWords: readComments(text),
    defaultExports: [],
    exports: [],
    functions: [],
  };
  const visit = (node: ts.Node): void => {
    for (const read of readers) read(node, source);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return source;
}

const COMMENT = /(?:^\s*(?:\/\/|\/?\*)|\s\/\/ )(.*)$/;
const VAGUE = /\b(?:whoever|nobody|anybody)\b/i;

function readComments(text: string): Found[] {
  return text.split("\n").flatMap((code, index) => {
    const [word] = VAGUE.exec(COMMENT.exec(code)?.[1] ?? "") ?? [];
    return word === undefined ? [] : [{ line: index + 1, text: `says "${word}"` }];
  });
}

/** Static and dynamic imports, re-exports, and files started by their URL (workers, child processes). */
function readImport(node: ts.Node, source: Source): void {
  const add = (name: ts.Node | undefined, typeOnly: boolean): void => {
    if (name === undefined || !ts.isStringLiteralLike(name)) return;
    const relative = name.text.startsWith(".");
    const target = relative ? resolvePath(source.path, name.text) : undefined;
    source.imports.push({ line: lineOf(node), name: name.text, target, typeOnly });
  };
  if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeImport(node.importClause));
  else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
  else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
  else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    add(node.arguments[0], false);
  else if (ts.isNewExpression(node) && node.getText().endsWith("import.meta.url)")) {
    const name = node.arguments?.[0];
    if (name !== undefined && ts.isStringLiteralLike(name) && name.text.endsWith(".ts")) add(name, false);
  }
}

/** Paths begin at the server's package, from wherever a file of it is named. */
function resolvePath(from: string, name: string): string {
  const target = normalize(join(dirname(from), name)).replace(/\.js$/, ".ts");
  return target.replace(/^\.\.\/server\//, "");
}

function isTypeImport(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  if (clause.name !== undefined || named === undefined || !ts.isNamedImports(named)) return false;
  return named.elements.length > 0 && named.elements.every((element) => element.isTypeOnly);
}

function readExpression(node: ts.Node, source: Source): void {
  if (ts.isTaggedTemplateExpression(node)) {
    const tag = ts.isPropertyAccessExpression(node.tag) ? node.tag.name : node.tag;
    if (ts.isIdentifier(tag)) source.tags.push({ line: lineOf(node), text: tag.text });
  } else if (ts.isPropertyAccessExpression(node)) {
    const text = node.getText();
    if (node.name.text === "unsafe") source.tags.push({ line: lineOf(node), text: "unsafe" });
    if (text === "process.env") source.environment.push({ line: lineOf(node), text: variableOf(node) });
    if (text === "Date.now" || text === "Math.random" || /^crypto\.(random|getRandom)/.test(text))
      source.chance.push({ line: lineOf(node), text });
  } else if (ts.isNewExpression(node) && node.expression.getText() === "Date" && !node.arguments?.length) {
    source.chance.push({ line: lineOf(node), text: "new Date()" });
  } else if (ts.isImportSpecifier(node)) {
    const { text } = node.propertyName ?? node.name;
    const from = node.parent.parent.parent.moduleSpecifier;
    if (!ts.isStringLiteral(from)) return;
    if (text === "env" && /^(node:)?process$/.test(from.text))
      source.environment.push({ line: lineOf(node), text: "env of node:process" });
    if (/^(random|getRandom)/.test(text) && /^(node:)?crypto$/.test(from.text))
      source.chance.push({ line: lineOf(node), text: `${text} of node:crypto` });
  } else if (isSpreadLiteral(node)) source.spreadLiterals.push({ line: lineOf(node), text: "spreads a literal" });
  else if (isSpreadCall(node)) source.spreadCalls.push({ line: lineOf(node), text: `spreads ${node.getText()}` });
}

function isSpreadLiteral(node: ts.Node): boolean {
  if (ts.isSpreadElement(node)) return ts.isArrayLiteralExpression(node.expression);
  return ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression);
}

/** A function may hand on its own arguments: they were a call before. */
function isSpreadCall(node: ts.Node): boolean {
  if (!ts.isSpreadElement(node) || ts.isArrayLiteralExpression(node.parent)) return false;
  const name = node.expression.getText();
  for (let outer: ts.Node = node.parent; outer; outer = outer.parent) {
    const parameters = ts.isFunctionLike(outer) ? outer.parameters : [];
    if (parameters.some((one) => one.dotDotDotToken && one.name.getText() === name)) return false;
  }
  return true;
}

function readOwner(node: ts.Node, source: Source): void {
  if (!ts.isParameter(node) && !ts.isPropertySignature(node)) return;
  if (node.name.getText() !== "organization_id") return;
  const mayBeMissing = node.questionToken !== undefined || /\b(undefined|null)\b/.test(node.type?.getText() ?? "");
  if (mayBeMissing) source.looseOwners.push({ line: lineOf(node), text: "has an organization_id that may be missing" });
  if (!ts.isParameter(node)) return;
  const next = node.parent.parameters[node.parent.parameters.indexOf(node) + 1];
  if (isBareString(node) && next && isBareString(next))
    source.looseOwners.push({
      line: lineOf(node),
      text: `takes organization_id and ${next.name.getText()} as two strings`,
    });
}

function isBareString({ type }: ts.ParameterDeclaration): boolean {
  return type?.kind === ts.SyntaxKind.StringKeyword;
}

/** `select … for update` and the like. Inside an update or a delete, a lock does its work within the statement. */
function readLock(node: ts.Node, source: Source): void {
  if (!ts.isTaggedTemplateExpression(node)) return;
  const text = node.template.getText().slice(1).trimStart();
  const locks = /\bfor (no key )?(update|share|key share)\b|pg_advisory_xact_lock/.test(text);
  if (!text.startsWith("select") || !locks) return;
  if (!isInTransaction(node))
    source.looseLocks.push({ line: lineOf(node), text: "locks rows without a TransactionDb" });
}

const WRITES =
  /^\s*(insert into|update|delete from|with\b[\s\S]*\b(insert into|update [a-z_]+( [a-z]+)?\s+set|delete from)) /;

function readWrite(node: ts.Node, source: Source): void {
  if (!ts.isTaggedTemplateExpression(node) || !WRITES.test(node.template.getText().slice(1))) return;
  if (isInTransaction(node)) return;
  const by = nameOf(functionAround(node)) ?? "";
  source.looseWrites.push({ line: lineOf(node), text: "writes without a TransactionDb", by });
}

function isInTransaction(node: ts.Node): boolean {
  const parameters = functionAround(node)?.parameters ?? [];
  return parameters.some(({ type }) => /^Transaction(Db)?$/.test(type?.getText() ?? ""));
}

function functionAround(node: ts.Node): ts.SignatureDeclaration | undefined {
  let scope: ts.Node | undefined = node;
  while (scope !== undefined && !ts.isFunctionLike(scope)) scope = scope.parent;
  return scope;
}

/** `function name` and `const name = () => …`. */
function nameOf(scope: ts.SignatureDeclaration | undefined): string | undefined {
  if (scope === undefined) return undefined;
  if (ts.isVariableDeclaration(scope.parent)) return scope.parent.name.getText();
  return scope.name?.getText();
}

/** In `shownRow(row)`: `...rest` of a row, and a row that is spread as a whole. */
function readShow(node: ts.Node, source: Source): void {
  const isRest = ts.isBindingElement(node) && node.dotDotDotToken && ts.isObjectBindingPattern(node.parent);
  const isSpread = ts.isSpreadAssignment(node) && ts.isIdentifier(node.expression);
  if (!isRest && !isSpread) return;
  const scope = functionAround(node);
  if (!/^shown?[A-Z]/.test(nameOf(scope) ?? "")) return;
  const isRow = scope?.parameters.some(({ name }) => isSpread && name.getText() === node.expression.getText());
  if (isRest || isRow) source.looseShows.push({ line: lineOf(node), text: `shows ${node.getText()}` });
}

/** `process.env.NAME` with its name; `process.env` where it is used as a whole or by a computed name. */
function variableOf(node: ts.PropertyAccessExpression): string {
  const isNamed = ts.isPropertyAccessExpression(node.parent) && node.parent.expression === node;
  return isNamed ? node.parent.getText() : node.getText();
}

function readShape(node: ts.Node, source: Source): void {
  const isDefault =
    ts.isExportAssignment(node) ||
    (ts.isExportSpecifier(node) && node.name.text === "default") ||
    (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword));
  if (isDefault) source.defaultExports.push({ line: lineOf(node), text: "has a default export" });
  if (!ts.isFunctionLike(node) || !("body" in node) || node.body === undefined) return;
  const line = lineOf(node);
  const lines = lineOf(node, node.getEnd()) - line + 1;
  source.functions.push({ line, lines, parameters: node.parameters.length });
}

function readExport(node: ts.Node, source: Source): void {
  const add = (name: ts.Node | undefined): void => {
    if (name === undefined || !ts.isIdentifier(name)) return;
    if (source.exports.every(({ text }) => text !== name.text))
      source.exports.push({ line: lineOf(node), text: name.text });
  };
  if (ts.isExportSpecifier(node)) add(node.name);
  const isExported = ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === EXPORT);
  if (!isExported) return;
  if (ts.isVariableStatement(node)) for (const { name } of node.declarationList.declarations) add(name);
  else if (ts.isDeclarationStatement(node)) add(node.name);
}

const EXPORT = ts.SyntaxKind.ExportKeyword;

function lineOf(node: ts.Node, position = node.getStart()): number {
  return node.getSourceFile().getLineAndCharacterOfPosition(position).line + 1;
}

/** Each looks at one node, and notes what it finds: few nodes have anything, so a line is counted only for these. */
const readers = [readImport, readExpression, readShape, readOwner, readLock, readWrite, readShow, readExport];

/** "src/releases/preflight/rule.ts" is in releases; files of src itself are the root, and "../cli/src/run.ts" is in cli. */
export function folderOf(path: string): string {
  const [top = "", second = "", third] = path.split("/");
  if (top !== "src") return top === ".." ? second : top;
  return third === undefined ? "root" : second;
}

/** A slice with many queries has more than one file of them. */
export function roomOf(path: string): string {
  const name = (path.split("/").at(-1) ?? "").split(".")[0] ?? "";
  return name.endsWith("-queries") ? "queries" : name;
}

export function isTestPath(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}
