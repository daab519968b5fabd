// A bucket of a store. The SDK speaks the protocol; every fault of the other side becomes a `TransportFailure` in our own words,
// because partners read the reason.

import type { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from "@aws-sdk/client-s3";
import { RequestRefused, TransportFailure } from "../messages/message.ts";
import { OutsideLimit, readBeginning } from "../platform/outside-bytes.ts";
import { limitAnswers, NAMES_AT_ONCE } from "../platform/storage/s3-answers.ts";
import { putObject } from "../platform/storage/s3-upload.ts";
import type { ListedFile } from "./connector.ts";
import { Listing } from "./listing.ts";

const CONNECT_WITHIN_MS = 10_000;
const SILENT_FOR_MS = 30_000;
const TRIES = 3;
/** The limit for one object that is read whole. */
const READ_WITHIN_MS = 30_000;

export type S3Address = { bucket: string; endpoint?: string; region: string };

export type S3Session = {
  /** Undefined: there is no such object. */
  sizeOf(path: string): Promise<number | undefined>;
  filesIn(folder: string): Promise<ListedFile[]>;
  read(path: string, max_bytes: number): Promise<Buffer | undefined>;
  /** In parts, each with its checksum. The object is there when all of it is. */
  write(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** A missing one counts as removed. */
  remove(path: string): Promise<void>;
  end(): void;
};

type Opening = { address: S3Address; secrets: Readonly<Record<string, string>>; signal: AbortSignal };

export function openS3({ address, secrets, signal }: Opening): S3Session {
  const { client, ask } = connect({ address, secrets, signal });
  const object = (path: string) => ({ Bucket: address.bucket, Key: keyOf(path) });
  return {
    sizeOf: async (path) => (await ask(ifThere(client.send(new HeadObjectCommand(object(path))))))?.ContentLength,
    filesIn: (folder) => ask(filesIn(client, address.bucket, `${keyOf(folder)}/`)),
    async read(path, max_bytes) {
      const wanted = { ...object(path), Range: `bytes=0-${Math.max(0, max_bytes - 1)}` };
      const reading = async () => {
        const found = await ifThere(client.send(new GetObjectCommand(wanted)), [404, EMPTY]);
        if (!found) return undefined;
        // A storage may ignore the range.
        return found === EMPTY
          ? Buffer.alloc(0)
          : readBeginning(found.Body as Readable, { max_bytes, within_ms: READ_WITHIN_MS });
      };
      return ask(reading());
    },
    write: (path, bytes) => ask(putObject(client, { ...object(path), ChecksumAlgorithm: "SHA256" }, bytes)),
    remove: async (path) => void (await ask(client.send(new DeleteObjectCommand(object(path))))),
    end: () => client.destroy(),
  };
}

/** There is no range of an empty object. */
const EMPTY = 416;

function connect({ address: { endpoint, region }, secrets, signal }: Opening) {
  const { access_key_id: accessKeyId, secret_access_key: secretAccessKey } = secrets;
  if (!accessKeyId || !secretAccessKey)
    throw new TransportFailure("The store's access key is not set, so nothing was sent.");
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Names of buckets are host names at AWS alone.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: CONNECT_WITHIN_MS, socketTimeout: SILENT_FOR_MS },
    maxAttempts: TRIES,
  });
  limitAnswers(client);
  // Runs before each try, so that none begins after the call's time is over.
  client.middlewareStack.add(
    (next) => (request) => {
      signal.throwIfAborted();
      return next(request);
    },
    { step: "deserialize", name: "endAtSignal" },
  );
  return { client, ask: <T>(work: Promise<T>) => ended(client, signal, work) };
}

/** Ends the client's connections at the signal. An error that is not the store's (of the bytes, say) is passed on as it is. */
async function ended<T>(client: S3Client, signal: AbortSignal, work: Promise<T>): Promise<T> {
  const destroy = () => client.destroy();
  signal.addEventListener("abort", destroy, { once: true });
  try {
    return await work;
  } catch (error) {
    if (signal.aborted) throw new TransportFailure(LATE);
    if (error instanceof OutsideLimit) throw new TransportFailure(error.limit === "time" ? LATE : TOO_LONG);
    if (!isOfStore(error)) throw error;
    throw isRefusal(error) ? new RequestRefused(reasonOf(error)) : new TransportFailure(reasonOf(error));
  } finally {
    signal.removeEventListener("abort", destroy);
  }
}

const LATE = "The store did not answer in time.";
const TOO_LONG = "The store's answer is longer than any that is right.";

type StoreError = Error & { code?: string; $metadata?: { httpStatusCode?: number } };

function isOfStore(error: unknown): error is StoreError {
  return error instanceof Error && ("$metadata" in error || "code" in error || error.name === "TimeoutError");
}

function isRefusal({ name, $metadata: { httpStatusCode = 0 } = {} }: StoreError): boolean {
  return httpStatusCode >= 400 && httpStatusCode < 500 && name !== "NoSuchBucket";
}

const reasons: Readonly<Record<string, string>> = {
  NoSuchBucket: "The store's bucket is not there.",
  InvalidAccessKeyId: "The store refused the access key.",
  SignatureDoesNotMatch: "The store refused the access key.",
  AccessDenied: "The store does not allow this access key to write or read here.",
  ECONNREFUSED: "The store refuses connections.",
  ENOTFOUND: "The name of the store's host is not known.",
  EAI_AGAIN: "The name of the store's host could not be looked up.",
  BadDigest: "A part of a file was damaged on its way to the store.",
  TimeoutError: LATE,
};

function reasonOf({ name, code, $metadata }: StoreError): string {
  const known = reasons[name] ?? reasons[code ?? ""];
  if (known) return known;
  const status = $metadata?.httpStatusCode;
  if (status === 403) return reasons.AccessDenied ?? "";
  if (status && status < 300) return "The store's answer cannot be read.";
  return status ? `The store answered with the status ${status}.` : "The connection to the store was lost.";
}

/** S3 has no folder at the top. */
function keyOf(path: string): string {
  return path.replace(/^\/+/, "");
}

async function ifThere<T, Status extends number = 404>(
  work: Promise<T>,
  statuses: readonly Status[] = [404 as Status],
): Promise<T | Exclude<Status, 404> | undefined> {
  try {
    return await work;
  } catch (error) {
    const status = (error as StoreError).$metadata?.httpStatusCode as Status | undefined;
    // A missing bucket is not a missing object.
    if (status === undefined || !statuses.includes(status) || (error as Error).name === "NoSuchBucket") throw error;
    return status === 404 ? undefined : (status as Exclude<Status, 404>);
  }
}

async function filesIn(client: S3Client, Bucket: string, Prefix: string): Promise<ListedFile[]> {
  const listing = new Listing();
  for (let ContinuationToken: string | undefined; ; ) {
    const asked = { Bucket, Prefix, ContinuationToken, MaxKeys: NAMES_AT_ONCE };
    const { Contents = [], NextContinuationToken } = await client.send(new ListObjectsV2Command(asked));
    const files = Contents.filter(({ Key = "" }) => Key.startsWith(Prefix) && Key !== Prefix);
    const goesOn = listing.take(
      files.map(({ Key = "", ETag = "", LastModified }) => ({
        name: Key.slice(Prefix.length),
        version: `${ETag} ${LastModified?.toISOString() ?? ""}`,
      })),
    );
    ContinuationToken = NextContinuationToken;
    if (!ContinuationToken || !goesOn) return listing.files();
  }
}
