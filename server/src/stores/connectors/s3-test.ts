import type { StoreTest } from "../connection-test.ts";
import { type CallOptions, type ConnectorInputs, TransportFailure } from "../connector.ts";
import type { S3Settings } from "./ern-s3.ts";
import { hostSteps } from "./reach-host.ts";
import type { S3Session } from "./s3-session.ts";

const NAME = "segue-connection-test";
const text = Buffer.from("This object tests the connection and may be deleted.\n");

/** It leaves nothing behind. */
export function testS3({ settings, secrets }: ConnectorInputs<S3Settings>, { signal }: CallOptions): StoreTest {
  const { folder, bucket } = settings;
  const path = folder === "" ? NAME : `${folder.replace(/(?<!\/)\/+$/, "")}/${NAME}`;
  let session: S3Session | undefined;
  const atStore = async () => {
    const { openS3 } = await import("./s3-session.ts");
    session ??= openS3({ address: settings, secrets, signal });
    return session;
  };
  let isWritten = false;
  const steps = [
    ...hostSteps(hostOf(settings), signal),
    {
      name: "login",
      run: async () => {
        // A listing says that a bucket is missing; a look at one object does not.
        await (await atStore()).filesIn(path);
        return `The access key is accepted for the bucket ${bucket}.`;
      },
    },
    {
      name: "write",
      run: async () => {
        isWritten = true;
        await (await atStore()).write(path, oneChunk(text));
        return `${path} was written.`;
      },
    },
    {
      name: "read",
      run: async () => {
        const read = await (await atStore()).read(path, text.length + 1);
        if (!read?.equals(text)) throw new TransportFailure(`${path} came back with other bytes.`);
        return "The same bytes came back.";
      },
    },
    {
      name: "remove",
      run: async () => {
        await (await atStore()).remove(path);
        if ((await (await atStore()).sizeOf(path)) !== undefined) throw new TransportFailure(`${path} is still there.`);
        isWritten = false;
        return `${path} is gone.`;
      },
    },
  ];
  return {
    steps,
    async end() {
      if (isWritten) await session?.remove(path).catch(() => undefined);
      session?.end();
    },
  };
}

function hostOf({ endpoint, region, bucket }: S3Settings): { host: string; port: number } {
  const { hostname, port, protocol } = new URL(endpoint ?? `https://${bucket}.s3.${region}.amazonaws.com`);
  return { host: hostname, port: port === "" ? (protocol === "http:" ? 80 : 443) : Number(port) };
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
