import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findMediaFile, type MediaFile } from "./media-file.ts";
import { createProgress, type Progress } from "./progress.ts";
import { eachOf, sendFile } from "./transfer.ts";

type Answer = (request: IncomingMessage, reply: ServerResponse) => void;

const folder = mkdtempSync(join(tmpdir(), "segue-transfer-"));
const path = join(folder, "song.wav");
const seen: string[] = [];
let answers: Answer[] = [];
const server = createServer((request, reply) => {
  seen.push([request.method, request.headers["upload-offset"]].join(" ").trim());
  (answers.shift() ?? refuse(500, "internal_error"))(request, reply);
});
let url = "";
beforeAll(async () => {
  writeFileSync(path, "0123456789");
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/upload`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  seen.length = 0;
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
const take: Answer = (request, reply) => void request.resume().on("end", () => reply.writeHead(204).end());

function send(waits_ms: readonly number[], progress: Progress = createProgress(10, true)): Promise<void> {
  return sendFile({ file: findMediaFile(path) as MediaFile, url, progress, waits_ms });
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

test("progress counts what is there, and takes back what was lost", async () => {
  const counted = { sent: 0, skipped: 0 };
  const progress: Progress = {
    sent(bytes) {
      counted.sent += bytes;
    },
    skipped(bytes) {
      counted.skipped += bytes;
    },
    say: () => undefined,
    end: () => undefined,
  };
  answers = [offset(3), cut, offset(3), take];
  await send([1], progress);
  expect(counted).toEqual({ sent: 7, skipped: 3 });
});

test("when the last answer was lost, nothing is sent again", async () => {
  answers = [offset(0), cut, offset(10)];
  await send([1]);
  expect(seen).toEqual(["HEAD", "PATCH 0", "HEAD"]);
});

test("it gives up when several tries in a row bring nothing, and at once when it is refused", async () => {
  answers = [cut, cut, cut];
  await expect(send([1, 1])).rejects.toThrow("The upload was cut");
  expect(seen).toHaveLength(3);
  answers = [offset(0), refuse(422, "validation_failed"), offset(0)];
  await expect(send([1, 1])).rejects.toMatchObject({ code: "validation_failed", request_id: "req_1" });
  answers = [(_, reply) => void reply.writeHead(404).end()];
  await expect(send([1, 1])).rejects.toThrow("no longer valid");
});

test("a few at a time; after a failure nothing more is begun, and what runs is finished", async () => {
  const ended: number[] = [];
  let running = 0;
  const act = async (item: number) => {
    running++;
    expect(running).toBeLessThanOrEqual(2);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    if (item === 3) throw new Error("three");
    ended.push(item);
  };
  await expect(eachOf([1, 2, 3, 4, 5, 6, 7], 2, act)).rejects.toThrow("three");
  expect(ended).toEqual([1, 2, 4]);
});
