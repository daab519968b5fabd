// The first steps of a connection, for the test of a store: what a name means, and whether somebody listens there.

import { lookup } from "node:dns/promises";
import { connect } from "node:net";
import type { TestStep } from "../connection-test.ts";
import { TransportFailure } from "../connector.ts";

export function hostSteps({ host, port }: { host: string; port: number }, signal: AbortSignal): TestStep[] {
  return [
    { name: "name", run: () => lookUp(host) },
    { name: "address", run: () => knock({ host, port }, signal) },
  ];
}

async function lookUp(host: string): Promise<string> {
  const found = await lookup(host, { all: true }).catch(() => {
    throw new TransportFailure(`The name ${host} is not known.`);
  });
  return `${host} is ${found.map(({ address }) => address).join(", ")}.`;
}

function knock({ host, port }: { host: string; port: number }, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal });
    socket.once("connect", () => {
      const { remoteAddress } = socket;
      socket.destroy();
      resolve(`${remoteAddress} accepts connections at port ${port}.`);
    });
    socket.once("error", ({ code }: NodeJS.ErrnoException) => {
      const why = code === "ABORT_ERR" ? "in time" : `(${code})`;
      reject(new TransportFailure(`Nothing answers at port ${port} of ${host} ${why}.`));
    });
  });
}
