import { RequestRefused, TransportFailure } from "../messages/message.ts";
import type { StoreTest, TestOptions } from "./connection-test.ts";
import type { ConnectorInputs } from "./connector.ts";
import type { S3Settings } from "./ern-s3.ts";
import { hostSteps } from "./reach-host.ts";
import type { S3Session } from "./s3-session.ts";

const NAME = "segue-connection-test";
const text = Buffer.from("This object tests the connection and may be deleted.\n");

/** It leaves nothing behind. */
export function testS3({ settings, secrets }: ConnectorInputs<S3Settings>, options: TestOptions): StoreTest {
  const { folder, bucket } = settings;
  const path = folder === "" ? NAME : `${folder.replace(/(?<!\/)\/+$/, "")}/${NAME}`;
  let session: S3Session | undefined;
  const open = async (signal: AbortSignal) => {
    const { openS3 } = await import("./s3-session.ts");
    return openS3({ address: settings, secrets, signal });
  };
  const atStore = async () => {
    session ??= await open(options.signal);
    return session;
  };
  let isWritten = false;
  const steps = [
    ...hostSteps(hostOf(settings), options),
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
        await (await atStore()).write(path, oneChunk(text)).catch((error) => {
          // An object that was refused is not there.
          isWritten = !(error instanceof RequestRefused);
          throw error;
        });
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
      const openAgain = () => open(AbortSignal.timeout(options.clean_up_ms));
      try {
        return isWritten && session ? await cleanUp(path, session, openAgain) : undefined;
      } finally {
        session?.end();
      }
    },
  };
}

/** By the session of the steps. If that one is lost or its time is over, by another one with a time of its own. */
async function cleanUp(path: string, session: S3Session, openAgain: () => Promise<S3Session>): Promise<string> {
  const inOtherSession = async (error: unknown) => {
    if (error instanceof RequestRefused) throw error;
    const other = await openAgain();
    await other.remove(path).finally(other.end);
  };
  try {
    await session.remove(path).catch(inOtherSession);
    return `${path}: removed.`;
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    throw new TransportFailure(`${path} may still be at the store. ${error.message}`);
  }
}

function hostOf({ endpoint, region, bucket }: S3Settings): { host: string; port: number } {
  const { hostname, port, protocol } = new URL(endpoint ?? `https://${bucket}.s3.${region}.amazonaws.com`);
  return { host: hostname, port: port === "" ? (protocol === "http:" ? 80 : 443) : Number(port) };
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}
