// The words of the source: how its sentences open, and names that only we would understand (docs/style.md).

import ts from "typescript";

export type WordRule = "opening" | "private_name";
export type WordFault = { rule: WordRule; line: number; found: string };

/** Names that were traded for words that every programmer knows, such as semaphore, memoize and interval. */
const PRIVATE_NAME =
  /^(createLine|inTurns|together|lazily|everySoOften|rememberAnswers|whenThere|openWay|withinTime|askForHands|freeHands|childHands|(un)?told(_\w+|[A-Z]\w*)?|(un)?heard(_\w+|[A-Z]\w*)?|Soon|Hearing|LaneHands|Shelf|SftpLine|Told|Heard)$/;
const DESCRIBING = new Set(["description", "summary", "meaning", "remark"]);
const OPENING = /^["'`(]*(?:What|Of)\s/;
const QUESTION = /\?["'`)]*$/;

/** Comments, descriptions and names of a file of TypeScript. */
export function findWordFaults(path: string, text: string): WordFault[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1;
  const faults = commentsOf(file, text).flatMap(({ start, said }) => openingFaults(said, lineAt(start)));
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && PRIVATE_NAME.test(node.text))
      faults.push({ rule: "private_name", line: lineAt(node.getStart()), found: node.text });
    const said = describedBy(node);
    if (said !== undefined) faults.push(...openingFaults(said, lineAt(node.getStart())));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return faults;
}

/** Sentences of a page, without its tables and its code: a cell may be the head of a column, or an example of a fault. */
export function findPageFaults(text: string): WordFault[] {
  const prose = text.replace(/^```.*?^```$/gms, blanked).replace(/^(\||#|---| {4}).*$/gm, "");
  const parts = prose.split(/\n[ \t]*(?=\n|[-*] )/);
  let line = 1;
  return parts.flatMap((part) => {
    const faults = openingFaults(part.replace(/^\s*[-*] /, ""), line);
    line += part.split("\n").length;
    return faults;
  });
}

function openingFaults(said: string, line: number): WordFault[] {
  return sentencesOf(said)
    .filter((sentence) => OPENING.test(sentence) && !QUESTION.test(sentence))
    .map((sentence) => ({ rule: "opening", line, found: sentence.slice(0, 60) }));
}

function sentencesOf(said: string): string[] {
  const flat = said.replace(/\s+/g, " ").trim();
  return flat.split(/(?<=[.!?]["'`)*]{0,3}) (?=["'`(*]{0,3}[A-Z])/);
}

/** Lines of `//` that follow each other are one comment. */
function commentsOf(file: ts.SourceFile, text: string): { start: number; said: string }[] {
  const found = new Map<number, ts.CommentRange>();
  const add = (range: ts.CommentRange): void => void found.set(range.pos, range);
  // Children only, because tokens are many: a comment before a bracket follows the last child.
  const visit = (node: ts.Node): void => {
    for (const position of [node.getFullStart(), node.getEnd()]) {
      ts.getLeadingCommentRanges(text, position)?.forEach(add);
      ts.getTrailingCommentRanges(text, position)?.forEach(add);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  const comments: { start: number; end: number; said: string }[] = [];
  for (const { pos, end } of [...found.values()].sort((one, other) => one.pos - other.pos)) {
    const raw = text.slice(pos, end);
    const last = comments.at(-1);
    const isNext = last && raw.startsWith("//") && /^\s*$/.test(text.slice(last.end, pos));
    if (isNext) Object.assign(last, { end, said: `${last.said}\n${plainText(raw)}` });
    else comments.push({ start: pos, end, said: plainText(raw) });
  }
  return comments;
}

function plainText(raw: string): string {
  if (raw.startsWith("//")) return raw.slice(2);
  return raw.slice(2, -2).replace(/^\s*\*+/gm, "");
}

/** The text of `description: "…"` and its like, also in a template. */
function describedBy(node: ts.Node): string | undefined {
  if (!ts.isPropertyAssignment(node) || !DESCRIBING.has(node.name.getText())) return undefined;
  const { initializer } = node;
  if (ts.isStringLiteralLike(initializer)) return initializer.text;
  return ts.isTemplateExpression(initializer) || ts.isBinaryExpression(initializer)
    ? initializer.getText().replace(/^["`]|["`]$/g, "")
    : undefined;
}

function blanked(text: string): string {
  return text.replace(/[^\n]+/g, "");
}
