// The thread that draws payee statements: pdfkit takes 0.2 s to load, and 0.1 s to open the fonts of each document.

import { readFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
import type { PayeeStatementDocument } from "./statement-document.ts";
import { drawPayeeStatement } from "./statement-drawing.ts";

// The thread is always run as built, in server/dist.
const font = (name: string) => readFileSync(new URL(`../fonts/${name}`, import.meta.url));
const fonts = { regular: font("NotoSans-Regular.ttf"), bold: font("NotoSans-Bold.ttf") };

// A document that cannot be drawn ends the thread, which the service takes for a failure of this document.
parentPort?.on("message", (document: PayeeStatementDocument) => {
  void drawPayeeStatement(document, fonts).then((bytes) => parentPort?.postMessage(bytes));
});
