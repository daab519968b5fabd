// Endpoints that watch: what came, how often, whether it was signed and the same each time. Each has a path of one server.

import { createHmac } from "node:crypto";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { must } from "../catalog.ts";
import type { Member } from "../world.ts";

/** The requests for one event at one endpoint. */
export type Seen = { requests: number; accepted: number; body: string; forged: number; changed: number };

/** `after_ms` undefined: never. */
export type Manner = { status: number; after_ms?: number };

export type WatchedEndpoints = {
  /** By event and webhook: `evt_… whk_…`. */
  seen: Map<string, Seen>;
  /** Requests that have come and are not answered yet. */
  open(): number;
  /** From now on; what waits is answered like that too. */
  behave(manner: (key: string) => Manner): void;
  register(owner: Member, event_type: string): Promise<string>;
  close(): Promise<void>;
};

type Waiting = { key: string; response: ServerResponse };

export async function watchEndpoints(): Promise<WatchedEndpoints> {
  const seen = new Map<string, Seen>();
  const secrets = new Map<string, { webhook_id: string; secret: string }>();
  const waiting = new Set<Waiting>();
  let mannerOf: (key: string) => Manner = () => ({ status: 200, after_ms: 0 });

  function answer(one: Waiting): void {
    const { status, after_ms } = mannerOf(one.key);
    waiting.add(one);
    if (after_ms === undefined) return;
    setTimeout(() => {
      if (!waiting.delete(one)) return;
      const known = seen.get(one.key);
      if (known && status === 200) known.accepted++;
      one.response.writeHead(status).end("ok");
    }, after_ms);
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString();
      const endpoint = secrets.get(request.url ?? "");
      // The ping comes before the answer that tells the secret.
      if (!endpoint) return void response.writeHead(200).end();
      const key = `${String(request.headers["x-svc-event-id"])} ${endpoint.webhook_id}`;
      note(seen, key, { body, isGenuine: isGenuine(endpoint.secret, body, request.headers["x-svc-signature"]) });
      answer({ key, response });
    });
  });
  // It closes no connection, so it gives no sender a reason to send twice.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    seen,
    open: () => waiting.size,
    behave(manner) {
      mannerOf = manner;
      for (const one of [...waiting]) answer(one);
    },
    async register(owner, event_type) {
      const path = `/endpoints/${secrets.size}`;
      const url = `http://127.0.0.1:${port}${path}`;
      const { body } = await must(owner, "POST /v1/webhooks", { url, event_type });
      secrets.set(path, { webhook_id: body.id, secret: body.secret });
      return body.id;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function note(seen: Map<string, Seen>, key: string, came: { body: string; isGenuine: boolean }): void {
  const known = seen.get(key) ?? { requests: 0, accepted: 0, body: came.body, forged: 0, changed: 0 };
  known.requests++;
  if (!came.isGenuine) known.forged++;
  if (came.body !== known.body) known.changed++;
  seen.set(key, known);
}

function isGenuine(secret: string, body: string, signature: unknown): boolean {
  return signature === `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}
