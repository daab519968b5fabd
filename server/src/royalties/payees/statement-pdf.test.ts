import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { watchTries } from "../../../test/event-loop.ts";
import { contract, manyContracts, payeeDocument } from "../../../test/payee-document.ts";
import { LEFT, RIGHT } from "./document-page.ts";
import type { PayeeStatementDocument } from "./statement-document.ts";
import { writePayeeStatementPdf } from "./statement-pdf.ts";

const write = (more: Partial<PayeeStatementDocument> = {}) =>
  writePayeeStatementPdf({ ...payeeDocument, ...more }, { organization_id: "org_nightjar", signal: undefined });

type Piece = { text: string; left: number; right: number; bottom: number };

/** Each page as pieces of text where a reader sees them. */
async function readPages(bytes: Buffer): Promise<Piece[][]> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const pages: Piece[][] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    pages.push(
      items.flatMap((item) =>
        "str" in item && item.str.trim() !== ""
          ? [
              {
                text: item.str,
                left: item.transform[4],
                right: item.transform[4] + item.width,
                bottom: item.transform[5],
              },
            ]
          : [],
      ),
    );
  }
  await pdf.destroy();
  return pages;
}

const textOf = (pages: Piece[][]) =>
  pages
    .flat()
    .map(({ text }) => text)
    .join("\n");
const readText = async (more: Partial<PayeeStatementDocument> = {}) => textOf(await readPages(await write(more)));
const digest = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

test("a statement says what was played, what it earned, what was recouped and what is paid", async () => {
  const bytes = await write({ contracts: [{ ...contract, recouped_amount: "1.25" }] });
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  const lines = textOf(await readPages(bytes)).split("\n");
  for (const text of [
    "Nightjar Records",
    "Ana Ruiz",
    "1–31 March 2026",
    "2 April 2026",
    payeeDocument.id,
    "100,000",
    "Rue Lepic",
    "72.87",
    "Album agreement",
    "238.00",
    "-1.25",
    "119.00",
    "40.25",
    "159.25",
    "Page 1 of 1",
  ])
    expect(lines).toContain(text);
});

test("the same document has the same bytes, also after others and in another process with another time zone", async () => {
  const greek = { payee_name: "µ Ω\u2126 A\u00a0B\u2011C" };
  const first = await write();
  await write(greek);
  await write({ payee_name: "μ Ω A B‐C" });
  expect(digest(await write())).toBe(digest(first));
  const document = { ...payeeDocument, ...greek };
  const code = `
    const { writePayeeStatementPdf } = await import(${JSON.stringify(new URL("./statement-pdf.ts", import.meta.url))});
    const document = JSON.parse(process.argv[1], (key, value) => (key === "created_at" ? new Date(value) : value));
    const bytes = await writePayeeStatementPdf(document, { organization_id: "org_other", signal: undefined });
    process.stdout.write(bytes.toString("base64"));`;
  const node = ["--import", "tsx", "--input-type=module", "-e", code, JSON.stringify(document)];
  const env = { PATH: process.env.PATH, TZ: "Pacific/Auckland", LANG: "de_DE.UTF-8" };
  const other = Buffer.from(execFileSync(process.execPath, node, { encoding: "utf8", env }), "base64");
  const here = await write(greek);
  expect(digest(other)).toBe(digest(here));
  const idOf = (bytes: Buffer) => /\/ID \[<(\w+)> <\1>\]/.exec(bytes.toString("latin1"))?.[1];
  expect(idOf(other)).toMatch(/^[0-9a-f]{32}$/);
  expect(idOf(other)).toBe(idOf(here));
  expect(idOf(first)).not.toBe(idOf(here));
});

test("it has the statement's date, and no link, script, form or file", async () => {
  const payee_name = "https://evil.example javascript:alert(1) ) /URI (x) >> endobj";
  const raw = (await write({ payee_name })).toString("latin1").replaceAll(/\nstream\n.*?\nendstream/gs, "");
  expect(raw.match(/\(D:20260402233000Z\)/g)).toHaveLength(2);
  for (const word of ["Annot", "JavaScript", "/JS", "OpenAction", "/URI", "EmbeddedFile", "AcroForm", "Launch"])
    expect(raw).not.toContain(word);
  expect(await readText({ payee_name })).toContain("https://evil.example");
});

test("Greek and Cyrillic are letters, others are boxes, and nothing turns the direction", async () => {
  const names = { payee_name: "Ωμέγα Привет", organization_name: "日本レコード abc", tracks: [] };
  const text = await readText({ ...names, contracts: [{ ...contract, name: "\u202eevil\u202c א1.00\u0007 🎵" }] });
  expect(text).toContain("Ωμέγα Привет");
  // A reader finds U+0000 for the font's own box.
  expect(text).toContain(`${"\0".repeat(6)} abc`);
  expect(text).toContain("evil \u00001.00 \0");
});

test("names of 200 letters without a space and numbers of 30 digits stay on the page and in their columns", async () => {
  const digits = "123456789012345678901234567890.12";
  for (const letter of ["W", "i", "日", "a\u0301\u0316"]) {
    const name = letter.repeat(200 / letter.length);
    const pages = await readPages(
      await write({
        organization_name: name,
        payee_name: name,
        tracks: [{ title: name, artist: name, play_count: Number.MAX_SAFE_INTEGER, amount: `-${digits}` }],
        contracts: [
          {
            name,
            version: 1_000_000,
            payable_amount: digits,
            recouped_amount: `-${digits}`,
            share: "0.333333",
            share_amount: digits,
          },
        ],
        share_amount: digits,
        net_amount: `-${digits}`,
        tax_rate: "0.123456",
        tax_amount: digits,
        taxable_amount: digits,
        balance_before: digits,
      }),
    );
    const pieces = pages.flat();
    expect(textOf(pages)).toContain("-123,456,789,012,345,678,901,234,567,890.12");
    for (const { text, left, right } of pieces)
      expect([left >= LEFT - 0.5, right <= RIGHT + 0.5], `${text} from ${left} to ${right}`).toEqual([true, true]);
    expect(overlapping(pieces)).toEqual([]);
  }
});

/** Pieces of one line that run into each other. */
function overlapping(pieces: Piece[]): string[] {
  const sorted = pieces.toSorted((a, b) => b.bottom - a.bottom || a.left - b.left);
  return sorted.flatMap((piece, place) => {
    const before = sorted[place - 1];
    const isBeside = before !== undefined && Math.abs(before.bottom - piece.bottom) < 0.01;
    return isBeside && piece.left < before.right - 0.5 ? [`${before.text} | ${piece.text}`] : [];
  });
}

test("of 5,000 contracts the first 500 have a row, the rest one, every page a number, and no other request waits", async () => {
  const contracts = manyContracts(5_000);
  const { result, longest_ms, limit_ms } = await watchTries(() => write({ contracts }));
  expect(longest_ms).toBeLessThan(limit_ms);
  const pages = await readPages(result);
  const texts = pages.flat().map(({ text }) => text);
  expect(texts.filter((text) => /^Contract \d+$/.test(text))).toEqual(
    contracts.slice(0, 500).map((contract) => contract.name),
  );
  expect(texts).toContain("4,500 more contracts");
  expect(texts).toContain("1,190,000.00");
  for (const [place, page] of pages.entries())
    expect(page.map(({ text }) => text)).toContain(`Page ${place + 1} of ${pages.length}`);
});

test("a document whose request has ended is not drawn", async () => {
  const signal = { aborted: true };
  const asked = writePayeeStatementPdf(payeeDocument, { organization_id: "org_nightjar", signal });
  await expect(asked).rejects.toMatchObject({ code: "invalid_request" });
});
