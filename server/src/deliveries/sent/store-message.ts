// A message as it is shown: to the operator, and to the store that fetches it.

import { isDeepStrictEqual } from "node:util";
import { type Static, Type } from "typebox";
import { type MessageKind, messageKinds, type StoreAnswer } from "../../messages/message.ts";
import type { Answer } from "../../platform/http/route.ts";
import { Id, Nullable, OneOf, Timestamp } from "../../platform/schema.ts";
import { answerStatuses } from "../delivery.ts";

const ShownAnswer = Type.Unsafe<StoreAnswer | null>({
  type: ["object", "null"],
  properties: {
    status: OneOf(answerStatuses),
    rejection_code: Type.String(),
    rejection_reason: Type.String(),
  },
  required: ["status"],
  description: "The store's answer. Null until there is one.",
  examples: [{ status: "delivered" }],
});

const shown = {
  message_id: Type.String({ examples: ["dlv_01k8z3v9qxe7p9a4m2c6t5w8rn-store_brightwater-1"] }),
  delivery_id: Id("dlv"),
  release_id: Id("rel"),
  attempt: Type.Integer({
    minimum: 1,
    description: "Which submission to this store; a takedown has that of the last.",
  }),
  kind: OneOf(messageKinds, { description: "`update`: the store has taken an earlier message of this delivery." }),
  created_at: Timestamp,
};
const answered = { answered_at: Nullable(Timestamp), answer: ShownAnswer };

export const FeedMessage = Type.Object(
  { ...shown, fetched_at: Nullable(Timestamp), ...answered },
  { title: "FeedMessage" },
);
export type FeedMessage = Static<typeof FeedMessage>;

const MessageAcknowledgement = Type.Object(
  {
    sha256: Type.String({
      description: "The SHA-256 of its bytes. It names the acknowledgement where it is read.",
      examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    }),
    name: Nullable(
      Type.String({ description: "The name of the file that it came in.", examples: ["ACK_1_20261103.xml"] }),
    ),
    made_at: Nullable(Type.String({ ...Timestamp, description: "By the store's own time." })),
    received_at: Timestamp,
  },
  { title: "MessageAcknowledgement" },
);

export const SentMessage = Type.Object(
  {
    ...shown,
    sent_at: Nullable(
      Type.String({
        ...Timestamp,
        description: "When it was last sent. For a store that fetches: when it was fetched.",
      }),
    ),
    ...answered,
    acknowledgements: Type.Array(MessageAcknowledgement, {
      description: "The store's acknowledgements of it: the newest 50, oldest first.",
    }),
  },
  { title: "SentMessage" },
);
export type SentMessage = Static<typeof SentMessage>;

/** The text for a store: a document of its format, or the message as JSON. */
export type KeptDocument = { document: string; json: null } | { document: null; json: string };

export function documentAnswer({ document, json }: KeptDocument): Answer {
  const type = document === null ? "application/json" : "application/xml";
  return { status: 200, headers: { "content-type": `${type}; charset=utf-8` }, payload: document ?? json };
}

export function isAnswerTo(kind: MessageKind, { status }: StoreAnswer): boolean {
  return (kind === "takedown") === (status === "taken_down");
}

export function isSameAnswer(first: StoreAnswer, second: StoreAnswer): boolean {
  return isDeepStrictEqual({ ...first }, { ...second });
}
