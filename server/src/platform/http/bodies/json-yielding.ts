// Reads a large body without blocking other requests.
//
// The problem. JSON.parse reads the whole text in one stretch, and builds values that no operation accepts before they
// can be refused: 8 MiB of `{},` block the event loop for most of a second.
//
// The procedure. One pass over the bytes, with a list of the open containers. It pauses often, and stops at the first
// value too many or too deep. JSON.parse still parses texts and numbers, token by token. In a body with parts (`tracks`
// of a bulk request) each part may be as large as a whole body elsewhere, and no larger, because a part is checked in
// one stretch.

import { ApiError } from "../../errors.ts";

export type Bounds = {
  max_depth: number;
  /** Limits for the whole body. */
  max_values: number;
  /** Limits for each part, and for everything outside the parts together. */
  part: { max_values: number; max_bytes: number };
  /** The field whose entries are the parts. */
  parts?: string | undefined;
};

/** An open container: `into` holds its values so far, and `name` is the name of the next value. */
type Open = { into: Record<string, unknown> | unknown[]; name: string };

/** A part, or the rest of the body. */
type Counted = { field: string; values: number; bytes: number };

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const FIRST_PRINTABLE = 0x20;
const REST_AFTER = { tokens: 64, bytes: 65_536 };

/** The same value as JSON.parse gives, of bytes that are UTF-8. Throws a 400. */
export function* readJsonYielding(bytes: Buffer, bounds: Bounds): Generator<undefined, unknown, undefined> {
  const reader = new Reader(bytes, bounds);
  for (let [tokens, rested_at] = [1, 0]; !reader.isDone; tokens++) {
    reader.readToken();
    if (tokens % REST_AFTER.tokens !== 0 && reader.at - rested_at < REST_AFTER.bytes) continue;
    rested_at = reader.at;
    yield;
  }
  return reader.result;
}

/** The tokens that may come next. A closing bracket may follow the opening one, but not a comma. */
type Expected = "value" | "value or end" | "name" | "name or end" | "colon" | "comma or end" | "nothing";

class Reader {
  isDone = false;
  result: unknown;
  at = 0;
  #expected: Expected = "value";
  #values = 0;
  readonly #open: Open[] = [];
  readonly #rest: Counted = { field: "", values: 0, bytes: 0 };
  #counted = this.#rest;

  constructor(
    readonly bytes: Buffer,
    readonly bounds: Bounds,
  ) {}

  /** One token, or so many blanks before it that it is time to rest. */
  readToken(): void {
    const { bytes } = this;
    const rest_at = this.at + REST_AFTER.bytes;
    let at = this.at;
    while (isBlank(bytes[at]) && at < rest_at) at++;
    this.at = at;
    if (at < rest_at) this.#takeToken(bytes[at]);
  }

  #takeToken(byte: number | undefined): void {
    const expected = this.#expected;
    if ((byte === CLOSE_LIST || byte === CLOSE_OBJECT) && expected.endsWith("end")) this.#close(byte);
    else if (expected.startsWith("value")) this.#takeValue(byte);
    else if (expected.startsWith("name") && byte === QUOTE) this.#takeName();
    else if (expected === "colon" && byte === COLON) this.#pass("value");
    else if (expected === "comma or end" && byte === COMMA) this.#pass(this.#isInList() ? "value" : "name");
    else if (expected === "nothing" && byte === undefined) this.isDone = true;
    else throw this.#unexpected();
  }

  #pass(expected: Expected): void {
    this.at++;
    this.#expected = expected;
  }

  #takeName(): void {
    const name = this.#readText();
    const holder = this.#open.at(-1);
    if (holder) holder.name = name;
    this.#expected = "colon";
  }

  #takeValue(byte: number | undefined): void {
    this.#beginPart();
    if (byte === OPEN_LIST) this.#enter([], "value or end");
    else if (byte === OPEN_OBJECT) this.#enter({}, "name or end");
    else this.#complete(byte === QUOTE ? this.#readText() : this.#readScalar());
  }

  #enter(into: Open["into"], expected: Expected): void {
    const { max_depth } = this.bounds;
    if (this.#open.length >= max_depth) throw refusal(`The body is nested deeper than ${max_depth} levels.`);
    this.#open.push({ into, name: "" });
    this.#pass(expected);
  }

  #isInList(): boolean {
    return Array.isArray(this.#open.at(-1)?.into);
  }

  #close(byte: number): void {
    if (this.#isInList() !== (byte === CLOSE_LIST)) throw this.#unexpected();
    this.at++;
    this.#complete(this.#open.pop()?.into);
  }

  #complete(value: unknown): void {
    const holder = this.#open.at(-1);
    if (holder) this.#keep(holder, value);
    else this.result = value;
    this.#expected = holder ? "comma or end" : "nothing";
  }

  #keep({ into, name }: Open, value: unknown): void {
    const { max_values, part } = this.bounds;
    if (++this.#values > max_values) throw refusal(`The body has more than ${max_values} values.`);
    if (++this.#counted.values > part.max_values) throw this.#tooLarge(`has more than ${part.max_values} values`);
    if (Array.isArray(into)) into.push(value);
    else if (name === "__proto__") Object.defineProperty(into, name, { value, ...ordinary });
    else into[name] = value;
    if (this.#isInParts()) this.#counted = this.#rest;
  }

  #beginPart(): void {
    const place = this.#isInParts() ? (this.#open[1]?.into as unknown[] | undefined)?.length : undefined;
    if (place !== undefined) this.#counted = { field: `${this.bounds.parts}[${place}]`, values: 0, bytes: 0 };
  }

  /** Between the brackets of the list of parts, and in none of them. */
  #isInParts(): boolean {
    const { parts } = this.bounds;
    const [body, list] = this.#open;
    if (parts === undefined || this.#open.length !== 2 || body?.name !== parts) return false;
    return Array.isArray(list?.into);
  }

  #readText(): string {
    const { bytes } = this;
    const begin = this.at;
    // A longer text is refused anyway, so do not search for its end.
    const last = Math.min(bytes.length, begin + this.bounds.part.max_bytes);
    let end = begin + 1;
    let is_plain = true;
    for (let byte = bytes[end]; byte !== QUOTE && end < last; byte = bytes[end]) {
      if (byte === BACKSLASH) end++;
      if (byte === BACKSLASH || (byte ?? 0) < FIRST_PRINTABLE) is_plain = false;
      end++;
    }
    if (end >= bytes.length) throw this.#unexpectedEnd();
    this.#count(end + 1 - begin);
    const text = is_plain ? bytes.toString("utf8", begin + 1, end) : (this.#parse(begin, end + 1) as string);
    this.at = end + 1;
    return text;
  }

  #readScalar(): unknown {
    const begin = this.at;
    let end = begin;
    while (end < this.bytes.length && !endsScalar(this.bytes[end])) end++;
    if (end === this.bytes.length && begin === end) throw this.#unexpectedEnd();
    this.#count(end - begin);
    const value = this.#parse(begin, end);
    this.at = end;
    return value;
  }

  #parse(begin: number, end: number): unknown {
    try {
      return JSON.parse(this.bytes.toString("utf8", begin, end));
    } catch {
      throw this.#unexpected();
    }
  }

  #count(length: number): void {
    const { max_bytes } = this.bounds.part;
    this.#counted.bytes += length;
    if (this.#counted.bytes > max_bytes) throw this.#tooLarge(`has more than ${max_bytes} bytes`);
  }

  #tooLarge(issue: string): ApiError {
    const { field } = this.#counted;
    if (field) return refusal(`\`${field}\` ${issue}.`, [{ field, issue }]);
    return refusal(this.bounds.parts ? `The body ${issue} outside \`${this.bounds.parts}\`.` : `The body ${issue}.`);
  }

  #unexpected(): ApiError {
    if (this.at >= this.bytes.length) return this.#unexpectedEnd();
    return refusal(`The body is not valid JSON: Unexpected token at byte ${this.at}`);
  }

  #unexpectedEnd(): ApiError {
    return refusal("The body is not valid JSON: Unexpected end of JSON input");
  }
}

// A plain assignment to this name would change the object's prototype.
const ordinary = { enumerable: true, configurable: true, writable: true };

function refusal(message: string, details: { field: string; issue: string }[] = []): ApiError {
  return new ApiError("invalid_request", message, details);
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function endsScalar(byte: number | undefined): boolean {
  return byte === COMMA || byte === CLOSE_LIST || byte === CLOSE_OBJECT || isBlank(byte);
}
