// A server that says exactly what a test wants, byte by byte, right or wrong.

import { type AddressInfo, createServer, type Socket } from "node:net";

export type RawServer = {
  port: number;
  url: string;
  /** Every connection that was ever made. */
  connections: number;
  /** The requests in the order of their coming, as they came. */
  requests: string[];
  /** How many connections are open now. */
  open(): number;
  close(): Promise<void>;
};

/** `answer` is called with each whole request; `greet` with each connection. */
export type Manners = { answer?: (socket: Socket, request: string) => void; greet?: (socket: Socket) => void };

export async function startRawServer(manners: Manners, host = "127.0.0.1", port = 0): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    raw.connections++;
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    manners.greet?.(socket);
    let text = "";
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      text += chunk;
      for (let end = endOfRequest(text); end > 0; end = endOfRequest(text)) {
        const request = Buffer.from(text.slice(0, end), "latin1").toString();
        text = text.slice(end);
        raw.requests.push(request);
        manners.answer?.(socket, request);
      }
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  const raw: RawServer = {
    port: bound,
    url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}/`,
    connections: 0,
    requests: [],
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return raw;
}

/** A whole answer with a body. */
export function answerWith(body: string, more = "", status = "200 OK"): (socket: Socket) => void {
  return (socket) =>
    socket.write(`HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${more}\r\n${body}`);
}

function endOfRequest(text: string): number {
  const head = text.indexOf("\r\n\r\n");
  if (head === -1) return -1;
  const length = Number(/content-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0);
  const end = head + 4 + length;
  return text.length >= end ? end : -1;
}
