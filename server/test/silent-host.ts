// A host that does not answer at its port, neither yes nor no: Linux drops what comes to a listener whose queue is full. A thread
// listens and never accepts, and two connections fill its queue.

import { once } from "node:events";
import { connect } from "node:net";
import { Worker } from "node:worker_threads";

export async function startSilentHost(): Promise<{ address: { host: string; port: number }; stop(): Promise<void> }> {
  const code = `
    const { parentPort } = require("node:worker_threads");
    const server = require("node:net").createServer();
    server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const thread = new Worker(code, { eval: true });
  const [port] = (await once(thread, "message")) as [number];
  const address = { host: "127.0.0.1", port };
  const waiting = [connect(address), connect(address)];
  await Promise.all(waiting.map((socket) => once(socket, "connect")));
  return {
    address,
    async stop() {
      for (const socket of waiting) socket.destroy();
      await thread.terminate();
    },
  };
}
