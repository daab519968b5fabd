import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Asset, createSegue } from "@segue/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cut, offset, type ScriptedUpload, startScriptedUpload, take } from "../../../sdk/test/scripted-upload.ts";
import type { Progress } from "../progress.ts";
import { findMediaFile, type MediaFile } from "./media-file.ts";
import { eachOf, sendFile } from "./transfer.ts";

const folder = mkdtempSync(join(tmpdir(), "segue-transfer-"));
const path = join(folder, "song.wav");
let service: ScriptedUpload;
beforeAll(async () => {
  writeFileSync(path, "0123456789");
  service = await startScriptedUpload();
});
afterAll(() => {
  service.close();
  rmSync(folder, { recursive: true, force: true });
});

function send(progress: Progress): Promise<void> {
  const { url } = service;
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
  service.play(offset(3), cut, offset(3), take());
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
