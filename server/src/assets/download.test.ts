import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jpeg, sine, wav } from "../../test/media.ts";
import { upload } from "../../test/upload.ts";
import { createWorld, type World } from "../../test/world.ts";
import { attachment, readRange } from "./download.ts";

describe("a range", () => {
  test.each([
    ["bytes=0-9", { first: 0, last: 9 }],
    ["bytes=90-", { first: 90, last: 99 }],
    ["bytes=-10", { first: 90, last: 99 }],
    ["bytes=-1000", { first: 0, last: 99 }],
    ["bytes=50-1000", { first: 50, last: 99 }],
    ["bytes=99-99", { first: 99, last: 99 }],
  ])("%s is read", (asked, range) => expect(readRange(asked, 100)).toEqual(range));

  test.each([undefined, "bytes=-", "bytes=5-2", "bytes=0-1,5-9", "items=0-5", "bytes=a-b", ""])(
    "%s is ignored, and everything is sent",
    (asked) => expect(readRange(asked, 100)).toBeUndefined(),
  );

  test.each(["bytes=100-", "bytes=500-600", "bytes=-0"])("%s is beyond the end", (asked) => {
    expect(() => readRange(asked, 100)).toThrow("beyond the end");
  });
});

describe("a file's name in a header", () => {
  test.each([
    ["song.wav", `attachment; filename="song.wav"; filename*=UTF-8''song.wav`],
    ['a"b%.wav', `attachment; filename="a_b_.wav"; filename*=UTF-8''a%22b%25.wav`],
    ["../../etc/passwd", `attachment; filename=".._.._etc_passwd"; filename*=UTF-8''.._.._etc_passwd`],
    ["Ünï (1)'*.wav", `attachment; filename="_n_ (1)'*.wav"; filename*=UTF-8''%C3%9Cn%C3%AF%20%281%29%27%2a.wav`],
    ["a\r\nx: y", `attachment; filename="a__x: y"; filename*=UTF-8''a%0D%0Ax%3A%20y`],
  ])("%j is escaped", (name, header) => expect(attachment(name)).toBe(header));
});

describe("a download", () => {
  const song = wav({ sound: sine({ seconds: 1 }) });
  let world: World;
  let url: string;
  let thumbnail_url: string;
  beforeAll(async () => {
    world = await createWorld();
    const audio = await upload(world.label, song, { filename: 'ev"il;.html', content_type: "text/html" });
    const image = await upload(world.label, await jpeg({ width: 700, height: 700 }), { type: "artwork" });
    await world.runJobs();
    url = (await world.label.call(`GET /v1/assets/${audio}`)).body.download_url;
    thumbnail_url = (await world.label.call(`GET /v1/assets/${image}`)).body.image.thumbnail_url;
  });
  afterAll(() => world.close());

  test("is saved by a browser and never run, whatever the client called it", async () => {
    const reply = await fetch(url);
    await reply.arrayBuffer();
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "audio/wav",
      "content-disposition": `attachment; filename="ev_il;.html"; filename*=UTF-8''ev%22il%3B.html`,
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "accept-ranges": "bytes",
    });
  });

  test("has ranges, as players ask for them", async () => {
    const reply = await fetch(url, { headers: { range: "bytes=100-199" } });
    expect([reply.status, reply.headers.get("content-range")]).toEqual([206, `bytes 100-199/${song.length}`]);
    expect(Buffer.from(await reply.arrayBuffer()).equals(song.subarray(100, 200))).toBe(true);
    const beyond = await fetch(url, { headers: { range: `bytes=${song.length}-` } });
    expect([beyond.status, beyond.headers.get("content-range")]).toEqual([400, `bytes */${song.length}`]);
  });

  test("has a head, without the bytes", async () => {
    const reply = await fetch(url, { method: "HEAD" });
    expect([reply.status, reply.headers.get("content-length"), await reply.text()]).toEqual([
      200,
      String(song.length),
      "",
    ]);
  });

  test("that is broken off at once leaves no file open", async () => {
    const { port, hostname, pathname } = new URL(url);
    const openFiles = async () => (await readdir("/dev/fd")).length;
    const before = await openFiles();
    for (let count = 0; count < 50; count++) {
      const socket = connect(Number(port), hostname);
      await once(socket, "connect");
      socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`);
      await sleep(count % 10);
      socket.resetAndDestroy();
    }
    await expect.poll(openFiles).toBeLessThan(before + 5);
  });

  test("ends after ten minutes, the thumbnail's too, and one is not the other", async () => {
    expect((await fetch(thumbnail_url)).status).toBe(200);
    expect((await fetch(url.replace("/downloads/", "/thumbnails/"))).status).toBe(404);
    expect((await fetch(thumbnail_url.replace("/thumbnails/", "/downloads/"))).status).toBe(404);
    world.clock.advance(10 * 60_000 + 1);
    for (const old of [url, thumbnail_url]) expect((await fetch(old)).status).toBe(404);
  });
});
