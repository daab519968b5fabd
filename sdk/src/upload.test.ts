import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Asset, createSegue, SegueArgumentError, type UploadOptions, type UploadSource } from "./client.ts";

type Answer = (request: IncomingMessage, reply: ServerResponse) => unknown;

const seen: string[] = [];
let answers: Answer[] = [];
const server = createServer((request, reply) => {
  seen.push([request.method, request.headers["upload-offset"]].join(" ").trim());
  (answers.shift() ?? refuse(500, "internal_error"))(request, reply);
});
let url = "";
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/upload`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen.length = 0;
  bodies.length = 0;
});

const offset =
  (bytes: number): Answer =>
  (_, reply) =>
    void reply.writeHead(200, { "upload-offset": bytes }).end();
const refuse =
  (status: number, code: string): Answer =>
  (request, reply) => {
    request.resume();
    reply.writeHead(status).end(JSON.stringify({ error: { code, message: "Not so.", request_id: "req_1" } }));
  };
const cut: Answer = (request) => void request.socket.destroy();
const bodies: string[] = [];
/** Everything arrives. */
const take: Answer = async (request, reply) => {
  let body = "";
  for await (const bytes of request) body += bytes;
  bodies.push(body);
  const end = Number(request.headers["upload-offset"]) + body.length;
  reply.writeHead(204, { "upload-offset": end }).end();
};

const blob = new Blob(["0123456789"]);

function send(
  retryAfterMs: readonly number[],
  options: UploadOptions = {},
  source: UploadSource = blob,
): Promise<void> {
  const upload = { url: "", resumable_url: url, headers: {}, expires_at: "" } as unknown as Asset["upload"];
  return createSegue({ url }).assets.resume({ upload }, source, { retryAfterMs, ...options });
}

test("after each stumble it asks what is there and sends the rest", async () => {
  answers = [
    refuse(503, "service_unavailable"),
    offset(0),
    cut,
    cut,
    offset(4),
    refuse(409, "invalid_state"),
    offset(7),
    take,
  ];
  await send([1, 1]);
  expect(seen).toEqual(["HEAD", "HEAD", "PATCH 0", "HEAD", "HEAD", "PATCH 4", "HEAD", "PATCH 7"]);
});

test("progress is what the service has, and takes back what was lost", async () => {
  const sent: number[] = [];
  const told: string[] = [];
  answers = [offset(3), take, offset(3), take];
  answers[1] = cut;
  const onProgress = ({ sent_bytes }: { sent_bytes: number }) => sent.push(sent_bytes);
  await send([1], { onProgress, onRetry: ({ message }) => told.push(message) });
  expect(sent).toEqual([3, 3, 10]);
  expect(told).toEqual([expect.stringContaining("cannot be reached")]);
});

test("a stream is opened again at the byte where it goes on", async () => {
  const ranges: number[][] = [];
  const stream = (from: number, to: number) => {
    ranges.push([from, to]);
    return blob.slice(from, to).stream() as ReadableStream<Uint8Array>;
  };
  answers = [offset(0), cut, offset(6), take];
  await send([1], {}, { size_bytes: 10, stream });
  expect(ranges).toEqual([
    [0, 10],
    [6, 10],
  ]);
  expect(bodies).toEqual(["6789"]);
  answers = [offset(0)];
  const short = { size_bytes: 20, stream };
  await expect(send([1], {}, short)).rejects.toThrow("the file has changed");
});

test("an abort ends it at once, and it can go on later", async () => {
  const controller = new AbortController();
  answers = [offset(0), () => controller.abort(new Error("enough"))];
  await expect(send([1], { signal: controller.signal })).rejects.toThrow("enough");
  answers = [offset(4), take];
  await send([]);
  expect(seen.at(-1)).toBe("PATCH 4");
});

test("an asset that awaits no file is refused before anything is sent", async () => {
  await expect(createSegue({ url }).assets.resume({ upload: null }, blob)).rejects.toThrow(SegueArgumentError);
  expect(seen).toEqual([]);
});

test("when the last answer was lost, nothing is sent again", async () => {
  answers = [offset(0), cut, offset(10)];
  await send([1]);
  expect(seen).toEqual(["HEAD", "PATCH 0", "HEAD"]);
});

test("it gives up when several tries in a row bring nothing, and at once when it is refused", async () => {
  answers = [cut, cut, cut];
  await expect(send([1, 1])).rejects.toThrow("cannot be reached");
  expect(seen).toHaveLength(3);
  answers = [offset(0), refuse(422, "validation_failed"), offset(0)];
  await expect(send([1, 1])).rejects.toMatchObject({ code: "validation_failed", request_id: "req_1" });
  answers = [(_, reply) => void reply.writeHead(404).end()];
  await expect(send([1, 1])).rejects.toThrow("no longer valid");
});
