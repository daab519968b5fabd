// ERN messages in S3-compatible storage: a bucket of the store, or one that it reads. An object appears when all of it has
// arrived, so there are no temporary names. A file that was cut is sent again from its beginning; those before it are not.

import { createHash } from "node:crypto";
import { Type } from "typebox";
import { type FolderSettings, folderSettings, type Parcel } from "../messages/ern/folders.ts";
import { type ErnSettings, ernSettings } from "../messages/ern/settings.ts";
import { TransportFailure } from "../messages/message.ts";
import { type Issue, problem } from "../platform/errors.ts";
import { Text } from "../platform/schema.ts";
import type { Connector, ConnectorInputs } from "./connector.ts";
import { assertSame, connectRemoteFolder, nameOf, type RemoteFolder } from "./remote-folder.ts";
import type { S3Address, S3Session } from "./s3-session.ts";

export const s3Settings = {
  bucket: Text({ maxLength: 255, examples: ["auralis-incoming"] }),
  region: Type.Optional(Type.String({ default: "us-east-1", minLength: 1, maxLength: 100 })),
  endpoint: Type.Optional(
    Type.String({
      maxLength: 500,
      rule: (text: string): Issue[] =>
        /^https?:\/\/[^\s@/]+\/?$/.test(text) ? [] : [problem("", "must be an address such as https://s3.example.com")],
      description: "The address of storage that is compatible with S3. By default AWS.",
      examples: ["https://s3.example.com"],
    }),
  ),
  ...ernSettings,
  ...folderSettings,
};

export const s3Secrets = {
  access_key_id: Type.String({ minLength: 1, maxLength: 200 }),
  secret_access_key: Type.String({ minLength: 1, maxLength: 1_000 }),
};

export type S3Settings = ErnSettings & FolderSettings & S3Address;

export function connectErnS3(inputs: ConnectorInputs<S3Settings>): Connector {
  const { settings: address, secrets } = inputs;
  return connectRemoteFolder(inputs, async (signal) => {
    // The S3 client is large, so it is loaded only when it is used.
    const { openS3 } = await import("./s3-session.ts");
    return s3Folder(openS3({ address, secrets, signal }));
  });
}

function s3Folder(session: S3Session): RemoteFolder {
  return {
    async put(parcel, bytes) {
      if ((await session.sizeOf(parcel.path)) === parcel.size_bytes) {
        if ("text" in parcel) assertSame(parcel, await session.read(parcel.path, parcel.size_bytes));
        return true;
      }
      if ("text" in parcel) assertSame(parcel, await session.read(parcel.path, parcel.size_bytes + 1));
      await session.write(parcel.path, compared(parcel, await bytes(0)));
      return true;
    },
    filesIn: session.filesIn,
    read: session.read,
    close: session.end,
  };
}

/** Fails before the last part if these are not the bytes that the message names. */
async function* compared(parcel: Parcel, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
  if ("checksum_sha256" in parcel && hash.digest("hex") !== parcel.checksum_sha256)
    throw new TransportFailure(`${nameOf(parcel)} in the storage of the service is not the file that was checked.`);
}
