// A store's bucket for tests: a real S3-compatible server, and what an operator writes to reach it.

import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { startS3 } from "./s3.ts";

export type S3Bucket = {
  settings: { bucket: string; endpoint: string };
  secrets: { access_key_id: string; secret_access_key: string };
  keys(): Promise<string[]>;
  get(key: string): Promise<Buffer>;
  put(key: string, text: string): Promise<void>;
  stop(): Promise<void>;
};

export async function startS3Bucket(): Promise<S3Bucket> {
  const { storage, stop } = await startS3();
  const { bucket: Bucket, endpoint } = storage;
  const client = new S3Client({ region: "us-east-1", endpoint, forcePathStyle: true });
  return {
    settings: { bucket: Bucket, endpoint },
    secrets: { access_key_id: "test", secret_access_key: "test" },
    keys: async () =>
      ((await client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key = "" }) => Key),
    async get(Key) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    },
    put: async (Key, Body) => void (await client.send(new PutObjectCommand({ Bucket, Key, Body }))),
    async stop() {
      client.destroy();
      await stop();
    },
  };
}
