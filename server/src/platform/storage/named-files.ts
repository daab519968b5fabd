// Files with names of their own, such as backups, in a folder or in a bucket.

import { open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../make-folder.ts";
import type { S3Storage } from "./s3.ts";
import type { NamedFiles } from "./s3-files.ts";

export async function openNamedFiles(place: { kind: "folder"; path: string } | S3Storage): Promise<NamedFiles> {
  if (place.kind === "folder") return openFolderOfFiles(place.path);
  // The S3 client is large, so it is loaded only when it is used.
  const { openBucketOfFiles } = await import("./s3-files.ts");
  return openBucketOfFiles(place);
}

const DRAFT = /\.draft(\.part)?$/;

async function openFolderOfFiles(folder: string): Promise<NamedFiles> {
  await makeFolder(folder);
  const removeDrafts = async () => {
    for (const name of await readdir(folder)) if (DRAFT.test(name)) await rm(join(folder, name), { force: true });
  };
  return {
    async withDraft(name, work) {
      await removeDrafts();
      try {
        return await work(join(folder, `${name}.draft`));
      } finally {
        await removeDrafts();
      }
    },
    async keep(name, path) {
      await rename(path, join(folder, name));
      const opened = await open(folder, "r");
      try {
        await opened.sync();
      } finally {
        await opened.close();
      }
    },
    list: () => readdir(folder),
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}
