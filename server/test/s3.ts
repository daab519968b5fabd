// S3-compatible storage for a test: a real server in this process, or in one of its own, with one empty bucket. It does everything that we ask
// of such a storage but list unfinished uploads; the front before it does.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { buffer } from "node:stream/consumers";
import { startFauxqs } from "fauxqs";
import type { S3Storage } from "../src/platform/storage/s3.ts";

export type S3 = { storage: S3Storage & { endpoint: string }; stop(): Promise<void> };

type Unfinished = { key: string; initiated: string };

export async function startS3(): Promise<S3> {
  // The SDK takes its credentials from the environment, here as in production.
  process.env.AWS_ACCESS_KEY_ID ??= "test";
  process.env.AWS_SECRET_ACCESS_KEY ??= "test";
  const server = await startFauxqs({ port: 0, logger: false });
  server.createBucket("segue-test");
  const unfinished = new Map<string, Unfinished>();
  const front = createServer((asked, reply) => forward(server.port, unfinished, asked, reply));
  await new Promise<void>((resolve) => front.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  return {
    storage: { kind: "s3", bucket: "segue-test", prefix: "files", endpoint },
    async stop() {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      await server.stop();
    },
  };
}

/** In a process of its own, as a store is. */
export async function startS3Process(): Promise<{ endpoint: string; stop(): Promise<void> }> {
  const code = `
    const { startS3 } = await import(process.env.MODULE);
    console.log((await startS3()).storage.endpoint);`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
    env: { PATH: process.env.PATH, MODULE: import.meta.url },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return {
    endpoint: line,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function forward(
  port: number,
  unfinished: Map<string, Unfinished>,
  asked: IncomingMessage,
  reply: ServerResponse,
): void {
  const { method = "GET", headers } = asked;
  const url = new URL(asked.url ?? "/", "http://s3");
  if (method === "GET" && url.searchParams.has("uploads")) {
    return void reply.setHeader("content-type", "application/xml").end(listing(unfinished, url));
  }
  const sent = request({ port, host: "127.0.0.1", method, path: asked.url, headers }, (answer) => {
    void buffer(answer).then((body) => {
      const made = /<UploadId>(.+)<\/UploadId>/.exec(body.toString("latin1"))?.[1];
      const key = decodeURIComponent(url.pathname).split("/").slice(2).join("/");
      if (method === "POST" && made) unfinished.set(made, { key, initiated: new Date().toISOString() });
      if (method !== "PUT") unfinished.delete(url.searchParams.get("uploadId") ?? "");
      reply.writeHead(answer.statusCode ?? 500, answer.headers).end(body);
    });
  });
  sent.on("error", () => reply.destroy());
  asked.pipe(sent);
}

function listing(unfinished: Map<string, Unfinished>, url: URL): string {
  const prefix = url.searchParams.get("prefix") ?? "";
  const uploads = [...unfinished].filter(([, { key }]) => key.startsWith(prefix));
  const entries = uploads.map(
    ([id, { key, initiated }]) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`,
  );
  return `<?xml version="1.0"?><ListMultipartUploadsResult>${entries.join("")}</ListMultipartUploadsResult>`;
}
