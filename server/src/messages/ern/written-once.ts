// Writes once what messages to several stores have in common.
//
// The problem. A release goes to many stores at once. Most of them get the same document apart from its header, and to
// write and check it again for each store costs more than all else that is done for a store.
//
// The procedure. Messages that are built together share the objects that they are built of. While those live, they
// remember the document written last, with all else that it depends on. Only the last one: a document may have many
// megabytes, so the caller writes messages that depend on the same one after the other. Nothing has to be forgotten by
// hand. Writing yields in between, and an unfinished document is not remembered.

import type { ReleaseMessage } from "../message.ts";

type Content = Omit<ReleaseMessage, "message_id" | "store_id" | "attempt" | "kind" | "created_at">;
type Steps<Value> = Generator<undefined, Value, undefined>;
type Written<Result> = { content: Content; depends_on: string; result: Result };

/** `depends_on`: all that the result depends on besides the content of the message. */
export function writtenOnce<Result>() {
  const memory = new WeakMap<Content["tracks"], Written<Result>>();
  return function* (content: Content, depends_on: string, write: () => Steps<Result>): Steps<Result> {
    const known = memory.get(content.tracks);
    if (known?.depends_on === depends_on && isSame(known.content, content)) return known.result;
    memory.delete(content.tracks);
    const result = yield* write();
    memory.set(content.tracks, { content, depends_on, result });
    return result;
  };
}

function isSame(one: Content, other: Content): boolean {
  return (
    one.release === other.release &&
    one.files === other.files &&
    one.territory_codes === other.territory_codes &&
    one.organization === other.organization &&
    one.terms === other.terms
  );
}
