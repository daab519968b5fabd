// ERN messages over SFTP. A file is written under a temporary name, and renamed when it is whole. After a cut the next call
// finds the part that the store has and writes the rest.

import { Type } from "typebox";
import { type FolderSettings, folderSettings, type Parcel } from "../messages/ern/folders.ts";
import { type ErnSettings, ernSettings } from "../messages/ern/settings.ts";
import { TransportFailure } from "../messages/message.ts";
import { type Issue, problem } from "../platform/errors.ts";
import { Text } from "../platform/schema.ts";
import type { Connector, ConnectorInputs } from "./connector.ts";
import { assertSame, type BytesFrom, connectRemoteFolder, nameOf, type RemoteFolder } from "./remote-folder.ts";
import { openSftp, type SftpSession, WINDOW_BYTES } from "./sftp-session.ts";

export const sftpSettings = {
  host: Text({
    maxLength: 253,
    description: "The name or address of the store's server.",
    examples: ["sftp.example.com"],
  }),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535, default: 22 })),
  username: Text({ maxLength: 200, examples: ["segue"] }),
  host_key: Type.Optional(
    Type.String({
      rule: (text: string): Issue[] =>
        /^SHA256:[A-Za-z0-9+/]{43}$/.test(text)
          ? []
          : [problem("", "must be a fingerprint as ssh-keygen -l shows it: SHA256: and 43 characters")],
      description:
        "The fingerprint of the server's key. Nothing is sent to a server with another key, or before it is set; " +
        "the test of the store shows the key that the server has.",
      examples: ["SHA256:nThbg6kXUpJWGl7E1IGOCspRomTxdCARLviKw6E5SY8"],
    }),
  ),
  ...ernSettings,
  ...folderSettings,
};

/** A password, or a private key with its passphrase. */
export const sftpSecrets = {
  password: Type.String({ minLength: 1, maxLength: 1_000 }),
  private_key: Type.String({ minLength: 1, maxLength: 20_000 }),
  passphrase: Type.String({ minLength: 1, maxLength: 1_000 }),
};

export type SftpSettings = ErnSettings &
  FolderSettings & { host: string; port: number; username: string; host_key?: string };

const UNFINISHED = ".part";

export function connectErnSftp(inputs: ConnectorInputs<SftpSettings>): Connector {
  const { settings: address, secrets } = inputs;
  return connectRemoteFolder(inputs, async (signal) => sftpFolder(await openSftp({ address, secrets, signal })));
}

function sftpFolder(session: SftpSession): RemoteFolder {
  const made = new Map<string, Promise<unknown>>();
  let canRename: Promise<boolean> | undefined;
  return {
    async put(parcel, bytes, isOver) {
      const { path } = parcel;
      const folder = path.slice(0, path.lastIndexOf("/"));
      if (await isThere(session, parcel)) return true;
      if (!made.has(folder)) made.set(folder, session.makeFolders(folder));
      await made.get(folder);
      canRename ??= session.canRename(folder);
      if (!(await canRename)) return writeTo(path, session, { parcel, bytes, isOver });
      const draft = path + UNFINISHED;
      const isWhole = await writeTo(draft, session, { parcel, bytes, isOver });
      if (isWhole) await giveName(session, draft, parcel);
      return isWhole;
    },
    filesIn: session.filesIn,
    read: (path, max_bytes) => session.read(path, max_bytes),
    close: () => session.end(),
  };
}

/** By its size: the last bytes of a file are written last. A message is read as well, because it is small and counts most. */
async function isThere(session: SftpSession, parcel: Parcel): Promise<boolean> {
  if ((await session.sizeOf(parcel.path)) !== parcel.size_bytes) return false;
  if ("text" in parcel) assertSame(parcel, await session.read(parcel.path, parcel.size_bytes));
  return true;
}

type Writing = { parcel: Parcel; bytes: BytesFrom; isOver: () => boolean };

/** Goes on with what is there. */
async function writeTo(path: string, session: SftpSession, { parcel, bytes, isOver }: Writing): Promise<boolean> {
  const { size_bytes } = parcel;
  const begun = (await session.sizeOf(path)) ?? 0;
  // Longer than the whole: these are not our bytes.
  if (begun > size_bytes) await session.empty(path);
  const from = begun > size_bytes ? 0 : Math.max(0, begun - WINDOW_BYTES);
  // A call that wrote less than the next one begins before would never come to an end.
  const isOverNow = (at: number) => at - from > 2 * WINDOW_BYTES && isOver();
  const stopped_at = await session.write(path, bytes, { from, size_bytes, isOver: isOverNow });
  if (stopped_at === size_bytes) return true;
  if (isOverNow(stopped_at)) return false;
  throw new TransportFailure(`${nameOf(parcel)} in the storage of the service is not as long as it should be.`);
}

/** Another worker may have given it the name already. */
async function giveName(session: SftpSession, draft: string, parcel: Parcel): Promise<void> {
  if (await session.rename(draft, parcel.path)) return;
  if (await isThere(session, parcel)) return session.remove(draft);
  if ("text" in parcel) assertSame(parcel, await session.read(parcel.path, parcel.size_bytes + 1));
  await session.remove(parcel.path);
  if (!(await session.rename(draft, parcel.path)) && !(await isThere(session, parcel)))
    throw new TransportFailure(`The store's server did not give ${nameOf(parcel)} its name.`);
}
