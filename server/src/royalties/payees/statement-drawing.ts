// Draws a payee statement: whose it is and what it comes to, what was played, how the amount came about, the balance, and every
// contract. The first page has all but the contracts that have no room there.

import { DocumentPages, type Fonts, ink, LEFT, RIGHT, secondInk, WIDTH } from "./document-page.ts";
import {
  amountSteps,
  balanceOf,
  type ContractLine,
  contractLines,
  contractTotal,
  count,
  dayText,
  groupedDigits,
  netStep,
  type PayeeStatementDocument,
  periodText,
  playedLines,
} from "./statement-document.ts";

export function drawPayeeStatement(document: PayeeStatementDocument, fonts: Fonts): Promise<Buffer> {
  const { organization_name: author, payee_name, created_at, id } = document;
  const title = `Royalty statement, ${periodText(document)}: ${payee_name}`;
  const pages = new DocumentPages(fonts, { title, author, created_at });
  drawHead(pages, document);
  drawTracks(pages, document);
  drawSteps(pages, document);
  drawBalance(pages, document);
  drawContracts(pages, document);
  return pages.end(`${id}  ·  ${author}`);
}

const small = { size: 8, color: secondInk };
const plain = { size: 9 };
const strong = { size: 9, font: "bold" } as const;
const row = { x: LEFT, width: WIDTH };

function drawHead(pages: DocumentPages, document: PayeeStatementDocument): void {
  const top = { size: 9, color: secondInk };
  pages.text(document.organization_name, { x: LEFT, width: WIDTH - 130 }, { ...top, font: "bold" });
  pages.number("Royalty statement", { x: RIGHT - 120, width: 120 }, top);
  pages.y += 18;
  pages.rule(ink, 1);
  pages.y += 22;
  pages.y += pages.text(document.payee_name, row, { size: 22, font: "bold", lines: 2 });
  pages.y += pages.text(periodText(document), row, { size: 11, color: secondInk }) + 20;
  drawFacts(pages, document);
}

/** Four columns: the amount that matters first, then what an accountant files it by. */
function drawFacts(pages: DocumentPages, document: PayeeStatementDocument): void {
  const { net_amount, currency, id, created_at, play_count } = document;
  const facts = [
    { label: netStep(document).label, x: LEFT, width: 175 },
    { label: "Plays", text: count(play_count), x: 240, width: 62 },
    { label: "Issued", text: dayText(created_at.toISOString()), x: 308, width: 82 },
    { label: "Statement", text: id, x: 396, width: RIGHT - 396 },
  ];
  for (const { label, x, width } of facts) pages.text(label, { x, width }, small);
  pages.y += 13;
  for (const { text, x, width } of facts) if (text !== undefined) pages.whole(text, { x, width }, plain);
  drawAmount(pages, groupedDigits(net_amount), currency);
  pages.y += 42;
}

/** Large, with its currency beside it. */
function drawAmount(pages: DocumentPages, amount: string, currency: string): void {
  pages.y -= 4;
  const width = pages.whole(amount, { x: LEFT, width: 148 }, { size: 24, font: "bold" });
  pages.y += 14;
  pages.text(currency, { x: LEFT + width + 6, width: 30 }, { size: 11, color: secondInk });
  pages.y -= 10;
}

function drawTitle(pages: DocumentPages, title: string, room: number): void {
  pages.makeRoom(room);
  pages.y += pages.text(title, row, { size: 11, font: "bold" }) + 5;
}

function drawTracks(pages: DocumentPages, document: PayeeStatementDocument): void {
  const tracks = playedLines(document);
  if (tracks.length === 0) return;
  const [plays, amount] = [
    { x: 375, width: 75 },
    { x: 455, width: 90 },
  ];
  drawTitle(pages, "What was played", 150);
  pages.text("Tracks that earned most for you, before anything is recouped", { x: LEFT, width: 320 }, small);
  pages.number("Plays", plays, small);
  pages.number("Earned", amount, small);
  pages.y += 15;
  for (const track of tracks) {
    pages.rule();
    pages.y += 4;
    pages.text(track.title, { x: LEFT, width: 185 }, plain);
    pages.text(track.artist, { x: 243, width: 127 }, { ...plain, color: secondInk });
    pages.number(track.plays, plays, plain);
    pages.number(track.amount, amount, plain);
    pages.y += 16;
  }
  pages.y += 20;
}

function drawSteps(pages: DocumentPages, document: PayeeStatementDocument): void {
  drawTitle(pages, "How this amount came about", 160);
  const [label, why, amount] = [
    { x: LEFT, width: 112 },
    { x: 165, width: 285 },
    { x: 455, width: 90 },
  ];
  const steps = amountSteps(document);
  for (const [place, step] of steps.entries()) {
    const isLast = place === steps.length - 1;
    pages.rule(isLast ? ink : undefined, isLast ? 0.75 : undefined);
    pages.y += 5;
    const sentence = { ...small, lines: 3 };
    pages.text(step.label, label, isLast ? strong : plain);
    pages.y += 1;
    const height = pages.text(step.why, why, sentence);
    pages.y -= 1;
    pages.number(step.amount, amount, isLast ? strong : plain);
    pages.y += height + 7;
  }
  pages.y += 16;
}

function drawBalance(pages: DocumentPages, document: PayeeStatementDocument): void {
  drawTitle(pages, `Your balance in ${document.currency}`, 70);
  pages.rule();
  pages.y += 6;
  const boxes = [LEFT, 215, 380].map((x) => ({ x, width: 160 }));
  for (const [place, { label, amount }] of balanceOf(document).entries()) {
    const box = boxes[place] ?? row;
    pages.text(label, box, small);
    pages.y += 12;
    pages.whole(amount, box, place === 2 ? strong : plain);
    pages.y -= 12;
  }
  pages.y += 46;
}

const columns = {
  name: { x: LEFT, width: 165 },
  version: { x: 218, width: 34 },
  payable: { x: 257, width: 82 },
  recouped: { x: 344, width: 72 },
  part: { x: 421, width: 45 },
  share: { x: 471, width: 74 },
};
const headings: ContractLine = {
  name: "Contract",
  version: "Version",
  payable: "Payable",
  recouped: "Recouped",
  part: "Your part",
  share: "Your share",
};

function drawContracts(pages: DocumentPages, document: PayeeStatementDocument): void {
  drawTitle(pages, "Your contracts", 80);
  drawHeadings(pages);
  for (const line of contractLines(document)) {
    const height = pages.heightOf(line.name, columns.name.width, { ...plain, lines: 2 });
    if (pages.makeRoom(height + 8)) drawHeadings(pages);
    pages.rule();
    pages.y += 4;
    drawContract(pages, line, plain);
    pages.y += height + 4;
  }
  if (pages.makeRoom(60)) drawHeadings(pages);
  pages.rule(ink, 0.75);
  pages.y += 5;
  drawContract(pages, contractTotal(document), strong);
  pages.y += 26;
  pages.text(detailsText(document), row, { ...small, lines: 2 });
}

function drawHeadings(pages: DocumentPages): void {
  drawContract(pages, headings, small);
  pages.y += 15;
}

function drawContract(pages: DocumentPages, line: ContractLine, style: typeof plain | typeof strong): void {
  pages.text(line.name, columns.name, { ...style, lines: 2 });
  for (const column of ["version", "payable", "recouped", "part", "share"] as const)
    if (line[column] !== "") pages.number(line[column], columns[column], style);
}

function detailsText({ line_item_count, organization_name }: PayeeStatementDocument): string {
  const lines = line_item_count === 1 ? "one line" : `${count(line_item_count)} lines`;
  return `Your share is the sum of ${lines}, one for each track, store, country and month of use. ${organization_name} can send them to you as a table.`;
}
