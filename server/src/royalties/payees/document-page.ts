// Texts at places of A4 pages, by pdfkit. Every text has a box that it never leaves: names wrap and are cut, numbers get smaller.

import PDFDocument from "pdfkit";
import { drawnText } from "./document-letters.ts";

export type Fonts = { regular: Buffer; bold: Buffer };
export type Info = { title: string; author: string; created_at: Date };

export const LEFT = 50;
export const RIGHT = 545;
export const WIDTH = RIGHT - LEFT;
const TOP = 50;
const BOTTOM = 780;
const FOOT = 800;

/** The dashboard's colours, as on paper. */
export const ink = "#1A1917";
export const secondInk = "#5F5B55";
const line = "#D9D5CE";

/** `lines`: how many a text may take before it is cut. */
type Style = { size: number; font?: keyof Fonts; color?: string; lines?: number };
type Box = { x: number; width: number };

/** From the top of a line to what its letters stand on, in sizes of Noto Sans. */
const ASCENT = 1.069;

export class DocumentPages {
  y = TOP;
  private readonly pdf: PDFKit.PDFDocument;

  /** Opens a font anew for each document: pdfkit remembers in it which letters a glyph was first used for. */
  constructor(fonts: Fonts, { title, author, created_at }: Info) {
    const dates = { CreationDate: created_at, ModDate: created_at };
    this.pdf = new PDFDocument({
      size: "A4",
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      lang: "en",
      displayTitle: true,
      info: { Title: drawnText(title), Author: drawnText(author), Creator: "Segue", Producer: "Segue", ...dates },
      // No font of pdfkit's own.
      font: null as never,
    });
    this.pdf.registerFont("regular", fonts.regular);
    this.pdf.registerFont("bold", fonts.bold);
    this.addPage();
  }

  addPage(): void {
    this.pdf.addPage();
    this.y = TOP;
  }

  /** True if it began a new page, because the rest of this one is lower than that. */
  makeRoom(height: number): boolean {
    if (this.y + height <= BOTTOM) return false;
    this.addPage();
    return true;
  }

  /** A name or a sentence from the left. Returns its height; `y` stays. */
  text(text: string, { x, width }: Box, style: Style): number {
    const lines = this.linesOf(text, width, style);
    const height = this.pdf.currentLineHeight(true);
    // Marks above a letter may be piled up over the lines before.
    this.pdf
      .save()
      .rect(x, this.y, width, height * lines.length)
      .clip();
    for (const [place, line] of lines.entries()) this.pdf.text(line, x, this.y + place * height, { lineBreak: false });
    this.pdf.restore();
    return height * lines.length;
  }

  heightOf(text: string, width: number, style: Style): number {
    return this.linesOf(text, width, style).length * this.pdf.currentLineHeight(true);
  }

  /** A number that ends at the right of its box. */
  number(text: string, { x, width }: Box, style: Style): void {
    this.use(style);
    const wanted = this.pdf.widthOfString(text);
    const size = Math.min(style.size, (style.size * width) / wanted);
    const left = x + width - (wanted * size) / style.size;
    // Smaller digits stand on the line of their row.
    this.pdf.fontSize(size).text(text, left, this.y + (style.size - size) * ASCENT, { lineBreak: false });
  }

  /** A text that is never cut, from the left. Returns its width. */
  whole(text: string, { x, width }: Box, style: Style): number {
    this.use(style);
    const taken = Math.min(width, this.pdf.widthOfString(text));
    this.number(text, { x, width: taken }, style);
    return taken;
  }

  rule(color = line, thickness = 0.5): void {
    this.pdf.moveTo(LEFT, this.y).lineTo(RIGHT, this.y).lineWidth(thickness).strokeColor(color).stroke();
  }

  /** The last lines of every page, once their number is known. Then the bytes. */
  end(foot: string): Promise<Buffer> {
    const { start, count } = this.pdf.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      this.pdf.switchToPage(start + page);
      this.y = FOOT - 8;
      this.rule();
      this.y = FOOT;
      const style = { size: 7.5, color: secondInk };
      this.text(foot, { x: LEFT, width: WIDTH - 90 }, style);
      this.number(`Page ${page + 1} of ${count}`, { x: RIGHT - 80, width: 80 }, style);
    }
    return this.bytes();
  }

  private async bytes(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    this.pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve, reject) => this.pdf.on("end", resolve).on("error", reject));
    this.pdf.end();
    await ended;
    return Buffer.concat(chunks);
  }

  private use({ size, font = "regular", color = ink }: Style): void {
    this.pdf.font(font).fontSize(size).fillColor(color);
  }

  /** Broken between words where there are some. pdfkit's own breaking takes ten times as long for a word that is too long. */
  private linesOf(text: string, width: number, style: Style): string[] {
    this.use(style);
    const lines: string[] = [];
    for (let rest = drawnText(text).trim(); ; ) {
      const fitting = this.fitting(rest, width);
      if (fitting === rest.length) return [...lines, rest];
      if (lines.length + 1 === (style.lines ?? 1))
        return [...lines, `${rest.slice(0, this.fitting(rest, width - this.pdf.widthOfString("…"))).trimEnd()}…`];
      const space = rest.lastIndexOf(" ", fitting);
      const end = space > 0 ? space : fitting;
      lines.push(rest.slice(0, end));
      rest = rest.slice(end).trimStart();
    }
  }

  /** How much of the text is no wider than that, by the widths of its letters; at least one letter. */
  private fitting(text: string, width: number): number {
    let [end, taken] = [0, 0];
    for (const letter of text) {
      taken += this.pdf.widthOfString(letter);
      if (taken > width && end > 0) return end;
      end += letter.length;
    }
    return end;
  }
}
