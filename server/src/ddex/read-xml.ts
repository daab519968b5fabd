// Reads XML that strangers send into a small tree.
//
// The problem. XML can make its reader fetch files, expand entities without end, or build more objects than there is memory.
//
// The procedure. One pass over the text by a reader that knows only what DDEX messages use: elements, attributes, text, CDATA,
// comments, and prefixes of namespaces. A DOCTYPE, a processing instruction and every entity but the five of XML are refused, so
// there is nothing to expand or to fetch. Depth, names, attributes, elements and texts have limits, each checked before the
// next piece is read. The reader pauses often (`inTurns`), so that other requests are answered meanwhile.
//
// A message is text without mixed content, so an element has children or a text. Where it has both, the text is kept too.

import { decodeXml, forbidden, lineAt, XmlRefused } from "./decode-xml.ts";

export type XmlElement = {
  /** Without its prefix where it is of the root's namespace. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
  readonly parent: XmlElement | undefined;
};

export type XmlDocument = { root: XmlElement; namespace: string };

export const MAX_XML_BYTES = 16 * 1_024 * 1_024;
// Real messages stay far below all of these. 1,000 tracks with 250 territories each are about 300,000 elements.
const MAX_DEPTH = 64;
const MAX_ELEMENTS = 400_000;
const MAX_ATTRIBUTES = 32;
const MAX_NAME_LETTERS = 128;
const MAX_TEXT_LETTERS = 65_536;

const REST_AFTER = { tokens: 1_000, letters: 262_144 };

/** Throws XmlRefused. */
export function* readXml(bytes: Uint8Array): Generator<undefined, XmlDocument, undefined> {
  if (bytes.length > MAX_XML_BYTES) throw new XmlRefused("is longer than 16 MiB", 1);
  const reader = new Reader(yield* decodeXml(bytes));
  reader.readDeclaration();
  for (let [tokens, rested_at] = [1, 0]; !reader.isDone; tokens++) {
    reader.readToken();
    if (tokens % REST_AFTER.tokens !== 0 && reader.at - rested_at < REST_AFTER.letters) continue;
    rested_at = reader.at;
    yield;
  }
  return reader.result();
}

type Building = {
  name: string;
  attributes: Record<string, string>;
  children: Building[];
  text: string;
  parent: Building | undefined;
};

type Open = {
  element: Building;
  /** As it was written: the end tag must repeat it. */
  tag: string;
  namespaces: ReadonlyMap<string, string>;
};

const NONE: never[] = [];
const NO_ATTRIBUTES = Object.freeze({});
const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";

class Reader {
  at = 0;
  #root: Building | undefined;
  #namespace = "";
  #elements = 0;
  readonly #open: Open[] = [];

  constructor(readonly source: string) {}

  get isDone(): boolean {
    return this.at >= this.source.length;
  }

  result(): XmlDocument {
    const unclosed = this.#open.at(-1);
    if (unclosed) throw this.refusal(`<${unclosed.tag}> is not closed`);
    if (!this.#root) throw this.refusal("there is no element");
    return { root: this.#root, namespace: this.#namespace };
  }

  readDeclaration(): void {
    if (!/^<\?xml\s/.test(this.source)) return;
    const end = this.#find("?>", "the XML declaration");
    const [, encoding] = /encoding\s?=\s?["']([\w.-]{1,40})/.exec(this.source.slice(0, Math.min(end, 400))) ?? [];
    if (encoding && !/^(utf-?(8|16)|us-ascii)$/i.test(encoding)) {
      throw this.refusal(`the encoding ${encoding} is not read: send UTF-8`);
    }
    this.at = end + 2;
  }

  /** A tag, a comment, a CDATA section, or the text up to the next of them. */
  readToken(): void {
    const { source, at } = this;
    if (source.charCodeAt(at) !== LESS_THAN) this.#readText();
    else if (source.startsWith("</", at)) this.#readEnd();
    else if (source.startsWith("<!--", at)) this.#skipComment();
    else if (source.startsWith("<![CDATA[", at)) this.#readCdata();
    else if (source.startsWith("<!", at)) throw this.refusal("a DOCTYPE or another declaration is not read");
    else if (source.startsWith("<?", at)) throw this.refusal("a processing instruction is not read");
    else this.#readStart();
  }

  #readText(): void {
    const { source, at } = this;
    const next = source.indexOf("<", at);
    const end = next < 0 ? source.length : next;
    const open = this.#open.at(-1);
    const text = this.#within(at, end);
    this.at = end;
    if (open) this.#addText(open, this.#unescape(text));
    else if (!isBlank(text)) throw this.refusal("there is text outside of the root element");
  }

  #readCdata(): void {
    const open = this.#open.at(-1);
    if (!open) throw this.refusal("there is text outside of the root element");
    const start = this.at + "<![CDATA[".length;
    const end = this.#find("]]>", "a CDATA section");
    this.#addText(open, this.#within(start, end));
    this.at = end + 3;
  }

  #addText({ element }: Open, text: string): void {
    // Indentation between elements is no text.
    if (element.text === "" && isBlank(text)) return;
    if (element.text.length + text.length > MAX_TEXT_LETTERS) throw this.#tooLong();
    element.text += text;
  }

  #skipComment(): void {
    this.at += "<!--".length;
    this.at = this.#find("-->", "a comment") + 3;
  }

  #readEnd(): void {
    this.at += 2;
    const tag = this.#readName();
    this.#skipBlanks();
    if (this.source.charCodeAt(this.at) !== GREATER_THAN) throw this.refusal(`</${tag}> is not closed by ">"`);
    const open = this.#open.pop();
    if (!open) throw this.refusal(`</${tag}> closes nothing`);
    if (open.tag !== tag) throw this.refusal(`</${tag}> stands where </${open.tag}> is expected`);
    this.at += 1;
  }

  #readStart(): void {
    this.at += 1;
    const tag = this.#readName();
    const parent = this.#open.at(-1);
    if (this.#open.length >= MAX_DEPTH) throw this.refusal(`elements are nested deeper than ${MAX_DEPTH}`);
    if (++this.#elements > MAX_ELEMENTS) throw this.refusal(`there are more than ${MAX_ELEMENTS} elements`);
    if (this.#root && !parent) throw this.refusal("there is a second root element");
    const { attributes, namespaces } = this.#readAttributes(tag, parent?.namespaces ?? NO_NAMESPACES);
    const namespace = this.#namespaceOf(tag, namespaces);
    if (!parent) this.#namespace = namespace;
    const isOfRoot = namespace === "" || namespace === this.#namespace;
    const element: Building = {
      name: isOfRoot ? tag.slice(tag.indexOf(":") + 1) : tag,
      attributes,
      children: NONE,
      text: "",
      parent: parent?.element,
    };
    this.#root ??= element;
    // Most elements have no children, and a list for each of them would double what the tree takes.
    if (parent?.element.children === NONE) parent.element.children = [element];
    else parent?.element.children.push(element);
    if (this.source.charCodeAt(this.at) === SLASH) this.at += 2;
    else {
      this.at += 1;
      this.#open.push({ element, tag, namespaces });
    }
  }

  /** Up to the end of the tag, which is left to be read. */
  #readAttributes(tag: string, inherited: ReadonlyMap<string, string>) {
    let attributes: Record<string, string> = NO_ATTRIBUTES;
    let namespaces = inherited;
    for (let count = 0; ; count++) {
      const before = this.at;
      this.#skipBlanks();
      const code = this.source.charCodeAt(this.at);
      if (code === GREATER_THAN || (code === SLASH && this.source.charCodeAt(this.at + 1) === GREATER_THAN)) break;
      if (this.at >= this.source.length) throw this.refusal(`<${tag}> is not closed`);
      if (this.at === before) throw this.refusal(`<${tag}> has a character that no name may have, or a name too long`);
      if (count >= MAX_ATTRIBUTES) throw this.refusal(`<${tag}> has more than ${MAX_ATTRIBUTES} attributes`);
      const { name, value } = this.#readAttribute();
      if (Object.hasOwn(attributes, name)) throw this.refusal(`<${tag}> has the attribute ${name} twice`);
      if (attributes === NO_ATTRIBUTES) attributes = Object.create(null) as Record<string, string>;
      attributes[name] = value;
      if (name === "xmlns" || name.startsWith("xmlns:")) {
        namespaces = new Map(namespaces).set(name.slice("xmlns:".length), value);
      }
    }
    return { attributes, namespaces };
  }

  #readAttribute(): { name: string; value: string } {
    const { source } = this;
    const name = this.#readName();
    this.#skipBlanks();
    if (source.charCodeAt(this.at) !== EQUALS) throw this.refusal(`the attribute ${name} has no value`);
    this.at += 1;
    this.#skipBlanks();
    const quote = source.charAt(this.at);
    if (quote !== '"' && quote !== "'") throw this.refusal(`the value of ${name} is not in quotes`);
    const start = this.at + 1;
    this.at = start;
    const end = this.#find(quote, `the value of ${name}`);
    const text = this.#within(start, end);
    if (text.includes("<")) throw this.refusal(`the value of ${name} has a "<"`);
    this.at = end + 1;
    return { name, value: this.#unescape(text.replace(/[\t\n\r]/g, " ")) };
  }

  #namespaceOf(tag: string, namespaces: ReadonlyMap<string, string>): string {
    const colon = tag.indexOf(":");
    if (colon < 0) return namespaces.get("") ?? "";
    const namespace = namespaces.get(tag.slice(0, colon));
    if (namespace === undefined) throw this.refusal(`the prefix of <${tag}> is not declared`);
    return namespace;
  }

  #readName(): string {
    namePattern.lastIndex = this.at;
    const [name] = namePattern.exec(this.source) ?? [];
    if (name === undefined) throw this.refusal('"<" is followed by no name');
    this.at += name.length;
    if (name.length === MAX_NAME_LETTERS) throw this.refusal(`a name is longer than ${MAX_NAME_LETTERS - 1} letters`);
    return name;
  }

  #skipBlanks(): void {
    blanks.lastIndex = this.at;
    this.at += blanks.exec(this.source)?.[0].length ?? 0;
  }

  /** Not further than a text may be long: a search through the rest of the document for each opening would take too long. */
  #find(end: string, what: string): number {
    const found = this.source.slice(this.at, this.at + MAX_TEXT_LETTERS + end.length).indexOf(end);
    if (found < 0) throw this.refusal(`${what} does not end within ${MAX_TEXT_LETTERS} letters`);
    return this.at + found;
  }

  #within(start: number, end: number): string {
    if (end - start > MAX_TEXT_LETTERS) throw this.#tooLong();
    const text = this.source.slice(start, end);
    return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  }

  #unescape(text: string): string {
    if (!text.includes("&")) return text;
    return text.replace(/&([^;&]{0,12};?)/g, (_whole, entity: string) => {
      const letter = entities[entity] ?? letterOf(entity);
      if (letter === undefined) throw this.refusal(`an entity that is none of XML's own: &${entity}`);
      return letter;
    });
  }

  #tooLong(): XmlRefused {
    return this.refusal(`a text is longer than ${MAX_TEXT_LETTERS} letters`);
  }

  refusal(issue: string): XmlRefused {
    return new XmlRefused(issue, lineAt(this.source, this.at));
  }
}

const [LESS_THAN, GREATER_THAN, SLASH, EQUALS] = [0x3c, 0x3e, 0x2f, 0x3d];
const NO_NAMESPACES: ReadonlyMap<string, string> = new Map([["xml", XML_NAMESPACE]]);
const namePattern = /[A-Za-z_\u00b7-\uffff][\w.:\-\u00b7-\uffff]{0,127}/y;
// More blanks than that inside a tag are no message.
const blanks = /[ \t\r\n]{0,1024}/y;
const entities: Readonly<Record<string, string>> = { "lt;": "<", "gt;": ">", "amp;": "&", "quot;": '"', "apos;": "'" };

function letterOf(entity: string): string | undefined {
  const [, decimal, hexadecimal] = /^#(?:(\d{1,7})|x([0-9a-fA-F]{1,6}));$/.exec(entity) ?? [];
  const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? "", 16);
  const isLetter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isLetter && !forbidden.test(String.fromCodePoint(code)) ? String.fromCodePoint(code) : undefined;
}

function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text);
}
