// Limits the answers of S3-compatible storage, our own or a store's. The SDK reads listings and errors whole, and
// parses them in one go, so they are limited before it sees them. An object is limited by its reader.

import type { Readable } from "node:stream";
import type { S3Client } from "@aws-sdk/client-s3";
import { limited } from "../outside-bytes.ts";

/** Names of a listing that are asked for at once. A storage that ignores it reaches the limit of bytes. */
export const NAMES_AT_ONCE = 100;
// Names have up to 1,024 bytes, and a parser needs some 100 ms for 384 KiB.
const MAX_XML_BYTES = 160 * 1024;
const XML_WITHIN_MS = 30_000;

type Answer = { statusCode: number; body?: Readable };

export function limitAnswers(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (request) => {
        const result = await next(request);
        const answer = result.response as Answer;
        const isObject = commandName === "GetObjectCommand" && answer.statusCode < 300;
        if (answer.body && !isObject)
          answer.body = limited(answer.body, { max_bytes: MAX_XML_BYTES, within_ms: XML_WITHIN_MS });
        return result;
      },
    // The last one before the request goes out is the first that sees the answer.
    { step: "deserialize", priority: "low", name: "limitAnswers" },
  );
}
