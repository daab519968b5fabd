import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import { findWorst, readPattern } from "./regex-steps.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test.each([
  ["\\s+$", ""],
  ["\\s*,\\s*", "u"],
  ["(a+)+b", ""],
  ["^(.*?)([\\s,]*)\\bpart\\b", "iu"],
  ["\\sprod\\..*$", "iu"],
  ["\\s+ft\\.\\s*([^()]+?)(?=\\s+[-(]|$)", "iu"],
])("a pattern that one name could hang is found: %s", (source, flags) => {
  expect(findWorst(readPattern(source, flags))).toBeDefined();
});

test.each([
  ["^\\d+$", ""],
  ["\\s?([([])([^()[\\]]*)[)\\]]", "gu"],
  ["\\sprod\\..*$", "isu"],
  ["[^-/]+", "g"],
])("a pattern that is linear is left alone: %s", (source, flags) => {
  expect(findWorst(readPattern(source, flags))).toBeUndefined();
});

test("no pattern of the service takes more steps than its text has letters, times a constant", () => {
  // Some patterns stand in several places.
  const each = new Map(patternsOf(["server/src", "sdk"]).map((found) => [`/${found.source}/${found.flags}`, found]));
  const bad = [...each.values()].flatMap(({ place, source, flags }) => {
    const worst = findWorst(readPattern(source, flags));
    return worst ? [`${place} /${source}/${flags} with ${worst.text}`] : [];
  });
  expect(bad).toEqual([]);
});

// Patterns that are put together while the service runs, each as it looks with what is put in.
const built: Readonly<Record<string, string[]>> = {
  "server/src/platform/http/paths.ts": ["^/v1/releases/[^/]+/submit$"],
  "server/src/releases/preflight/title-word-rules.ts": ["(?:^|[^\\p{L}\\p{N}])(Apple Music|iTunes)(?![\\p{L}\\p{N}])"],
};

type Found = { place: string; source: string; flags: string };

function patternsOf(folders: string[]): Found[] {
  return folders.flatMap((folder) => productFiles(join(root, folder))).flatMap(readPatterns);
}

function productFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts") && !entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("node_modules") && !path.includes("/dist/") && !path.includes("/test/"));
}

/** Literals, `pattern` of schemas, and what stands in the table above for every `new RegExp`. */
function readPatterns(path: string): Found[] {
  const place = path.slice(root.length);
  const found: Found[] = (built[place] ?? []).map((source) => ({ place, source, flags: "iu" }));
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      found.push({ place, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    } else if (
      ts.isPropertyAssignment(node) &&
      node.name.getText() === "pattern" &&
      ts.isStringLiteral(node.initializer)
    ) {
      found.push({ place, source: node.initializer.text, flags: "u" });
    } else if (ts.isNewExpression(node) && node.expression.getText() === "RegExp") {
      expect(Object.keys(built), `${place} builds a pattern: say in this test what it looks like`).toContain(place);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}
