// Headers that operations share, of requests and of answers.

export const ifNoneMatch = {
  name: "If-None-Match",
  in: "header",
  description: "The `ETag` of an answer that you have kept. If it is still current, the answer is 304 without a body.",
  schema: { type: "string" },
};

export const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  description: "A UUID v4; a retry with the same key happens once.",
  schema: { type: "string", format: "uuid" },
};

const header = (description: string, type: string) => ({ description, schema: { type } });

export const sharedHeaders = {
  "X-Request-Id": header("Unique for each request; quote it when you ask for help.", "string"),
  "RateLimit-Limit": header("Requests allowed in a minute.", "integer"),
  "RateLimit-Remaining": header("Requests left in this minute.", "integer"),
  "RateLimit-Reset": header("Seconds until the minute is over.", "integer"),
  "Retry-After": header("Seconds to wait before the next try.", "integer"),
  "WWW-Authenticate": header("How to send a credential: `Bearer`.", "string"),
  ETag: header(
    "Names this state of the answer; send it as `If-None-Match` to ask whether it is still current.",
    "string",
  ),
  "Idempotency-Replayed": header(
    "`true` when this is the stored answer to an earlier request with the same key.",
    "string",
  ),
};
