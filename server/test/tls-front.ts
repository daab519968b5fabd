// PostgreSQL with TLS over TCP, as a managed one: the embedded server listens on its socket only, so this stands before
// it, answers the request for TLS and does it.

import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { fileURLToPath } from "node:url";

/** Signed by itself, for the name `localhost` and no address, until 2123. It guards nothing but these tests. */
export const certificate_path = fileURLToPath(new URL("./tls/localhost.crt", import.meta.url));
const identity = {
  cert: readFileSync(certificate_path),
  key: readFileSync(new URL("./tls/localhost.key", import.meta.url)),
};

/** Its reply to a request for TLS. `inject` says more than it should before the encryption begins. */
export type Manners = "accept" | "refuse" | "break" | "leave" | "inject" | "hang" | "full";

const ANSWERS = { accept: "S", refuse: "N", break: "S", leave: "S", inject: "S and more", hang: "", full: "Esorry" };

export type TlsFront = { port: number; manners: Manners; encrypted: number; plain: number; close(): Promise<void> };

export async function startTlsFront(target: { path: string }): Promise<TlsFront> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    track(client, sockets);
    client.once("data", (first) => {
      if (first.length > 8) {
        front.plain++;
        return join(client, target, sockets).write(first);
      }
      const { manners } = front;
      client.write(ANSWERS[manners]);
      if (manners === "break") return client.once("data", () => client.end("This is no TLS."));
      if (manners === "leave") return client.once("data", () => client.destroy());
      if (manners === "refuse") {
        front.plain++;
        return join(client, target, sockets);
      }
      if (manners !== "accept") return undefined;
      const secured = new TLSSocket(client, { isServer: true, ...identity });
      secured.once("secure", () => front.encrypted++);
      return join(secured, target, sockets);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const front: TlsFront = {
    port: (server.address() as AddressInfo).port,
    manners: "accept",
    encrypted: 0,
    plain: 0,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return front;
}

function join(client: Socket, target: { path: string }, sockets: Set<Socket>): Socket {
  const upstream = track(connect(target), sockets);
  client.on("error", () => upstream.destroy()).on("close", () => upstream.destroy());
  upstream.on("close", () => client.destroy());
  client.pipe(upstream).pipe(client);
  return upstream;
}

function track(socket: Socket, sockets: Set<Socket>): Socket {
  sockets.add(socket);
  return socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
}
