import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atOnce } from "../platform/yielding.ts";
import { MAX_XML_BYTES, readXml } from "./read-xml.ts";
import { childOf, childrenOf, pathOf, textAt } from "./xml-tree.ts";

const read = (xml: string | Uint8Array) => atOnce(readXml(typeof xml === "string" ? Buffer.from(xml) : xml));
const numbered = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, i) => ` xmlns:${prefix}${i}="urn:${prefix}"`).join("");
const refusal = (xml: string | Uint8Array) => {
  try {
    read(xml);
  } catch (error) {
    return (error as Error).message;
  }
  return "read";
};

describe("works", () => {
  test("elements, attributes, text, CDATA, comments and the five entities are read", () => {
    const { root, namespace } = read(`<?xml version="1.0" encoding="UTF-8"?>
<!-- before --><ern:A xmlns:ern="urn:a" x='1 &lt; "2"'>
  <B>Tom &amp; &#74;&#x65;rry<!-- between --> &gt;<![CDATA[ <raw> &amp; ]]></B>
  <B/><C><D> d </D></C>
</ern:A>
<!-- after -->`);
    expect(namespace).toBe("urn:a");
    expect([root.name, root.attributes.x, root.text]).toEqual(["A", '1 < "2"', ""]);
    expect(childrenOf(root, "B").map(({ text }) => text)).toEqual(["Tom & Jerry > <raw> &amp; ", ""]);
    expect(textAt(root, "C", "D")).toBe("d");
    expect(root.children.map(pathOf)).toEqual(["B[1]", "B[2]", "C"]);
  });

  test("an element of another namespace keeps its prefix, so that it is taken for none of ours", () => {
    const { root } = read(`<A xmlns="urn:a" xmlns:o="urn:other" xmlns:s="urn:a"><o:B>1</o:B><s:B>2</s:B></A>`);
    expect(root.children.map(({ name }) => name)).toEqual(["o:B", "B"]);
    expect(textAt(root, "B")).toBe("2");
  });

  test("16 namespaces are in scope at most, and those of a sibling or declared anew count once", () => {
    const { root } = read(`<a${numbered(10, "p")}>${`<p0:b${numbered(10, "p")}${numbered(6, "q")}/>`.repeat(50)}</a>`);
    expect(root.children).toHaveLength(50);
  });

  test("lines may end as on Windows", () => {
    expect(read("<A>\r\n<B>one\r\ntwo&#13;</B>\r\n</A>").root.children[0]?.text).toBe("one\ntwo\r");
  });

  test("every text comes back, in UTF-8 and in UTF-16 of either order", () => {
    const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\r", "&#13;");
    const letter = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(letter, (given) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write them.
        const text = given.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "x");
        const xml = `<A><B>:${escaped(text)}:</B></A>`;
        const little = Buffer.from(`\ufeff${xml}`, "utf16le");
        const big = Buffer.from(little).swap16();
        for (const bytes of [Buffer.from(xml), Buffer.from(`\ufeff${xml}`), little, big]) {
          expect(childOf(read(bytes).root, "B")?.text).toBe(`:${text}:`);
        }
      }),
    );
  });
});

describe("refuses", () => {
  test.each([
    ["a DOCTYPE", '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', "Line 1: a DOCTYPE or another declaration is not read."],
    ["an entity", "<a>\n&nbsp;</a>", "Line 2: an entity that is none of XML's own: &nbsp;."],
    ["an entity named as objects have fields", "<a>&toString&amp;</a>", "an entity"],
    ["a bare ampersand", "<a>Tom & Jerry</a>", "an entity"],
    ["a letter that XML forbids, as a number", "<a>&#0;</a>", "an entity"],
    ["half a pair", "<a>&#xD800;</a>", "an entity"],
    ["a processing instruction", "<a><?php x ?></a>", "a processing instruction"],
    ["an end without a start", "<a></b>", "Line 1: </b> stands where </a> is expected."],
    ["an open element", "<a>\n<b></b>\n", "Line 3: <a> is not closed."],
    ["two roots", "<a/><b/>", "a second root element"],
    ["text outside", "<a/>b", "text outside of the root element"],
    ["nothing", "", "there is no element"],
    ["an attribute twice", '<a b="1" b="2"/>', "the attribute b twice"],
    ["an attribute without quotes", "<a b=1/>", "not in quotes"],
    ["a prefix that is not declared", "<x:a/>", "the prefix of <x:a> is not declared"],
    ["a comment without end", "<a><!-- </a>", "a comment does not end"],
    ["another encoding", '<?xml version="1.0" encoding="ISO-8859-1"?><a/>', "the encoding ISO-8859-1 is not read"],
    ["a control character", "<a>\n\n\u0001</a>", "Line 3: has a control character."],
  ])("%s", (_what, xml, issue) => {
    expect(refusal(xml)).toContain(issue);
  });

  test("bytes that are no UTF-8, and half a letter at the end", () => {
    expect(refusal(Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0x3c]))).toBe("Line 1: is not UTF-8.");
    expect(refusal(Buffer.from("<a/>é").subarray(0, 5))).toBe("Line 1: is not UTF-8.");
  });

  test.each([
    ["bytes", () => Buffer.alloc(MAX_XML_BYTES + 1, "<a>"), "longer than 16 MiB"],
    ["depth", () => "<a>".repeat(65), "nested deeper than 64"],
    ["elements", () => `<r>${`<b>${"<a/>".repeat(19_999)}</b>`.repeat(20)}</r>`, "more than 400000 elements"],
    ["children", () => `<r>${"<a/>".repeat(20_001)}</r>`, "<r> has more than 20000 elements"],
    ["namespaces", () => `<a${numbered(10, "p")}><b${numbered(7, "q")}/></a>`, "more than 16 namespaces are declared"],
    ["attributes", () => `<a ${Array.from({ length: 33 }, (_, i) => `b${i}="1"`).join(" ")}/>`, "more than 32 attr"],
    ["a name", () => `<${"a".repeat(200)}/>`, "a name is longer than 127 letters"],
    ["a text", () => `<a>${"b".repeat(70_000)}</a>`, "a text is longer than 65536 letters"],
    ["a text in pieces", () => `<a>${`${"b".repeat(999)}<!---->`.repeat(70)}</a>`, "longer than 65536 letters"],
  ])("too much: %s", (_what, xml, issue) => {
    expect(refusal(xml())).toContain(issue);
  });

  test("more elements of a name than the caller allows, and no others", () => {
    const most = new Map([["b", 2]]);
    const readWith = (xml: string) => atOnce(readXml(Buffer.from(xml), most)).root.children.length;
    expect(readWith(`<a xmlns:o="urn:o"><b/><b/><c/><c/><c/><o:b/></a>`)).toBe(6);
    expect(() => readWith("<a><b/><c><b/></c>\n<b/></a>")).toThrow("Line 2: there are more than 2 elements <b>.");
  });
});

const folder = join(process.env.DDEX_FOLDER ?? "", "samples/valid");

describe.skipIf(!existsSync(folder))("DDEX's samples", () => {
  test.each(existsSync(folder) ? readdirSync(folder) : [])("%s is read", (name) => {
    expect(read(readFileSync(join(folder, name))).root.name).toMatch(/Message$/);
  });
});
