// A `fetch` for one large file whose answer may take an hour. The runtime's own gives up after five minutes without one,
// and does not say how many bytes it will send.

import { type IncomingHttpHeaders, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { Readable } from "node:stream";
import { text as readText } from "node:stream/consumers";

export function patientFetch(size_bytes: number): typeof fetch {
  return async (input, { method = "GET", headers = {}, body, signal } = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const sent = { ...(headers as Record<string, string>), "content-length": String(size_bytes) };
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    const request = send(url, { method, headers: sent, ...(signal && { signal }) });
    const bytes = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
    try {
      return await new Promise<Response>((resolve, reject) => {
        request.on("error", reject);
        request.on("response", (reply) => {
          const init = { status: reply.statusCode ?? 0, headers: headersOf(reply.headers) };
          readText(reply).then((text) => resolve(new Response(text, init)), reject);
        });
        bytes.on("error", (error) => request.destroy(error));
        bytes.pipe(request);
      });
    } finally {
      bytes.destroy();
      // An answer may arrive before the whole body was sent.
      if (!request.writableFinished) request.destroy();
    }
  };
}

function headersOf(headers: IncomingHttpHeaders): Headers {
  return new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
