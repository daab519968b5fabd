// A worker and nothing else, as a process of its own: it is killed and paused.

import { queueAcknowledgementReadings } from "../../src/deliveries/job-definitions.ts";
import { deliveryJobs } from "../../src/deliveries/jobs.ts";
import { mailJobs } from "../../src/mail/jobs.ts";
import { openTransport } from "../../src/mail/transport.ts";
import { gatherNotices } from "../../src/notices/job-definitions.ts";
import { noticeJobs } from "../../src/notices/jobs.ts";
import { type Context, systemChance } from "../../src/platform/context.ts";
import { openDatabase } from "../../src/platform/database/db.ts";
import { createAnnouncer } from "../../src/platform/jobs/announce.ts";
import type { JobHandler } from "../../src/platform/jobs/handler.ts";
import { startWorker } from "../../src/platform/jobs/worker.ts";
import { createLog } from "../../src/platform/logging.ts";
import { createOutbound, parseAllowedBlocks } from "../../src/platform/outbound/outbound.ts";
import { createSeal } from "../../src/platform/seal.ts";
import { openBlobs } from "../../src/platform/storage/storage.ts";
import type { ConnectorParts } from "../../src/stores/actions.ts";
import { webhookJobs } from "../../src/webhooks/jobs.ts";
import { noBlobs, noChildHands, noOutbound, systemClock } from "../no-edges.ts";
import { effectHandlers, type WorkerSettings } from "./effect-jobs.ts";
import { mortalOutbound } from "./mortal-outbound.ts";
import { hastyConnectors, recordingConnectors } from "./recording-connector.ts";

const { address, webhooks, ern, mail } = JSON.parse(process.argv[2] ?? "{}") as WorkerSettings;
const database = openDatabase(address);
const announcer = createAnnouncer(database);
const { db, begin, beginAlone } = database;
const outbound = createOutbound({ allow: parseAllowedBlocks("127.0.0.0/8") });
const ctx: Context = {
  db,
  begin,
  beginAlone,
  clock: systemClock,
  blobs: ern ? await openBlobs(ern.storage, ern.environment) : noBlobs,
  outbound: webhooks ? mortalOutbound(outbound, webhooks.death) : noOutbound,
  child_process_limit: noChildHands,
  is_live: true,
  chance: systemChance,
  announce: announcer.announce,
};
const stores: ConnectorParts = {
  connectors: ern ? hastyConnectors : recordingConnectors(db),
  // Recording stores have no secrets.
  vault: createSeal(ern ? Buffer.from(ern.vault_key, "base64") : Buffer.alloc(32)),
  ern: { sender: { party_id: "PADPIDA2013042401U", party_name: "Segue" }, control_type: "TestMessage" },
};
const log = createLog({ level: "warn" });
const worker = await startWorker({
  ctx,
  handlers: [...effectHandlers, ...deliveryJobs({ ...stores, log }), ...sendingJobs(), ...mailingJobs()],
  schedules: [
    ...(ern ? [{ definition: queueAcknowledgementReadings, every_s: 1 }] : []),
    ...(mail ? [{ definition: gatherNotices, every_s: 1 }] : []),
  ],
  log,
  observe: () => undefined,
});
await announcer.connect(worker);

process.on("SIGTERM", () => {
  void worker
    .stop()
    .then(database.close)
    .then(outbound.close)
    .then(() => process.exit(0));
});
process.stdout.write("ready\n");

function mailingJobs(): JobHandler[] {
  if (!mail) return [];
  const vault = createSeal(Buffer.from(mail.vault_key, "base64"), Number.POSITIVE_INFINITY);
  const from = { name: "Segue", address: "segue@example.com" };
  const links = { public_url: "https://segue.example.com" };
  const parts = { vault, from, links, transport: openTransport(mail.way) };
  return [...mailJobs(parts), ...noticeJobs(parts)];
}

function sendingJobs(): JobHandler[] {
  if (!webhooks) return [];
  const vault = createSeal(Buffer.from(webhooks.vault_key, "base64"));
  return webhookJobs({ vault, retry_s: webhooks.retry_s });
}
