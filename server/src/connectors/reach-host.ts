// The first steps of a connection, for the test of a store: what a name means, and whether somebody listens there.

import { lookup } from "node:dns/promises";
import { connect } from "node:net";
import { TransportFailure } from "../messages/message.ts";
import { withDeadline } from "../platform/deadline.ts";
import type { TestOptions, TestStep } from "./connection-test.ts";

type Place = { host: string; port: number };

export function hostSteps({ host, port }: Place, options: TestOptions): TestStep[] {
  return [
    { name: "name", run: () => lookUp(host, options) },
    { name: "address", run: () => knock({ host, port }, options) },
  ];
}

async function lookUp(host: string, { reach_ms }: TestOptions): Promise<string> {
  const asked = lookup(host, { all: true }).catch(() => {
    throw new TransportFailure(`The name ${host} is not known.`);
  });
  const late = () => new TransportFailure(`The name ${host} could not be looked up in time.`);
  const found = await withDeadline(reach_ms, asked, late);
  return `${host} is ${found.map(({ address }) => address).join(", ")}.`;
}

function knock({ host, port }: Place, { signal, reach_ms }: TestOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal });
    // The system itself would wait for minutes.
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new TransportFailure(`${host} does not answer at port ${port}.`));
    }, reach_ms);
    socket.once("close", () => clearTimeout(timer));
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
