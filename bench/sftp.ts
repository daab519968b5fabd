// A release of four files to a store over SFTP, by the connector and by ssh2-sftp-client alone: the same files, the same server (in a
// process of its own), one after the other. The connector reads them from storage and gives them their names when they are whole.
// The client's `fastPut` keeps many packets on their way; its `put` waits for each, and would be no floor.

import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import SftpClient from "ssh2-sftp-client";
import { connectErnSftp, type SftpSettings } from "../server/src/connectors/ern-sftp.ts";
import { connectorKinds, readConnector } from "../server/src/connectors/kinds.ts";
import type { MessageFile, ReleaseMessage } from "../server/src/messages/message.ts";
import { newId } from "../server/src/platform/ids.ts";
import { openBlobs } from "../server/src/platform/storage/storage.ts";
import { releaseMessage, trialErn } from "../server/test/connector-conformance.ts";
import { systemClock } from "../server/test/no-edges.ts";
import type { SftpServer } from "../server/test/sftp-server.ts";
import { sideBySide } from "./measure.ts";
import type { Result } from "./report.ts";

const MARK = 0.8;
const FILES = 4;
const FILE_BYTES = 24 * 1024 * 1024;

type Address = Pick<SftpServer, "settings" | "secrets">;

export async function benchSftp(): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), "segue-bench-sftp-"));
  const server = await startServer(join(folder, "store"));
  const { message, paths } = await makeFiles(folder);
  const { product, floor, ratio, spread } = await sideBySide(
    () => timed(() => sendMessage(folder, server.address, message)),
    () => timed(() => putFiles(server.address, paths)),
  );
  server.stop();
  rmSync(folder, { recursive: true, force: true });
  return [
    {
      what: `MB over SFTP, ${FILES} files of ${FILE_BYTES / 1024 / 1024} MiB`,
      value: `${product.toFixed(0)}/s`,
      floor: `${floor.toFixed(0)}/s`,
      ratio,
      spread,
      mark: { text: `≥ ${MARK}`, isMet: ratio >= MARK },
    },
  ];
}

/** In megabytes per second. */
async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (FILES * FILE_BYTES) / 1_000 / (performance.now() - began);
}

async function startServer(folder: string): Promise<{ address: Address; stop(): void }> {
  const code = `
    const { startSftpServer } = await import(process.env.MODULE);
    const { settings, secrets } = await startSftpServer({ folder: process.env.FOLDER });
    console.log(JSON.stringify({ settings, secrets }));`;
  const MODULE = new URL("../server/test/sftp-server.ts", import.meta.url).href;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", code], {
    env: { PATH: process.env.PATH, MODULE, FOLDER: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return { address: JSON.parse(line) as Address, stop: () => void child.kill() };
}

async function makeFiles(folder: string): Promise<{ message: ReleaseMessage; paths: string[] }> {
  const blobs = await openBlobs({ kind: "folder", path: folder }, "bench");
  const message = releaseMessage();
  const [artwork] = message.files;
  const [track] = message.tracks;
  if (!artwork || !track) throw new Error("The message has no file.");
  const paths: string[] = [];
  const files: MessageFile[] = [];
  const tracks: ReleaseMessage["tracks"][number][] = [];
  for (let number = 1; number <= FILES; number++) {
    const [bytes, asset_id] = [randomBytes(FILE_BYTES), newId("ast")];
    const path = join(folder, `${number}.bin`);
    writeFileSync(path, bytes);
    paths.push(path);
    await blobs.put(asset_id, Readable.from([bytes]));
    const checksum_sha256 = createHash("sha256").update(bytes).digest("hex");
    files.push({ ...artwork, asset_id, blob_key: asset_id, size_bytes: FILE_BYTES, checksum_sha256 });
    tracks.push({ ...track, track_number: number, audio_asset_id: asset_id });
  }
  return { message: { ...message, tracks, files }, paths };
}

let turns = 0;

async function sendMessage(folder: string, { settings, secrets }: Address, message: ReleaseMessage): Promise<void> {
  const recipients = [{ party_id: "PADPIDA2009101501Y", party_name: "Bench" }];
  const { connector } = readConnector(connectorKinds, { kind: "ern_sftp", recipients, ...settings });
  const blobs = await openBlobs({ kind: "folder", path: folder }, "bench");
  const parts = { blobs, clock: systemClock, ern: trialErn, schemas: undefined };
  const inputs = { settings: connector as unknown as SftpSettings, secrets, ...parts };
  const created_at = new Date(Date.UTC(2026, 0, 1, 0, turns++)).toISOString();
  const { signal } = new AbortController();
  const receipt = await connectErnSftp(inputs).send({ ...message, created_at }, { document: "<message/>", signal });
  if (receipt.has_more) throw new Error("The message was not handed over in one call.");
}

async function putFiles({ settings, secrets }: Address, paths: readonly string[]): Promise<void> {
  const { host, port, username } = settings;
  const client = new SftpClient();
  await client.connect({ host, port, username, ...secrets });
  const place = `/floor-${turns++}`;
  await client.mkdir(place);
  for (const [index, path] of paths.entries()) await client.fastPut(path, `${place}/${index}.bin`);
  await client.end();
}
