// Stores that lie, in the sandbox: a bucket and an SFTP server. While the campaign goes on, the service reads their answers, sends
// them releases, and the operator tests the connection to them. Each time they lies another lie.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hostileAcknowledgements } from "../hostile-xml.ts";
import { bucketLies, startLyingBucket } from "../lying-bucket.ts";
import { sftpLies, startSftpServer } from "../sftp-server.ts";
import { type Caller, callerAt } from "../world.ts";
import { succeed } from "./actors.ts";
import { inMib, type Report } from "./report.ts";
import type { WatchedService } from "./watched-service.ts";

/** A lie lasts for at least this long, so that readings meet it too. */
const LIE_MS = 500;
const PREFIX = "store_lying_";

export const isLyingStore = (store_id: string) => store_id.startsWith(PREFIX);

export type LyingStores = {
  /** Lies until the campaign is over. */
  run(report: Report, isOver: () => boolean): Promise<void>;
  summary(): string;
  /** A test of a connection that is under way ends as well. */
  stop(): Promise<void>;
};

export async function startLyingStores(service: WatchedService): Promise<LyingStores> {
  const [bucket, server] = [await startLyingBucket(), await startSftpServer()];
  const operator = callerAt(service.urls.sandbox, service.operator_key);
  await createStore(operator, "s3", { kind: "ern_s3", ...bucket.settings, ...bucket.secrets });
  await createStore(operator, "sftp", { kind: "ern_sftp", ...server.settings, ...server.secrets });
  // The first call to each kind loads its client, in one stretch.
  service.held.splice(0);
  const counts = { s3: 0, sftp: 0 };
  const lies = {
    s3(number: number) {
      bucket.lie = bucketLies[number % bucketLies.length] ?? bucket.lie;
    },
    sftp(number: number) {
      layAcknowledgement(server.folder, number);
      // Every third time it tells the truth, so that its files are read and releases arrive.
      const lie = sftpLies[number % sftpLies.length];
      server.manners = number % 3 === 0 ? {} : { lie, is_silent: number % 7 === 0 };
    },
  };
  const lieTo = async (name: keyof typeof lies, report: Report, isOver: () => boolean) => {
    while (!isOver()) {
      lies[name](counts[name]++);
      const test = operator.call(`POST /v1/operator/stores/${PREFIX}${name}/test`);
      const [{ status, text }] = await Promise.all([test, sleep(LIE_MS)]);
      if (status !== 200) report.fault(`the test of a lying store, ${name}`, `${status} ${text.slice(0, 600)}`);
    }
  };
  return {
    async run(report, isOver) {
      await Promise.all([lieTo("s3", report, isOver), lieTo("sftp", report, isOver)]);
    },
    summary() {
      const sent = `${inMib(bucket.sent_bytes)} sent by S3, ${server.calls} connections by SFTP`;
      return `stores that lie: ${counts.s3} lies by S3, ${counts.sftp} by SFTP; ${sent}, ${server.most_at_once} at once at most`;
    },
    async stop() {
      await Promise.all([bucket.stop(), server.stop()]);
    },
  };
}

async function createStore(operator: Caller, name: string, connector: object): Promise<void> {
  const store_id = `${PREFIX}${name}`;
  const recipients = [{ party_id: "PADPIDA2009101501Y", party_name: "A liar" }];
  await succeed(operator, "POST /v1/operator/stores", {
    ...{ store_id, name: `Lying ${name}`, territories: ["WORLD"], requirements: "none" },
    connector: { ...connector, recipients, ask_every_s: 1 },
  });
  await succeed(operator, `POST /v1/operator/stores/${store_id}/test`);
}

function layAcknowledgement(folder: string, number: number): void {
  const documents = Object.values(hostileAcknowledgements);
  mkdirSync(join(folder, "acknowledgements"), { recursive: true });
  // Some names come back with other bytes.
  writeFileSync(join(folder, "acknowledgements", `${number % 50}.xml`), documents[number % documents.length]?.() ?? "");
}
