// A worker and nothing else, as a process of its own: it is killed and paused.

import { deliveryJobs } from "../../src/deliveries/jobs.ts";
import { createAnnouncer } from "../../src/platform/announce.ts";
import { type Context, systemClock } from "../../src/platform/context.ts";
import { openDatabase } from "../../src/platform/db.ts";
import { createLog } from "../../src/platform/logging.ts";
import { startWorker } from "../../src/platform/worker.ts";
import { noBlobs, noOutbound } from "../no-edges.ts";
import { effectHandlers, type WorkerSettings } from "./effect-jobs.ts";
import { recordingConnectors } from "./recording-connector.ts";

const { address } = JSON.parse(process.argv[2] ?? "{}") as WorkerSettings;
const database = openDatabase(address);
const announcer = createAnnouncer(database);
const { db, begin } = database;
const ctx: Context = {
  db,
  begin,
  clock: systemClock,
  blobs: noBlobs,
  outbound: noOutbound,
  announce: announcer.announce,
};
const worker = await startWorker({
  ctx,
  handlers: [...effectHandlers, ...deliveryJobs(recordingConnectors(db))],
  schedules: [],
  log: createLog({ level: "warn" }),
  observe: () => undefined,
});
await announcer.connect(worker.wake);

process.on("SIGTERM", () => {
  void worker
    .stop()
    .then(database.close)
    .then(() => process.exit(0));
});
process.stdout.write("ready\n");
