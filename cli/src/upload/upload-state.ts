// Remembers the upload of each file, so that a stopped upload can continue: one small file for each, named after the
// service's address, the file's path and its bytes. A changed file is therefore another upload, and parallel commands
// do not overwrite each other's state. The service knows how many bytes have arrived.

import { readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Variables } from "../../../server/src/settings.ts";
import { digestOf } from "../import/state.ts";
import { readUserFile, userPath, writeUserFile } from "../user-file.ts";

/** The service waits a day for an upload. */
const KEPT_MS = 2 * 86_400_000;

/** `body` is the request that created the asset. Its checksum identifies the bytes. */
type File = { path: string; body: object };

export type UploadState = {
  /** The asset that an earlier command created for this file and did not finish. */
  find(file: File): string | undefined;
  remember(file: File, asset_id: string): Promise<void>;
  forget(file: File): void;
};

export function openUploadState(variables: Variables, url: string): UploadState {
  const folder = userPath(variables, "uploads");
  const placeOf = ({ path, body }: File) => join(folder, `${digestOf([url, resolve(path), body])}.json`);
  removeOld(folder);
  return {
    find(file) {
      const kept = readUserFile(placeOf(file)) as { asset_id?: string } | undefined;
      return kept?.asset_id;
    },
    remember: (file, asset_id) => writeUserFile(placeOf(file), { asset_id, url, path: resolve(file.path) }),
    forget: (file) => rmSync(placeOf(file), { force: true }),
  };
}

function removeOld(folder: string): void {
  const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  for (const path of isThere ? readdirSync(folder).map((name) => join(folder, name)) : []) {
    const written_ms = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    if (written_ms !== undefined && written_ms < Date.now() - KEPT_MS) rmSync(path, { force: true });
  }
}
