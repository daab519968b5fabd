// A partner's server that takes webhooks: it keeps what came, and answers as told.

import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export type Taken = { path: string; headers: IncomingHttpHeaders; body: string };

export type HookServer = {
  url: string;
  port: number;
  taken: Taken[];
  /** The status of its answers, one after another, then 200; `cut`: none, the connection is cut. */
  answers: (number | "cut")[];
  close(): Promise<void>;
};

export async function startHookServer(port = 0): Promise<HookServer> {
  const taken: Taken[] = [];
  const answers: HookServer["answers"] = [];
  const server = createServer(async (request, reply) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    taken.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString() });
    const answer = answers.shift() ?? 200;
    if (answer === "cut") request.socket.destroy();
    else reply.writeHead(answer, answer === 302 ? { location: "/elsewhere" } : {}).end("noted");
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    taken,
    answers,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
