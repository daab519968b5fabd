// Files with names of their own in a bucket. An upload in parts appears with its last part; then it is read back and compared.

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command } from "@aws-sdk/client-s3";
import { connectBucket, type S3Storage } from "./s3.ts";
import { NAMES_AT_ONCE } from "./s3-answers.ts";
import { putObject } from "./s3-upload.ts";

export type NamedFiles = {
  /** A path beside the final name. Nothing is left there afterwards, nor of drafts that killed processes left. */
  withDraft<T>(name: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Gives the file at the path its name. It appears whole, or not at all. */
  keep(name: string, path: string): Promise<void>;
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
};

/** A folder of backups has few names. */
const MAX_PAGES = 20;

export async function openBucketOfFiles(storage: S3Storage): Promise<NamedFiles> {
  const { client, at, folder } = connectBucket(storage, "");
  const object = (name: string) => ({ ...at, Key: folder + name });
  const remove = async (name: string) => void (await client.send(new DeleteObjectCommand(object(name))));
  return {
    withDraft: () => Promise.reject(new Error("A bucket has no path for a draft.")),
    async keep(name, path) {
      await putObject(client, object(name), createReadStream(path));
      const { Body } = await client.send(new GetObjectCommand(object(name)));
      if ((await hashOf(Body as Readable)) === (await hashOf(createReadStream(path)))) return;
      await remove(name);
      throw new Error("The storage of SEGUE_BACKUP gives other bytes back than it was sent.");
    },
    async list() {
      const names: string[] = [];
      let place: { ContinuationToken?: string } = {};
      for (let pages = 0; pages < MAX_PAGES; pages++) {
        const asked = { ...at, ...place, Prefix: folder, MaxKeys: NAMES_AT_ONCE };
        const page = await client.send(new ListObjectsV2Command(asked));
        for (const { Key } of page.Contents ?? []) if (Key) names.push(Key.slice(folder.length));
        if (!page.IsTruncated || !page.NextContinuationToken) break;
        place = { ContinuationToken: page.NextContinuationToken };
      }
      return names;
    },
    remove,
  };
}

async function hashOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of bytes) hash.update(chunk);
  return hash.digest("hex");
}
