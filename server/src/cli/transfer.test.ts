import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Asset, createSegue } from "@segue/sdk";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findMediaFile, type MediaFile } from "./media-file.ts";
import type { Progress } from "./progress.ts";
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
const take: Answer = (request, reply) =>
  void request.resume().on("end", () => reply.writeHead(204, { "upload-offset": 10 }).end());

function send(progress: Progress): Promise<void> {
  const upload = { resumable_url: url } as Asset["upload"];
  return sendFile({
    client: createSegue({ url }),
    file: findMediaFile(path) as MediaFile,
    asset: { upload },
    progress,
  });
}

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
  await send(progress);
  expect(counted).toEqual({ sent: 7, skipped: 3 });
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
