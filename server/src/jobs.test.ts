import { expect, test } from "vitest";
import { connectorKinds } from "./connectors/kinds.ts";
import { jobHandlers } from "./jobs.ts";
import { openTransport } from "./mail/transport.ts";
import type { ErnParts } from "./messages/written-message.ts";
import { createLog } from "./platform/logging.ts";
import { createSeal } from "./platform/seal.ts";

const vault = createSeal(Buffer.alloc(32));
const ern: ErnParts = { sender: null, control_type: "TestMessage" };
const log = createLog({ level: "silent" });
const form = { prefix: "", pepper: Buffer.alloc(0) };
const transport = openTransport({ kind: "file", path: "/nowhere" });
const mail = { vault, links: { public_url: "" }, from: { name: "", address: "" }, transport, is_mailed: false };
const handlers = jobHandlers({ connectors: connectorKinds, vault, ern, retry_s: [1], log, form, mail });

test.each(handlers.map(({ definition, steps }) => [definition.name, steps.parked]))(
  "%s, once parked, leaves no resource waiting, or says why there is none",
  (_name, parked) => {
    if (typeof parked !== "function") expect(parked).toMatch(/^[A-Z].{15,}\.$/);
  },
);

test("a retry starts again what parking ended", () => {
  const ended = handlers.filter(({ steps }) => typeof steps.parked === "function");
  expect(ended.filter(({ steps }) => !steps.retried).map(({ definition }) => definition.name)).toEqual([]);
});
