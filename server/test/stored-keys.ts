// The keys in a storage, read without the service: a test compares them with those that the service names.

import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { isKey } from "../src/platform/storage/blobs.ts";
import type { S3Storage } from "../src/platform/storage/s3.ts";
import type { Storage } from "../src/platform/storage/storage.ts";

/** `name` is that of the environment, which has its part of the storage. */
export type StoragePlace = { storage: Storage; name: string };

/** Without what is half written. */
export async function storedKeys({ storage, name }: StoragePlace): Promise<string[]> {
  const paths = storage.kind === "folder" ? await pathsIn(join(storage.path, name)) : await pathsAt(storage, name);
  const whole = paths.filter((path) => !path.startsWith("unfinished"));
  return whole
    .map((path) => basename(path))
    .filter(isKey)
    .sort();
}

function pathsIn(folder: string): Promise<string[]> {
  return readdir(folder, { recursive: true });
}

async function pathsAt({ bucket, prefix, endpoint = "" }: S3Storage, name: string): Promise<string[]> {
  const client = new S3Client({ region: "us-east-1", endpoint, forcePathStyle: true });
  const folder = `${prefix}/${name}/`;
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: folder }));
  return Contents.map(({ Key = "" }) => Key.slice(folder.length));
}
