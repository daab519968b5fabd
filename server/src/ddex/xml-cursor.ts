// A place in the text of an XML document, and what can be read from there on: names, blanks, and texts up to their end.

import { forbidden, lineAt, XmlRefused } from "./decode-xml.ts";

const MAX_NAME_LETTERS = 128;
export const MAX_TEXT_LETTERS = 65_536;

export class XmlCursor {
  at = 0;

  constructor(readonly source: string) {}

  get isDone(): boolean {
    return this.at >= this.source.length;
  }

  readName(): string {
    namePattern.lastIndex = this.at;
    const [name] = namePattern.exec(this.source) ?? [];
    if (name === undefined) throw this.refusal('"<" is followed by no name');
    this.at += name.length;
    if (name.length === MAX_NAME_LETTERS) throw this.refusal(`a name is longer than ${MAX_NAME_LETTERS - 1} letters`);
    return name;
  }

  skipBlanks(): void {
    blanks.lastIndex = this.at;
    this.at += blanks.exec(this.source)?.[0].length ?? 0;
  }

  /** Not further than a text may be long: a search through the rest of the document for each opening would take too long. */
  find(end: string, what: string): number {
    const found = this.source.slice(this.at, this.at + MAX_TEXT_LETTERS + end.length).indexOf(end);
    if (found < 0) throw this.refusal(`${what} does not end within ${MAX_TEXT_LETTERS} letters`);
    return this.at + found;
  }

  within(start: number, end: number): string {
    if (end - start > MAX_TEXT_LETTERS) throw this.tooLong();
    const text = this.source.slice(start, end);
    return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
  }

  unescape(text: string): string {
    if (!text.includes("&")) return text;
    return text.replace(/&([^;&]{0,12};?)/g, (_whole, entity: string) => {
      const letter = entities.get(entity) ?? letterOf(entity);
      if (letter === undefined) throw this.refusal(`an entity that is none of XML's own: &${entity}`);
      return letter;
    });
  }

  tooLong(): XmlRefused {
    return this.refusal(`a text is longer than ${MAX_TEXT_LETTERS} letters`);
  }

  refusal(issue: string): XmlRefused {
    return new XmlRefused(issue, lineAt(this.source, this.at));
  }
}

const namePattern = /[A-Za-z_\u00b7-\uffff][\w.:\-\u00b7-\uffff]{0,127}/y;
// More blanks than that inside a tag are no message.
const blanks = /[ \t\r\n]{0,1024}/y;
const entities = new Map(Object.entries({ "lt;": "<", "gt;": ">", "amp;": "&", "quot;": '"', "apos;": "'" }));

function letterOf(entity: string): string | undefined {
  const [, decimal, hexadecimal] = /^#(?:(\d{1,7})|x([0-9a-fA-F]{1,6}));$/.exec(entity) ?? [];
  const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? "", 16);
  const isLetter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isLetter && !forbidden.test(String.fromCodePoint(code)) ? String.fromCodePoint(code) : undefined;
}
