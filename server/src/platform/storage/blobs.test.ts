import { randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { CreateMultipartUploadCommand, PutObjectCommand, S3Client, UploadPartCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type S3, startS3 } from "../../../test/s3.ts";
import { storedKeys } from "../../../test/stored-keys.ts";
import { newId } from "../ids.ts";
import { type Blobs, StorageAway } from "./blobs.ts";
import { openBlobs, type Storage } from "./storage.ts";

const MIB = 1024 * 1024;
const tomorrow = () => new Date(Date.now() + 86_400_000);
const yesterday = () => new Date(Date.now() - 86_400_000);

async function* pieces(...chunks: (Buffer | Error)[]): AsyncGenerator<Buffer> {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk;
    yield chunk;
  }
}

async function read(blobs: Blobs, key: string, range?: { first: number; last: number }): Promise<Buffer | undefined> {
  const stream = await blobs.get(key, range);
  return stream && buffer(stream);
}

let folder: string;
let s3: S3;
const storageOf = (kind: string): Storage => (kind === "S3" ? s3.storage : { kind: "folder", path: folder });
/** Leftovers of a crash, made by hand. */
const leaveUnfinished: Record<string, (name: string, key: string) => Promise<unknown>> = {
  "a folder": (name, key) => writeFile(join(folder, name, "unfinished", key), "half"),
  async S3(name, key) {
    const client = new S3Client({ region: "us-east-1", endpoint: s3.storage.endpoint, forcePathStyle: true });
    const at = { Bucket: s3.storage.bucket, Key: `${s3.storage.prefix}/${name}/${key}` };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(at));
    await client.send(new UploadPartCommand({ ...at, UploadId, PartNumber: 1, Body: "half" }));
  },
};

/** Strays that a desktop, a console or a person leaves in the storage. */
const leaveStray: Record<string, (name: string, key: string) => Promise<unknown>> = {
  async "a folder"(name, key) {
    const root = join(folder, name);
    await mkdir(join(root, "lost+found"));
    await mkdir(join(root, "unfinished", "folder"));
    for (const path of [".DS_Store", "00", "unfinished/.DS_Store", `${key.slice(-2)}/.DS_Store`])
      await writeFile(join(root, path), "");
  },
  async S3(name) {
    const client = new S3Client({ region: "us-east-1", endpoint: s3.storage.endpoint, forcePathStyle: true });
    const at = { Bucket: s3.storage.bucket, Body: "x" };
    for (const key of ["", "notes.txt", "folder/"])
      await client.send(new PutObjectCommand({ ...at, Key: `${s3.storage.prefix}/${name}/${key}` }));
  },
};

/** How many files and connections this process has open. */
async function openFiles(): Promise<number> {
  return (await readdir("/dev/fd")).length;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "segue-blobs-"));
  s3 = await startS3();
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

describe.each(["a folder", "S3"])("blobs in %s", (kind) => {
  let blobs: Blobs;
  const keysOf = (name: string) => storedKeys({ storage: storageOf(kind), name });
  const name = "production";
  beforeAll(async () => {
    blobs = await openBlobs(storageOf(kind), name);
  });

  test("give back what was put, small or in many parts", async () => {
    for (const bytes of [Buffer.from("x"), randomBytes(12 * MIB)]) {
      const key = newId("blb");
      await blobs.put(key, pieces(bytes.subarray(0, bytes.length >> 1), bytes.subarray(bytes.length >> 1)));
      expect((await read(blobs, key))?.equals(bytes)).toBe(true);
      expect(await blobs.size(key)).toBe(bytes.length);
      expect(await blobs.withFile(key, async (path) => path.endsWith(key))).toBe(true);
    }
  });

  test("give back a range, both ends included", async () => {
    const key = newId("blb");
    await blobs.put(key, pieces(Buffer.from("0123456789")));
    expect(String(await read(blobs, key, { first: 2, last: 4 }))).toBe("234");
    expect(String(await read(blobs, key, { first: 9, last: 9 }))).toBe("9");
  });

  test("have nothing where nothing was put", async () => {
    const key = newId("blb");
    expect(await blobs.get(key)).toBeUndefined();
    expect(await blobs.size(key)).toBeUndefined();
    expect(await blobs.withFile(key, async () => "work")).toBeUndefined();
    await blobs.delete(key);
  });

  test("keep nothing of bytes that break off, and pass on why", async () => {
    const broken = new Error("the client is gone");
    for (const before of [Buffer.from("a few"), randomBytes(11 * MIB)]) {
      const key = newId("blb");
      await expect(blobs.put(key, pieces(before, broken))).rejects.toBe(broken);
      expect(await blobs.size(key)).toBeUndefined();
      expect(await blobs.discardUnfinished(tomorrow())).toBe(0);
    }
  });

  test("replace what is put again, and forget what is deleted", async () => {
    const key = newId("blb");
    await blobs.put(key, pieces(Buffer.from("one")));
    await blobs.put(key, pieces(Buffer.from("two")));
    expect(String(await read(blobs, key))).toBe("two");
    await blobs.delete(key);
    expect(await read(blobs, key)).toBeUndefined();
  });

  test("keep what was put under its own name, and nothing of another", async () => {
    const [own, other] = [await openBlobs(storageOf(kind), "own"), await openBlobs(storageOf(kind), "other")];
    const put = Array.from({ length: 30 }, () => newId("blb"));
    for (const key of put) await own.put(key, pieces(Buffer.from(key)));
    const foreign = newId("blb");
    await other.put(foreign, pieces(Buffer.from("another's")));
    expect(await keysOf("own")).toEqual([...put].sort());
    expect(await own.size(foreign)).toBeUndefined();
  });

  test("remember whose they are, each name for itself, however many ask", async () => {
    const [own, other] = [
      await openBlobs(storageOf(kind), "owned"),
      await openBlobs(storageOf(kind), "owned by another"),
    ];
    expect(await own.findMark("owner")).toBeUndefined();
    expect(await Promise.all(Array.from({ length: 5 }, () => own.keepMark("owner", "first")))).toEqual(
      Array(5).fill("first"),
    );
    expect(await own.keepMark("owner", "second")).toBe("first");
    expect(await own.findMark("owner")).toBe("first");
    expect(await other.keepMark("owner", "second")).toBe("second");
    expect(await keysOf("owned")).toEqual([]);
  });

  test("leave alone what others put beside them", async () => {
    const own = await openBlobs(storageOf(kind), "visited");
    const key = newId("blb");
    await own.put(key, pieces(Buffer.from("x")));
    await leaveStray[kind]?.("visited", key);
    expect(await keysOf("visited")).toEqual([key]);
    expect(await own.discardUnfinished(tomorrow())).toBe(0);
  });

  test("close what was opened and not read", async () => {
    const key = newId("blb");
    await blobs.put(key, pieces(randomBytes(MIB)));
    const before = await openFiles();
    for (let count = 0; count < 50; count++) (await blobs.get(key))?.destroy();
    // A few connections are kept for the next request.
    await expect.poll(openFiles).toBeLessThan(before + 10);
  });

  test("discard what a crash left half written, once it is old", async () => {
    const own = await openBlobs(storageOf(kind), "crashed");
    const key = newId("blb");
    await leaveUnfinished[kind]?.("crashed", key);
    expect(await own.size(key)).toBeUndefined();
    expect(await keysOf("crashed")).toEqual([]);
    expect(await own.discardUnfinished(yesterday())).toBe(0);
    expect(await own.discardUnfinished(tomorrow())).toBe(1);
    expect(await own.discardUnfinished(tomorrow())).toBe(0);
  });

  test.each(["", "..", "../../etc/passwd", "blb_01h455vb4pex5vsknk084sn02q/../x", "a b"])(
    "take no key but an id: %j",
    async (key) => {
      await expect(blobs.put(key, pieces(Buffer.from("x")))).rejects.toThrow();
      await expect(blobs.get(key)).rejects.toThrow("an id");
    },
  );
});

describe("a storage that is away", () => {
  test("is distinguished from bytes that broke off, and nothing is kept", async () => {
    const own = await openBlobs({ kind: "folder", path: folder }, "full");
    await chmod(join(folder, "full", "unfinished"), 0o500);
    const isRoot = process.getuid?.() === 0;
    // Root may write anywhere: there the folder has to go.
    if (isRoot) await rm(join(folder, "full", "unfinished"), { recursive: true });
    await expect(own.put(newId("blb"), pieces(Buffer.from("x")))).rejects.toBeInstanceOf(StorageAway);
    if (!isRoot) await chmod(join(folder, "full", "unfinished"), 0o700);
    expect((await readdir(join(folder, "full"))).filter((entry) => entry !== "unfinished")).toEqual([]);
  });

  test("S3 that does not answer is away, with every call", async () => {
    const gone = await startS3();
    const blobs = await openBlobs(gone.storage, "production");
    await gone.stop();
    const key = newId("blb");
    await expect(blobs.put(key, pieces(Buffer.from("x")))).rejects.toBeInstanceOf(StorageAway);
    await expect(blobs.get(key)).rejects.toBeInstanceOf(StorageAway);
    await expect(blobs.delete(key)).rejects.toBeInstanceOf(StorageAway);
  });

  test("a folder that cannot be made and a bucket that is not there stop the start", async () => {
    await writeFile(join(folder, "file"), "");
    await expect(openBlobs({ kind: "folder", path: join(folder, "file") }, "production")).rejects.toThrow(
      "SEGUE_STORAGE",
    );
    await expect(openBlobs({ ...s3.storage, bucket: "nobodys" }, "production")).rejects.toThrow("SEGUE_STORAGE");
  });
});
