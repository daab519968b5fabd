import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { sendOne, sendRaw } from "../../test/raw-http.ts";
import { storedKeys } from "../../test/stored-keys.ts";
import { awaitBytes, putBytes, sha256 } from "../../test/upload.ts";
import { createWorld, type World } from "../../test/world.ts";

const IDLE_MS = 2_000;
const bytes = randomBytes(300_000);

let world: World;
beforeAll(async () => {
  world = await createWorld({ stream_idle_ms: IDLE_MS });
});
afterAll(() => world.close());

const statusOf = async (id: string) => (await world.label.call(`GET /v1/assets/${id}`)).body.status;
const head = (url: string, lines: string[]) => {
  const { pathname, host } = new URL(url);
  return `PUT ${pathname} HTTP/1.1\r\nHost: ${host}\r\n${lines.map((line) => `${line}\r\n`).join("")}\r\n`;
};
const last = "Connection: close";

describe("the bytes of an asset", () => {
  test("are taken whole, and the asset is processing", async () => {
    const { id, url } = await awaitBytes(world.label, bytes);
    const answer = await putBytes(url, bytes);
    expect([answer.status, answer.body.id, answer.body.status]).toEqual([200, id, "processing"]);
    expect(answer.body.upload).toBeNull();
    expect(await statusOf(id)).toBe("processing");
  });

  test("have their checksum, also where none was promised", async () => {
    const { id, url } = await awaitBytes(world.label, bytes, { checksum_sha256: null });
    await putBytes(url, bytes);
    expect((await world.label.call(`GET /v1/assets/${id}`)).body.checksum_sha256).toBe(sha256(bytes));
  });

  test("may come in chunks, without a length", async () => {
    const { id, url } = await awaitBytes(world.label, bytes);
    const sent = request(url, { method: "PUT" });
    const answered = new Promise<number>((resolve) =>
      sent.on("response", (reply) => resolve(reply.resume().statusCode ?? 0)),
    );
    for (let at = 0; at < bytes.length; at += 50_000) sent.write(bytes.subarray(at, at + 50_000));
    sent.end();
    expect(await answered).toBe(200);
    expect(await statusOf(id)).toBe("processing");
  });

  test("may be cut, and be sent again", async () => {
    const { id, url } = await awaitBytes(world.label, bytes);
    const before = await storedKeys(world.files);
    await sendRaw(url, [head(url, [`Content-Length: ${bytes.length}`]), bytes.subarray(0, 100_000)], { end: true });
    expect(await statusOf(id)).toBe("awaiting_upload");
    expect(await storedKeys(world.files)).toEqual(before);
    expect((await putBytes(url, bytes)).status).toBe(200);
  });

  test("are taken once: afterwards 409, and what was there stays", async () => {
    const { id, url } = await awaitBytes(world.label, bytes);
    expect((await putBytes(url, bytes)).status).toBe(200);
    const again = await putBytes(url, bytes);
    expect([again.status, again.body.error.code]).toEqual([409, "invalid_state"]);
    expect(await statusOf(id)).toBe("processing");
  });

  test("are taken from one of eight that send them at once", async () => {
    const { id, url } = await awaitBytes(world.label, bytes);
    const before = await storedKeys(world.files);
    const answers = await Promise.all(Array.from({ length: 8 }, () => putBytes(url, bytes)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    const [{ jobs } = { jobs: 0 }] = await world.ctx.db<{ jobs: number }[]>`
      select count(*)::int as jobs from jobs where name = 'process_asset' and payload ->> 'asset_id' = ${id}`;
    expect(jobs).toBe(1);
    await world.ctx.db`delete from jobs where name = 'process_asset'`;
    await world.runJobs();
    expect(await storedKeys(world.files)).toHaveLength(before.length + 1);
  });

  test("are sent by one at a time; a client that is cut may send them again at once", async () => {
    const { id, url } = await awaitBytes(world.label, bytes);
    const { hostname, port } = new URL(url);
    const before = await storedKeys(world.files);
    const socket = connect(Number(port), hostname);
    socket.write(head(url, [`Content-Length: ${bytes.length}`]));
    const sending = setInterval(() => socket.write(bytes.subarray(0, 1_000)), IDLE_MS / 4);
    await expect
      .poll(() => world.ctx.db`select 1 from assets where id = ${id} and upload_writer is not null`)
      .toHaveLength(1);
    const second = await putBytes(url, bytes);
    expect([second.status, second.body.error.code]).toEqual([409, "invalid_state"]);
    expect(second.body.error.message).toContain("is running");
    clearInterval(sending);
    socket.resetAndDestroy();
    expect((await putBytes(url, bytes)).status).toBe(200);
    expect(await storedKeys(world.files)).toHaveLength(before.length + 1);
  });

  test("are sent again in place of a writer that died without a word", async () => {
    const { id, url } = await awaitBytes(world.label, bytes);
    const claimed = (seconds: number) => world.ctx.db`
      update assets set upload_writer = 'dead', upload_claimed_until = now() + make_interval(secs => ${seconds})
      where id = ${id}`;
    await claimed(60);
    expect((await putBytes(url, bytes)).status).toBe(409);
    await claimed(0);
    expect((await putBytes(url, bytes)).status).toBe(200);
  });

  test("come at the client's pace, as long as they come", async () => {
    const small = randomBytes(60);
    const { url } = await awaitBytes(world.label, small);
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    let received = "";
    socket.on("data", (text) => (received += text));
    socket.write(head(url, [`Content-Length: ${small.length}`, last]));
    for (let at = 0; at < small.length; at += 10) {
      await sleep(IDLE_MS / 5);
      socket.write(small.subarray(at, at + 10));
    }
    await new Promise((resolve) => socket.once("close", resolve));
    expect(received).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("may be asked for with Expect: 100-continue, and those that are refused are not", async () => {
    const { url } = await awaitBytes(world.label, bytes);
    const expecting = (body: Buffer) =>
      new Promise<{ status: number; isAsked: boolean }>((resolve, reject) => {
        const headers = { expect: "100-continue", "content-length": String(body.length) };
        const sent = request(url, { method: "PUT", headers });
        let isAsked = false;
        sent.on("continue", () => {
          isAsked = true;
          sent.end(body);
        });
        sent.on("response", (reply) => resolve({ status: reply.resume().statusCode ?? 0, isAsked }));
        sent.on("error", reject);
        sent.flushHeaders();
      });
    expect(await expecting(Buffer.concat([bytes, bytes]))).toEqual({ status: 413, isAsked: false });
    expect(await expecting(bytes)).toEqual({ status: 200, isAsked: true });
    expect(await expecting(bytes)).toEqual({ status: 409, isAsked: false });
  });

  test("are read from a connection on which other requests wait", async () => {
    const { url } = await awaitBytes(world.label, bytes);
    const next = `GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n${last}\r\n\r\n`;
    const answers = await sendRaw(url, [head(url, [`Content-Length: ${bytes.length}`]), bytes, next]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe("refuses", () => {
  test("more bytes than the asset has: 413, before they are sent and while they are", async () => {
    const { id, url } = await awaitBytes(world.label, bytes);
    const answer = await sendOne(url, head(url, [`Content-Length: ${bytes.length + 1}`, last]));
    expect([answer.status, answer.body.error.code]).toEqual([413, "payload_too_large"]);
    const unannounced = await sendOne(url, [
      head(url, ["Transfer-Encoding: chunked", last]),
      `${(bytes.length + 1).toString(16)}\r\n`,
      bytes,
      "x\r\n0\r\n\r\n",
    ]);
    expect([unannounced.status, unannounced.body.error.code]).toEqual([413, "payload_too_large"]);
    expect(await statusOf(id)).toBe("awaiting_upload");
  });

  test("fewer bytes: 422 at size_bytes, announced or not, and none at all", async () => {
    const { id, url } = await awaitBytes(world.label, bytes);
    const announced = await putBytes(url, bytes.subarray(1));
    const unannounced = await sendOne(url, [head(url, ["Transfer-Encoding: chunked", last]), "3\r\nabc\r\n0\r\n\r\n"]);
    const none = await sendOne(url, head(url, [last]));
    for (const answer of [announced, unannounced, none]) {
      expect([answer.status, answer.body.error.code]).toEqual([422, "validation_failed"]);
      expect(answer.body.error.details[0].field).toBe("size_bytes");
    }
    expect(await statusOf(id)).toBe("awaiting_upload");
  });

  test("other bytes: 422 at checksum_sha256, and the right ones are taken afterwards", async () => {
    const { url } = await awaitBytes(world.label, bytes);
    const wrong = await putBytes(url, randomBytes(bytes.length));
    expect([wrong.status, wrong.body.error.code]).toEqual([422, "validation_failed"]);
    expect(wrong.body.error.details[0].field).toBe("checksum_sha256");
    expect((await putBytes(url, bytes)).status).toBe(200);
  });

  test("compressed bytes: 415", async () => {
    const { url } = await awaitBytes(world.label, bytes);
    const answer = await putBytes(url, bytes, { headers: { "content-encoding": "gzip" } });
    expect([answer.status, answer.body.error.code]).toEqual([415, "unsupported_media_type"]);
  });

  test("a client that falls silent, after a while", async () => {
    const { id, url } = await awaitBytes(world.label, bytes);
    const answer = await sendOne(url, [head(url, [`Content-Length: ${bytes.length}`]), bytes.subarray(0, 1_000)]);
    expect([answer.status, answer.body.error.code]).toEqual([400, "invalid_request"]);
    expect(await statusOf(id)).toBe("awaiting_upload");
  });

  test("a link that is forged, of the other kind, expired, or of an asset that is gone: 404", async () => {
    const { id, url, resumable_url } = await awaitBytes(world.label, bytes);
    const forged = `${url.slice(0, -1)}${url.endsWith("A") ? "B" : "A"}`;
    for (const wrong of [forged, url.replace("/uploads/", "/uploads/x"), `${world.url}/v1/uploads/${id}`]) {
      expect((await putBytes(wrong, bytes)).body.error.code).toBe("not_found");
    }
    expect((await putBytes(resumable_url, bytes)).status).toBe(405);
    expect((await fetch(url.replace("/uploads/", "/downloads/"))).status).toBe(404);
    await world.label.call(`DELETE /v1/assets/${id}`);
    expect((await putBytes(url, bytes)).status).toBe(404);
  });
});

test("an organization whose uploads all stand still leaves room for another's, also behind one address", async () => {
  const patient = await createWorld();
  onTestFinished(patient.close);
  const [share, more] = [64, 6];
  const refused: string[] = [];
  for (let sent = 0; sent < share + more; sent++) {
    const { url } = await awaitBytes(patient.label, bytes);
    const socket = connect(Number(new URL(url).port), new URL(url).hostname);
    onTestFinished(() => void socket.destroy());
    socket.on("data", (answer) => refused.push(answer.toString().slice(0, 12)));
    socket.write(head(url, [`Content-Length: ${bytes.length}`]));
  }
  await expect.poll(() => refused).toEqual(Array(more).fill("HTTP/1.1 429"));
  const { url } = await awaitBytes(patient.rival, bytes);
  expect((await putBytes(url, bytes)).status).toBe(200);
});

test("uploads count in no rate budget, and still show it", async () => {
  const { url } = await awaitBytes(world.label, bytes);
  const remaining = async () =>
    Number((await world.stranger.call("GET /v1/openapi.json")).headers.get("ratelimit-remaining"));
  const before = await remaining();
  const answer = await putBytes(url, bytes);
  expect(Number(answer.headers.get("ratelimit-remaining"))).toBe(before);
  expect(answer.headers.get("x-request-id")).toMatch(/^req_/);
  expect(await remaining()).toBe(before - 1);
});

test("a link ends with its day", async () => {
  const own = await createWorld();
  const { url } = await awaitBytes(own.label, bytes);
  own.clock.advance(24 * 3_600_000 + 1_000);
  expect((await putBytes(url, bytes)).status).toBe(404);
  await own.close();
});
