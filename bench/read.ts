// GET a release on 16 connections, beside a bare node:http server that does the same single SELECT.

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { childMessage } from "./child-message.ts";
import { requestsPerSecond, sideBySide } from "./measure.ts";
import { draft, type Product, startProduct } from "./product.ts";
import type { Result } from "./report.ts";

const MARK = 0.75;

export async function benchRead(): Promise<Result[]> {
  return [await besideFloor()];
}

/** The address of a new release, and the credential to read it with. */
async function makeRelease({ url, organization }: Product) {
  const headers = { authorization: `Bearer ${organization.key}` };
  const made = await fetch(`${url}/v1/releases`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(draft),
  });
  const { id } = (await made.json()) as { id: string };
  return { url: `${url}/v1/releases/${id}`, headers };
}

async function besideFloor(): Promise<Result> {
  const product = await startProduct();
  const release = await makeRelease(product);
  const floor = await startFloor(product);
  const bare_url = release.url.replace(product.url, floor.url);
  const {
    product: rate,
    floor: bare,
    ratio,
    spread,
  } = await sideBySide(
    (seconds) => requestsPerSecond(seconds, release, 200),
    (seconds) => requestsPerSecond(seconds, { ...release, url: bare_url }, 200),
  );
  floor.stop();
  await product.stop();
  const mark = { text: `≥ ${MARK}`, isMet: ratio >= MARK };
  return { what: "GET a release", value: `${rate.toFixed(0)}/s`, floor: `${bare.toFixed(0)}/s`, ratio, spread, mark };
}

async function startFloor(product: Product): Promise<{ url: string; stop(): void }> {
  const child = fork(
    fileURLToPath(new URL("read-floor.ts", import.meta.url)),
    [product.socket_dir, product.organization.id],
    {
      execArgv: ["--import", "tsx"],
    },
  );
  const port = await childMessage<number>(child);
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
}
