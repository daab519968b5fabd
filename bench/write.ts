// POST a release with an Idempotency-Key and without UPC, one organization, 16 connections, beside a bare script that
// sends the product's own statements in as few round trips as it can; and beside itself with the UPC given.

import { fork } from "node:child_process";
import { randomInt, randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { upcFromNumber } from "../server/test/codes.ts";
import { childMessage } from "./child-message.ts";
import { requestsPerSecond, sideBySide, type Turn } from "./measure.ts";
import { draft, type Product, startProduct } from "./product.ts";
import type { Result } from "./report.ts";

const FLOOR_MARK = 0.75;
const OWN_MARK = 0.7;

export async function benchWrite(): Promise<Result[]> {
  const product = await startProduct();
  const floor = startFloor(product);
  const assigned = await sideBySide(
    writes(product, () => draft),
    floor.turn,
  );
  floor.stop();
  // Numbers in no organization's range; there are so many that hardly any comes twice.
  const given = () => ({ ...draft, upc: upcFromNumber(40_000_000_000 + randomInt(10_000_000_000)) });
  const own = await sideBySide(
    writes(product, () => draft),
    writes(product, given),
  );
  await product.stop();
  return [
    {
      what: "POST a release",
      value: `${assigned.product.toFixed(0)}/s`,
      floor: `${assigned.floor.toFixed(0)}/s`,
      ratio: assigned.ratio,
      spread: assigned.spread,
      mark: { text: `≥ ${FLOOR_MARK}`, isMet: assigned.ratio >= FLOOR_MARK },
    },
    {
      what: "without UPC, beside with UPC",
      value: `${own.product.toFixed(0)}/s`,
      floor: `${own.floor.toFixed(0)}/s`,
      ratio: own.ratio,
      spread: own.spread,
      mark: { text: `≥ ${OWN_MARK}`, isMet: own.ratio >= OWN_MARK },
    },
  ];
}

export function writes(product: Product, body: () => object): Turn {
  const headers = { authorization: `Bearer ${product.organization.key}`, "content-type": "application/json" };
  const setupRequest = (request: object) => ({
    ...request,
    method: "POST" as const,
    path: "/v1/releases",
    headers: { ...headers, "idempotency-key": randomUUID() },
    body: JSON.stringify(body()),
  });
  return (seconds) => requestsPerSecond(seconds, { url: product.url, requests: [{ setupRequest }] }, 201);
}

function startFloor(product: Product): { turn: Turn; stop(): void } {
  const child = fork(
    fileURLToPath(new URL("write-floor.ts", import.meta.url)),
    [product.socket_dir, product.organization.id],
    {
      execArgv: ["--import", "tsx"],
    },
  );
  const turn: Turn = async (seconds) => {
    child.send(seconds);
    const rate = await childMessage<number>(child);
    return rate;
  };
  return { turn, stop: () => void child.kill() };
}
