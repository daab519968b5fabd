import { afterAll, beforeAll, expect, test } from "vitest";
import { cut, offset, refuse, type ScriptedUpload, startScriptedUpload, take } from "../test/scripted-upload.ts";
import { type Asset, createSegue, SegueArgumentError, type UploadOptions, type UploadSource } from "./client.ts";

let service: ScriptedUpload;
beforeAll(async () => {
  service = await startScriptedUpload();
});
afterAll(() => service.close());

const blob = new Blob(["0123456789"]);

function send(
  retryAfterMs: readonly number[],
  options: UploadOptions = {},
  source: UploadSource = blob,
): Promise<void> {
  const { url } = service;
  const upload = { url: "", resumable_url: url, headers: {}, expires_at: "" } as unknown as Asset["upload"];
  return createSegue({ url }).assets.resume({ upload }, source, { retryAfterMs, ...options });
}

test("after each stumble it asks what is there and sends the rest", async () => {
  const stumbles = [refuse(503, "service_unavailable"), offset(0), cut, cut, offset(4), refuse(409, "invalid_state")];
  service.play(...stumbles, offset(7), take());
  await send([1, 1]);
  expect(service.seen).toEqual(["HEAD", "HEAD", "PATCH 0", "HEAD", "HEAD", "PATCH 4", "HEAD", "PATCH 7"]);
});

test("progress is what the service has, and takes back what was lost", async () => {
  const sent: number[] = [];
  const retries: string[] = [];
  service.play(offset(3), cut, offset(3), take());
  const onProgress = ({ sent_bytes }: { sent_bytes: number }) => sent.push(sent_bytes);
  await send([1], { onProgress, onRetry: ({ message }) => retries.push(message) });
  expect(sent).toEqual([3, 3, 10]);
  expect(retries).toEqual([expect.stringContaining("cannot be reached")]);
});

test("a stream is opened again at the byte where it goes on", async () => {
  const ranges: number[][] = [];
  const bodies: string[] = [];
  const stream = (from: number, to: number) => {
    ranges.push([from, to]);
    return blob.slice(from, to).stream() as ReadableStream<Uint8Array>;
  };
  service.play(
    offset(0),
    cut,
    offset(6),
    take((body) => bodies.push(body)),
  );
  await send([1], {}, { size_bytes: 10, stream });
  expect(ranges).toEqual([
    [0, 10],
    [6, 10],
  ]);
  expect(bodies).toEqual(["6789"]);
  service.play(offset(0));
  const short = { size_bytes: 20, stream };
  await expect(send([1], {}, short)).rejects.toThrow("the file has changed");
});

test("an abort ends it at once, and it can go on later", async () => {
  const controller = new AbortController();
  service.play(offset(0), () => controller.abort(new Error("enough")));
  await expect(send([1], { signal: controller.signal })).rejects.toThrow("enough");
  service.play(offset(4), take());
  await send([]);
  expect(service.seen.at(-1)).toBe("PATCH 4");
});

test("an asset that awaits no file is refused before anything is sent", async () => {
  service.play();
  await expect(createSegue({ url: service.url }).assets.resume({ upload: null }, blob)).rejects.toThrow(
    SegueArgumentError,
  );
  expect(service.seen).toEqual([]);
});

test("when the last answer was lost, nothing is sent again", async () => {
  service.play(offset(0), cut, offset(10));
  await send([1]);
  expect(service.seen).toEqual(["HEAD", "PATCH 0", "HEAD"]);
});

test("it gives up when several tries in a row bring nothing, and at once when it is refused", async () => {
  service.play(cut, cut, cut);
  await expect(send([1, 1])).rejects.toThrow("cannot be reached");
  expect(service.seen).toHaveLength(3);
  service.play(offset(0), refuse(422, "validation_failed"), offset(0));
  await expect(send([1, 1])).rejects.toMatchObject({ code: "validation_failed", request_id: "req_1" });
  service.play((_, reply) => void reply.writeHead(404).end());
  await expect(send([1, 1])).rejects.toThrow("no longer valid");
});

test("a refusal that will be long, as of a full disk, is thrown at once", async () => {
  service.play(offset(0), refuse(503, "service_unavailable", { "retry-after": "300" }));
  await expect(send([1, 1])).rejects.toMatchObject({ status: 503, retry_after_s: 300 });
  expect(service.seen).toEqual(["HEAD", "PATCH 0"]);
});
