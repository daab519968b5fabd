// The answer of an operation, written from its result.

import { Readable } from "node:stream";
import type { Context } from "../context.ts";
import { type AnswerWriter, compileAnswerWriter } from "./bodies/answer-text.ts";
import { tagOf, withTag } from "./etag.ts";
import type { Reply } from "./idempotency-keys.ts";
import { cursorBinding } from "./operation-input.ts";
import { replySchema } from "./operation-schema.ts";
import { type CursorSeal, type Page, shownPage } from "./pagination.ts";
import { type Answer, type AnyInput, type FileKind, fileTypes, type Route } from "./route.ts";

/** `answerRead` writes the answer of a read; `reply` that of a write, with its form for replays. */
export function compileAnswers(route: Route, cursors: CursorSeal) {
  const serialize = compileAnswerWriter(replySchema(route));
  const { status, list, otherwise, content_type } = route.success;

  function shown(input: AnyInput, result: unknown): unknown {
    if (!list) return result;
    return shownPage(result as Page<unknown>, (position) =>
      cursors.seal(position, cursorBinding(route, input, input.query)),
    );
  }

  async function answerRead(ctx: Context, input: AnyInput, result: unknown): Promise<Answer> {
    if (route.gives === "answer") return result as Answer;
    const payload = content_type ? (result as string | Buffer) : await serialize(shown(input, result), ctx.signal);
    if (!route.revalidated) return { status, payload };
    return withTag(input.headers, { status, payload }, tagOf(await textToTag(route, payload, result, serialize)));
  }

  async function reply(ctx: Context, input: AnyInput, result: unknown): Promise<Reply> {
    if (route.gives === "answer") return replyOf(result as Answer);
    const value = shown(input, result);
    const text = await serialize(value, ctx.signal);
    const stored = route.one_time ? await serialize(withoutSecrets(route.one_time, value), ctx.signal) : text;
    return { status: otherwise?.when(result) ? otherwise.status : status, text, stored };
  }

  return { answerRead, reply };
}

/** A cursor is sealed anew each time, so the tag of a page is that of the same page without it. */
async function textToTag(route: Route, sent: string | Buffer, result: unknown, write: AnswerWriter): Promise<string> {
  return route.success.list ? write(shownPage(result as Page<unknown>, () => "")) : sent.toString();
}

/** The reply to a write: its payload is text, or there is none. */
function replyOf({ status, headers, payload }: Answer): Reply {
  const text = typeof payload === "string" ? payload : "";
  return { status, text, stored: text, ...(headers && { headers }) };
}

function withoutSecrets(one_time: readonly string[], shown: unknown): object {
  return { ...(shown as object), ...Object.fromEntries(one_time.map((field) => [field, null])) };
}

export function fileAnswer(method: string, kind: FileKind, bytes: Readable): Answer {
  if (method === "HEAD") bytes.destroy();
  const headers = { "content-type": kind === "csv" ? `${fileTypes.csv}; charset=utf-8` : fileTypes[kind] };
  return { status: 200, headers, payload: method === "HEAD" ? Readable.from([]) : bytes };
}
