// The pages before they are built: none is missing, and every link leads somewhere.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { statusTables } from "../../server/test/status-tables.ts";
import { chapters } from "../site/contents.ts";
import { operationsOf } from "../site/description.ts";
import { errorCodes } from "../site/error-pages.ts";
import { errorTexts } from "../site/error-texts.ts";
import { lifecycles } from "../site/lifecycles.ts";
import { allPages, readDescription, writtenFiles } from "../site/pages.ts";
import { methodName, samplesOf } from "../site/samples.ts";
import { siteConfig } from "../site/site-config.ts";
import { llmsText, twinOf } from "../site/twins.ts";
import { repository } from "./samples.ts";

const pages = allPages(repository);
const description = readDescription(repository);
const operations = operationsOf(description);

test("every Markdown file of docs is a page, and every chapter's page exists or is still to be written", () => {
  const found = readdirSync(join(repository, "docs")).filter((name) => name.endsWith(".md"));
  const files = writtenFiles(repository);
  const forgotten = found.filter((name) => !files.has(`docs/${name}`));
  expect(forgotten.map((name) => `${name}: give it a place in docs/site/contents.ts`)).toEqual([]);
  const listed = chapters.flatMap(({ pages }) => pages).map(({ path }) => path);
  // Written together with the exchange of DDEX messages.
  expect(listed.filter((path) => !pages.has(path) && path !== "ddex")).toEqual([]);
});

test("every operation has a page with its request, its parameters and each of its error codes", () => {
  const sidebar = JSON.stringify(siteConfig(pages, description).themeConfig.sidebar["/reference/"]);
  for (const operation of operations) {
    const path = `reference/${operation.id.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "-").toLowerCase()}`;
    const page = pages.get(path) ?? "";
    expect(page, operation.id).toContain(
      `<span class="method">${operation.method}</span> <code>${operation.path}</code>`,
    );
    for (const { name } of operation.parameters) expect(page).toContain(`| \`${name}\` |`);
    for (const code of operation.error_codes) expect(page).toContain(`(/errors/${code})`);
    for (const { label, code } of samplesOf(operation)) expect(page).toContain(`[${label}]\n${code}`);
    expect(sidebar).toContain(`"/${path}"`);
  }
});

test("every operation has a method of the SDK in its sample", () => {
  const without = operations.filter((operation) => methodName(operation) === undefined);
  expect(without.map(({ method, path }) => `${method} ${path}: name it in sdk/src/methods.ts`)).toEqual([]);
});

test("every error code has a page with when, what to do and an example", () => {
  expect(Object.keys(errorTexts).sort()).toEqual([...errorCodes].sort());
  for (const code of errorCodes) {
    const page = pages.get(`errors/${code}`) ?? "";
    for (const heading of ["## When", "## What to do", "## Example"]) expect(page, code).toContain(heading);
    expect(page).toContain(`"code": "${code}"`);
  }
});

test("the pictures have every status and every move of the tables", () => {
  const drawn = pages.get("concepts") ?? "";
  for (const name of ["releases", "delivery_stores", "payouts"]) {
    const kept = statusTables.find(({ table }) => table === name);
    for (const status of kept?.statuses ?? []) expect(drawn).toContain(`>${status}</text>`);
    for (const move of Object.keys(kept?.transitions ?? {})) expect(drawn).toContain(`>${move}</text>`);
  }
  expect(drawn.match(/<svg class="lifecycle"/g)).toHaveLength(Object.keys(lifecycles).length);
});

describe("links", () => {
  const anchorsOf = (markdown: string) => {
    const headings = [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, text = ""]) => text);
    return headings.map((text) =>
      text
        .replaceAll(/[`*]/g, "")
        .normalize("NFKD")
        .replaceAll(/[\s~!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, "-")
        .replaceAll(/^-+|-+$/g, "")
        .replace(/^(\d)/, "_$1")
        .toLowerCase(),
    );
  };
  const pictures = readdirSync(join(repository, "docs/images")).map((name) => `images/${name}`);
  const served = new Set(["llms.txt", "llms-full.txt", ...pictures]);

  test("each leads to a page, and to a heading of it", () => {
    const dead: string[] = [];
    for (const [path, markdown] of pages) {
      const text = markdown.replaceAll(/^```[\s\S]*?^```$/gm, "").replaceAll(/`[^`\n]*`/g, "");
      for (const [, target = ""] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^(https?:|mailto:)/.test(target)) continue;
        const [place = "", anchor] = target.split("#");
        const to = place === "" ? path : place.replace(/^\//, "").replace(/(^|\/)$/, "$1index");
        const page = pages.get(to);
        const isThere = page !== undefined && (anchor === undefined || anchorsOf(page).includes(anchor));
        if (!isThere && !served.has(to)) dead.push(`${path}: ${target}`);
      }
    }
    expect(dead).toEqual([]);
  });

  test("no page of the site leads its reader to a file of the repository", () => {
    for (const [path, markdown] of pages) expect(markdown, path).not.toMatch(/\]\((?:\.\.?\/)?[\w/-]+\.md[)#]/);
  });
});

describe("for programs that read text", () => {
  test("llms.txt lists the twin of every page but the first", () => {
    const text = llmsText(pages);
    for (const path of pages.keys()) if (path !== "index") expect(text).toContain(`(/docs/${path}.md)`);
  });

  test("a twin is plain Markdown whose links lead to twins", () => {
    const twin = twinOf(pages.get("reference/create-release") ?? "");
    expect(twin).toMatch(/^# Create a release\n\n`POST \/v1\/releases`\n/);
    expect(twin).toContain("](/docs/errors/asset_not_ready.md)".replace("asset_not_ready", "validation_failed"));
    for (const [path, markdown] of pages) expect(twinOf(markdown), path).not.toMatch(/^(<div|<\/div|<TryIt|:::)/m);
  });
});
