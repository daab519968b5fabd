// Listeners at addresses of this machine that no call may reach. They count their connections.

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server } from "node:net";

export type Canaries = {
  port: number;
  addresses: string[];
  connections(): number;
  /** Connects, as a misled call would. */
  knock(address: string): Promise<void>;
  close(): Promise<void>;
};

const addresses = ["127.0.0.1", "127.0.0.2", "127.255.255.254", "::1"];

/** All at one port: it is that of the URLs. */
export async function listenEverywhere(): Promise<Canaries> {
  const servers: Server[] = [];
  let connections = 0;
  let port = 0;
  for (const address of addresses) {
    const server = createServer((socket) => {
      connections++;
      socket.on("error", () => undefined).destroy();
    });
    server.listen(port, address);
    await once(server, "listening");
    port = (server.address() as AddressInfo).port;
    servers.push(server);
  }
  return {
    port,
    addresses,
    connections: () => connections,
    async knock(address) {
      const socket = connect(port, address).on("error", () => undefined);
      await once(socket, "close");
    },
    async close() {
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}
