// A payee statement as PDF, drawn in a thread of its own: with 500 contracts it takes a second, which no other request may wait for. One
// is drawn at a time, and organizations take turns.

import { fileURLToPath } from "node:url";
import { ApiError } from "../../platform/errors.ts";
import { fairSemaphore } from "../../platform/fair-semaphore.ts";
import type { Signal } from "../../platform/signal.ts";
import { createThread } from "../../platform/thread.ts";
import type { PayeeStatementDocument } from "./statement-document.ts";

const TURN_WITHIN_MS = 15_000;
const ANSWER_WITHIN_MS = 20_000;
const MEMORY_MB = 256;
/** By itself it would keep three times as much, although a document needs little for long. */
const YOUNG_MB = 16;
/** The thread holds its memory as long as people read statements. */
const IDLE_MS = 60_000;

// Even when run from source, start the built thread: the tests run what production runs.
const folderOf = import.meta.url.endsWith(".ts") ? "../../../dist/" : "./";
const thread = createThread<PayeeStatementDocument, Uint8Array>({
  program: fileURLToPath(new URL(`${folderOf}pdf-thread.js`, import.meta.url)),
  answer_within_ms: ANSWER_WITHIN_MS,
  idle_ms: IDLE_MS,
  resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MB },
  failure: notDrawn,
});
const inTurn = fairSemaphore(1, TURN_WITHIN_MS);

/** The same document gives the same bytes. It is not drawn if its request is over when its turn comes. */
export async function writePayeeStatementPdf(
  document: PayeeStatementDocument,
  { organization_id, signal }: { organization_id: string; signal: Signal | undefined },
): Promise<Buffer> {
  const bytes = await inTurn(organization_id, signal)(() => thread.ask(document));
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function notDrawn(cause: unknown): ApiError {
  const message = "The PDF could not be made now; send the same request again.";
  const error = new ApiError("service_unavailable", message, [], { "retry-after": "5" });
  return Object.assign(error, { cause, stack: `${error.stack}\nCaused by: ${String(cause)}` });
}
