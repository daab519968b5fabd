// Reads XML that strangers send into a small tree.
//
// The problem. XML can make its reader fetch files, expand entities without end, or build more objects than there is
// memory.
//
// The procedure. One pass over the text by a reader that knows only what DDEX messages use: elements, attributes, text,
// CDATA, comments, and prefixes of namespaces. A DOCTYPE, a processing instruction and every entity but the five of XML
// are refused, so there is nothing to expand or to fetch. Depth, names, attributes, namespaces, elements and texts have
// limits, each checked before the next piece is read. The reader pauses after a fixed amount of work (`yielding`), so
// that other requests are answered meanwhile.
//
// A message is text without mixed content, so an element has children or a text. If it has both, the text is kept too.

import { decodeXml, XmlRefused } from "./decode-xml.ts";
import { MAX_TEXT_LETTERS, XmlCursor } from "./xml-cursor.ts";

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
// Limits the children of one element: a lookup goes through all of them, several times.
const MAX_CHILDREN = 20_000;
const MAX_ATTRIBUTES = 32;
// In scope: each element that declares one has a copy of them all.
const MAX_NAMESPACES = 16;

// A step is a token, an attribute, a namespace that is copied, or so many letters. A thousand take about a millisecond.
const REST_AFTER_STEPS = 1_000;
const LETTERS_OF_A_STEP = 256;

/** How many elements of a name a document may have. */
export type MostOfNames = ReadonlyMap<string, number>;

/** Throws XmlRefused. */
export function* readXml(
  bytes: Uint8Array,
  most: MostOfNames = new Map(),
): Generator<undefined, XmlDocument, undefined> {
  if (bytes.length > MAX_XML_BYTES) throw new XmlRefused("is longer than 16 MiB", 1);
  const reader = new Reader(yield* decodeXml(bytes), most);
  reader.readDeclaration();
  for (let rested_at = 0; !reader.isDone; ) {
    reader.readToken();
    if (reader.steps - rested_at < REST_AFTER_STEPS) continue;
    rested_at = reader.steps;
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
  namespaces: Scope;
};

/** Namespaces by their prefixes. */
type Scope = ReadonlyMap<string, string>;

const NONE: never[] = [];
const NO_ATTRIBUTES = Object.freeze({});
const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";

class Reader extends XmlCursor {
  #root: Building | undefined;
  #namespace = "";
  #elements = 0;
  #steps = 0;
  readonly #open: Open[] = [];
  readonly #counts = new Map<string, number>();

  constructor(
    source: string,
    readonly most: MostOfNames,
  ) {
    super(source);
  }

  get steps(): number {
    return this.#steps + this.at / LETTERS_OF_A_STEP;
  }

  result(): XmlDocument {
    const unclosed = this.#open.at(-1);
    if (unclosed) throw this.refusal(`<${unclosed.tag}> is not closed`);
    if (!this.#root) throw this.refusal("there is no element");
    return { root: this.#root, namespace: this.#namespace };
  }

  readDeclaration(): void {
    if (!/^<\?xml\s/.test(this.source)) return;
    const end = this.find("?>", "the XML declaration");
    const [, encoding] = /encoding\s?=\s?["']([\w.-]{1,40})/.exec(this.source.slice(0, Math.min(end, 400))) ?? [];
    if (encoding && !/^(utf-?(8|16)|us-ascii)$/i.test(encoding)) {
      throw this.refusal(`the encoding ${encoding} is not read: send UTF-8`);
    }
    this.at = end + 2;
  }

  /** A tag, a comment, a CDATA section, or the text up to the next of them. */
  readToken(): void {
    const { source, at } = this;
    this.#steps += 1;
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
    const text = this.within(at, end);
    this.at = end;
    if (open) this.#addText(open, this.unescape(text));
    else if (!isBlank(text)) throw this.refusal("there is text outside of the root element");
  }

  #readCdata(): void {
    const open = this.#open.at(-1);
    if (!open) throw this.refusal("there is text outside of the root element");
    const start = this.at + "<![CDATA[".length;
    const end = this.find("]]>", "a CDATA section");
    this.#addText(open, this.within(start, end));
    this.at = end + 3;
  }

  #addText({ element }: Open, text: string): void {
    // Indentation between elements is no text.
    if (element.text === "" && isBlank(text)) return;
    if (element.text.length + text.length > MAX_TEXT_LETTERS) throw this.tooLong();
    element.text += text;
  }

  #skipComment(): void {
    this.at += "<!--".length;
    this.at = this.find("-->", "a comment") + 3;
  }

  #readEnd(): void {
    this.at += 2;
    const tag = this.readName();
    this.skipBlanks();
    if (this.source.charCodeAt(this.at) !== GREATER_THAN) throw this.refusal(`</${tag}> is not closed by ">"`);
    const open = this.#open.pop();
    if (!open) throw this.refusal(`</${tag}> closes nothing`);
    if (open.tag !== tag) throw this.refusal(`</${tag}> stands where </${open.tag}> is expected`);
    this.at += 1;
  }

  #readStart(): void {
    this.at += 1;
    const tag = this.readName();
    const parent = this.#open.at(-1);
    if (this.#open.length >= MAX_DEPTH) throw this.refusal(`elements are nested deeper than ${MAX_DEPTH}`);
    if (++this.#elements > MAX_ELEMENTS) throw this.refusal(`there are more than ${MAX_ELEMENTS} elements`);
    if (this.#root && !parent) throw this.refusal("there is a second root element");
    const { attributes, namespaces } = this.#readAttributes(tag, parent?.namespaces ?? NO_NAMESPACES);
    const namespace = this.#namespaceOf(tag, namespaces);
    if (!parent) this.#namespace = namespace;
    const isOfRoot = namespace === "" || namespace === this.#namespace;
    const name = isOfRoot ? tag.slice(tag.indexOf(":") + 1) : tag;
    this.#count(name);
    const element: Building = {
      name,
      attributes,
      children: NONE,
      text: "",
      parent: parent?.element,
    };
    this.#root ??= element;
    if (parent) this.#addChild(parent, element);
    if (this.source.charCodeAt(this.at) === SLASH) this.at += 2;
    else {
      this.at += 1;
      this.#open.push({ element, tag, namespaces });
    }
  }

  #count(name: string): void {
    const most = this.most.get(name);
    if (most === undefined) return;
    const count = (this.#counts.get(name) ?? 0) + 1;
    if (count > most) throw this.refusal(`there are more than ${most} elements <${name}>`);
    this.#counts.set(name, count);
  }

  #addChild({ element: parent, tag }: Open, element: Building): void {
    // Most elements have no children, and a list for each of them would double what the tree takes.
    if (parent.children === NONE) parent.children = [element];
    else if (parent.children.push(element) > MAX_CHILDREN)
      throw this.refusal(`<${tag}> has more than ${MAX_CHILDREN} elements`);
  }

  /** Up to the end of the tag, which is left to be read. */
  #readAttributes(tag: string, inherited: Scope) {
    let attributes: Record<string, string> = NO_ATTRIBUTES;
    let declared: [prefix: string, namespace: string][] | undefined;
    for (let count = 0; ; count++) {
      const before = this.at;
      this.skipBlanks();
      const code = this.source.charCodeAt(this.at);
      if (code === GREATER_THAN || (code === SLASH && this.source.charCodeAt(this.at + 1) === GREATER_THAN)) break;
      if (this.at >= this.source.length) throw this.refusal(`<${tag}> is not closed`);
      if (this.at === before) throw this.refusal(`<${tag}> has a character that no name may have, or a name too long`);
      if (count >= MAX_ATTRIBUTES) throw this.refusal(`<${tag}> has more than ${MAX_ATTRIBUTES} attributes`);
      const { name, value } = this.#readAttribute();
      if (Object.hasOwn(attributes, name)) throw this.refusal(`<${tag}> has the attribute ${name} twice`);
      if (attributes === NO_ATTRIBUTES) attributes = Object.create(null) as Record<string, string>;
      attributes[name] = value;
      this.#steps += 1;
      if (name === "xmlns" || name.startsWith("xmlns:")) {
        declared ??= [];
        declared.push([name.slice("xmlns:".length), value]);
      }
    }
    return { attributes, namespaces: declared ? this.#scopeOf(tag, inherited, declared) : inherited };
  }

  #scopeOf(tag: string, inherited: Scope, declared: readonly [string, string][]): Scope {
    const scope = new Map(inherited);
    for (const [prefix, namespace] of declared) scope.set(prefix, namespace);
    if (scope.size > NO_NAMESPACES.size + MAX_NAMESPACES)
      throw this.refusal(`more than ${MAX_NAMESPACES} namespaces are declared for <${tag}>`);
    this.#steps += scope.size;
    return scope;
  }

  #readAttribute(): { name: string; value: string } {
    const { source } = this;
    const name = this.readName();
    this.skipBlanks();
    if (source.charCodeAt(this.at) !== EQUALS) throw this.refusal(`the attribute ${name} has no value`);
    this.at += 1;
    this.skipBlanks();
    const quote = source.charAt(this.at);
    if (quote !== '"' && quote !== "'") throw this.refusal(`the value of ${name} is not in quotes`);
    const start = this.at + 1;
    this.at = start;
    const end = this.find(quote, `the value of ${name}`);
    const text = this.within(start, end);
    if (text.includes("<")) throw this.refusal(`the value of ${name} has a "<"`);
    this.at = end + 1;
    return { name, value: this.unescape(text.replace(/[\t\n\r]/g, " ")) };
  }

  #namespaceOf(tag: string, namespaces: Scope): string {
    const colon = tag.indexOf(":");
    if (colon < 0) return namespaces.get("") ?? "";
    const namespace = namespaces.get(tag.slice(0, colon));
    if (namespace === undefined) throw this.refusal(`the prefix of <${tag}> is not declared`);
    return namespace;
  }
}

const [LESS_THAN, GREATER_THAN, SLASH, EQUALS] = [0x3c, 0x3e, 0x2f, 0x3d];
const NO_NAMESPACES: Scope = new Map([["xml", XML_NAMESPACE]]);

function isBlank(text: string): boolean {
  return !/[^ \t\r\n]/.test(text);
}
