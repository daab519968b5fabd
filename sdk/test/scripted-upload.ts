// A server of resumable uploads that answers by a script, one answer for each request, and notes what it was asked.

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type ScriptedAnswer = (request: IncomingMessage, reply: ServerResponse) => unknown;

export type ScriptedUpload = {
  url: string;
  /** Each request since `play`: its method, and from which byte on it sends. */
  seen: string[];
  play(...answers: ScriptedAnswer[]): void;
  close(): void;
};

export async function startScriptedUpload(): Promise<ScriptedUpload> {
  const seen: string[] = [];
  let left: ScriptedAnswer[] = [];
  const server = createServer((request, reply) => {
    seen.push([request.method, request.headers["upload-offset"]].join(" ").trim());
    (left.shift() ?? refuse(500, "internal_error"))(request, reply);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/upload`,
    seen,
    play(...answers) {
      seen.length = 0;
      left = answers;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

export function offset(bytes: number): ScriptedAnswer {
  return (_, reply) => void reply.writeHead(200, { "upload-offset": bytes }).end();
}

export function refuse(status: number, code: string, headers: Record<string, string> = {}): ScriptedAnswer {
  return (request, reply) => {
    request.resume();
    reply.writeHead(status, headers).end(JSON.stringify({ error: { code, message: "Not so.", request_id: "req_1" } }));
  };
}

export function cut(request: IncomingMessage): void {
  request.socket.destroy();
}

/** Takes the whole body and hands it to `receive`. */
export function take(receive: (body: string) => void = () => undefined): ScriptedAnswer {
  return async (request, reply) => {
    let body = "";
    for await (const bytes of request) body += bytes;
    receive(body);
    const end = Number(request.headers["upload-offset"]) + body.length;
    reply.writeHead(204, { "upload-offset": end }).end();
  };
}
