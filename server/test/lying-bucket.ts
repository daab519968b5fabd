// A store's bucket that lies: it sends more than was asked for, names without end, bytes one by one, or something else.

import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const MIB = Buffer.alloc(1024 * 1024, "a");

export const bucketLies = [
  "ignores the range",
  "an object without end",
  "an object byte by byte",
  "an object that stops",
  "a listing without end",
  "pages without end",
  "pages of nothing",
  "names of any length",
  "one name again and again",
  "names of elsewhere",
  "times that are none",
  "an error without end",
  "no XML",
  "no HTTP",
] as const;
export type BucketLie = (typeof bucketLies)[number];

export type LyingBucket = {
  settings: { bucket: string; endpoint: string };
  secrets: { access_key_id: string; secret_access_key: string };
  lie: BucketLie;
  /** All bytes that it could send. */
  sent_bytes: number;
  connections(): number;
  stop(): Promise<void>;
};

/** `object_bytes`: of an object that ignores the range. */
export async function startLyingBucket({ object_bytes = 600 * MIB.length } = {}): Promise<LyingBucket> {
  let open = 0;
  const server = createServer((asked, reply) => {
    asked.resume();
    reply.on("error", () => undefined);
    const { searchParams } = new URL(asked.url ?? "/", "http://s3");
    const { lie } = bucket;
    if (lie === "no HTTP") return void reply.socket?.end("garbage\r\n\r\n");
    if (lie === "an error without end")
      return void stream(bucket, reply.writeHead(403), () => "<Error><Code>Nothing</Code>");
    if (searchParams.has("list-type")) return void list(bucket, reply, searchParams.get("prefix") ?? "");
    if (asked.method !== "GET") return void reply.writeHead(asked.method === "HEAD" ? 404 : 200).end();
    return void send(bucket, reply, object_bytes);
  });
  server.on("connection", (socket) => {
    open++;
    socket.on("close", () => open--);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const bucket: LyingBucket = {
    settings: { bucket: "lies", endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    secrets: { access_key_id: "test", secret_access_key: "test" },
    lie: "ignores the range",
    sent_bytes: 0,
    connections: () => open,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return bucket;
}

function send(bucket: LyingBucket, reply: ServerResponse, object_bytes: number): void {
  const { lie } = bucket;
  if (lie === "an object byte by byte") return void drip(reply.writeHead(206));
  if (lie === "an object that stops") return void reply.writeHead(206, { "content-length": 100 }).write("a");
  if (lie === "an object without end") return void stream(bucket, reply.writeHead(206), () => MIB);
  let left = object_bytes;
  stream(bucket, reply.writeHead(200, { "content-length": left }), () => {
    const some = MIB.subarray(0, left);
    left -= some.length;
    return some.length > 0 ? some : undefined;
  });
}

function list(bucket: LyingBucket, reply: ServerResponse, prefix: string): void {
  const { lie } = bucket;
  reply.writeHead(200, { "content-type": "application/xml" });
  if (lie === "no XML") return void reply.end(`{"Contents": [${"[".repeat(10_000)}`);
  const begin = '<?xml version="1.0"?><ListBucketResult>';
  let named = 0;
  const entry = (name: string, at = "2026-01-01T00:00:00.000Z") =>
    `<Contents><Key>${name}</Key><ETag>&quot;${named++}&quot;</ETag><LastModified>${at}</LastModified></Contents>`;
  if (lie === "a listing without end") {
    reply.write(begin);
    return void stream(bucket, reply, () => entry(`${prefix}${named}.xml`));
  }
  const next = "<IsTruncated>true</IsTruncated><NextContinuationToken>more</NextContinuationToken>";
  const pages: Partial<Record<BucketLie, () => string>> = {
    "pages without end": () =>
      next + Array.from({ length: 100 }, () => entry(`${prefix}${bucket.sent_bytes + named}`)).join(""),
    "pages of nothing": () => next,
    "names of any length": () => next + entry(`${prefix}${bucket.sent_bytes}${"n".repeat(100_000)}`),
    "one name again and again": () => Array.from({ length: 50 }, () => entry(`${prefix}one.xml`)).join(""),
    "names of elsewhere": () => entry("../../etc/passwd") + entry(`${prefix}../up.xml`) + entry(`${prefix}a&#13;b`),
    "times that are none": () => entry(`${prefix}one.xml`, "yesterday"),
  };
  const text = `${begin}${(pages[lie] ?? (() => entry(`${prefix}one.xml`)))()}</ListBucketResult>`;
  bucket.sent_bytes += text.length;
  reply.end(text);
}

/** As fast as they are taken, until there are no more. */
function stream(bucket: LyingBucket, reply: ServerResponse, more: () => Buffer | string | undefined): void {
  const write = () => {
    for (let goesOn = true; goesOn && !reply.destroyed; ) {
      const some = more();
      if (some === undefined) return void reply.end();
      bucket.sent_bytes += some.length;
      goesOn = reply.write(some);
    }
    reply.once("drain", write);
  };
  write();
}

function drip(reply: ServerResponse): void {
  const timer = setInterval(() => reply.write("a"), 20);
  reply.on("close", () => clearInterval(timer));
}
