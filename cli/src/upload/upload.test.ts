// `segue upload` against a service that works, over a network that can be cut.

import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jpeg, sine, wav } from "../../../server/test/media.ts";
import { type Run, runCommand, startCommand } from "../../../server/test/segue-command.ts";
import { startTcpProxy, type TcpProxy } from "../../../server/test/tcp-proxy.ts";
import { createWorld, type World } from "../../../server/test/world.ts";
import { progressLine } from "../progress.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-upload-"));
let world: World;
let proxy: TcpProxy;
beforeAll(async () => {
  const port = await freePort();
  proxy = await startTcpProxy({ host: "127.0.0.1", port });
  world = await createWorld({ port, public_url: `http://127.0.0.1:${proxy.port}` });
  await world.work();
  writeFileSync(join(folder, "song.wav"), wav({ sound: sine({ seconds: 12 }) }));
  writeFileSync(join(folder, "cover.jpg"), await jpeg({ width: 1200, height: 1200 }));
  writeFileSync(join(folder, "broken.wav"), "no sound");
  writeFileSync(join(folder, "empty.flac"), "");
  writeFileSync(join(folder, "notes.txt"), "text");
});
afterAll(async () => {
  await world.close();
  await proxy.close();
  rmSync(folder, { recursive: true, force: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function segue(...args: string[]): Promise<Run> {
  return runCommand(args, { SEGUE_URL: world.url, SEGUE_API_KEY: world.label.key ?? "" }, folder);
}

const countAssets = async () => (await world.label.call("GET /v1/assets?limit=100")).body.data.length;

describe("upload", () => {
  test("several files at once: what was found in each, and progress in plain lines", async () => {
    const { code, out, err } = await segue("upload", "song.wav", "cover.jpg");
    expect([code, err]).toEqual([0, expect.stringMatching(/Uploaded song\.wav \(3\.2 MB\): ast_\w+\n/)]);
    expect(out).toMatch(
      /^ast_\w+ +song\.wav +3\.2 MB +ready +wav, 44\.1 kHz, 24 bits, 2 channels, 0:12, -\d+(\.\d+)? LUFS$/m,
    );
    expect(out).toMatch(/^ast_\w+ +cover\.jpg +\S+ \wB +ready +jpeg, 1200 × 1200, srgb$/m);
  });

  test("--json is the assets and nothing else; --no-wait does not wait", async () => {
    const { code, out, err } = await segue("upload", "song.wav", "--no-wait", "--json");
    expect([code, err]).toEqual([0, ""]);
    expect(JSON.parse(out).data).toMatchObject([{ filename: "song.wav", type: "audio", content_type: "audio/wav" }]);
  });

  test("what the service cannot use fails, with the reason", async () => {
    const { code, out } = await segue("upload", "broken.wav");
    expect(code).toBe(1);
    expect(out).toMatch(/broken\.wav +8 B +failed +not_audio: .*WAV or FLAC/);
  });

  test("what cannot be right is told before anything is made", async () => {
    const before = await countAssets();
    const { code, out, err } = await segue("upload", "song.wav", "none.wav", "empty.flac", "notes.txt", ".");
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(
      /none\.wav +does not exist\n {2}empty\.flac +is empty\n {2}notes\.txt +has an unknown extension/,
    );
    const wrong = await segue("upload", "cover.jpg", "--type", "audio");
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("is artwork, not audio")]);
    expect(await countAssets()).toBe(before);
  });

  test("an upload that is cut goes on from where it was", async () => {
    proxy.after(2_500_000, proxy.reset);
    const before = await countAssets();
    const sent = proxy.bytesTaken();
    const { code, out, err } = await segue("upload", "song.wav");
    expect([code, out]).toEqual([0, expect.stringMatching(/^ast_\w+ +song\.wav +3\.2 MB +ready /m)]);
    expect(err).toContain("song.wav: The upload was cut");
    expect(await countAssets()).toBe(before + 1);
    // No byte was sent twice, except those in flight at the cut.
    expect(proxy.bytesTaken() - sent).toBeLessThan(1.5 * 3_175_244);
  });

  /** Ctrl-C in the middle of it. */
  async function uploadUntilInterrupted(): Promise<Run> {
    const hung_at = proxy.bytesTaken() + 2_000_000;
    proxy.after(2_000_000, proxy.hang);
    const env = { SEGUE_URL: world.url, SEGUE_API_KEY: world.label.key ?? "" };
    const { child, end } = startCommand(["upload", "song.wav"], env, folder);
    while (proxy.bytesTaken() < hung_at) await sleep(10);
    child.kill("SIGINT");
    const run = await end;
    // Bytes that the system still holds must not arrive later.
    proxy.cut();
    proxy.mend();
    // The service hears of the cut in its own time, and keeps what came.
    while ((await world.ctx.db`select 1 from asset_parts`).length === 0) await sleep(10);
    return run;
  }

  test("after Ctrl-C the same command goes on where it stopped, and the next one begins anew", async () => {
    const before = await countAssets();
    const stopped = await uploadUntilInterrupted();
    expect([stopped.code, stopped.out]).toEqual([130, ""]);
    expect(stopped.err).toMatch(/Uploaded parts are kept.*same command again/);
    const sent = proxy.bytesTaken();
    const { code, out, err } = await segue("upload", "song.wav");
    expect([code, out]).toEqual([0, expect.stringMatching(/^ast_\w+ +song\.wav +3\.2 MB +ready /m)]);
    expect(err).toMatch(/^song\.wav: continuing after [\d.]+ [kM]B of 3\.2 MB\.$/m);
    expect(proxy.bytesTaken() - sent).toBeLessThan(3_175_244);
    expect(await countAssets()).toBe(before + 1);
    const another = await segue("upload", "song.wav");
    expect([another.code, another.err]).toEqual([0, expect.not.stringContaining("continuing")]);
    expect(await countAssets()).toBe(before + 2);
  });

  test("what the service waited for in vain is uploaded anew", async () => {
    await uploadUntilInterrupted();
    const before = await countAssets();
    world.clock.advance(26 * 3_600_000);
    const { code, out } = await segue("upload", "song.wav");
    expect([code, out]).toEqual([0, expect.stringMatching(/^ast_\w+ +song\.wav +3\.2 MB +ready /m)]);
    expect(await countAssets()).toBe(before + 1);
  });
});

test("progress: share, amounts, rate and time left", () => {
  const line = progressLine({ total_bytes: 300e6, sent: 100e6, skipped: 50e6, elapsed_ms: 10_000 });
  expect(line).toBe("[============            ] 50 %  150.0 MB of 300.0 MB  10.0 MB/s  0:15 left");
});
