import type { StoreTest } from "./connection-test.ts";

/** There is nothing to connect to, and the operator is told why. */
export function testReported(): StoreTest {
  const run = async () =>
    "The store is named in reports only: nothing is sent to it, so there is nothing to connect to.";
  return { steps: [{ name: "reported", run }], end: async () => undefined };
}
