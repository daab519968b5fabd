// graphile-worker, doing the same rows on the same database: as many hands and connections as the product's worker, its
// local queue, and completions in batches, as its own page on performance recommends. Its task inserts the row by a
// statement of its own, and another statement completes the job later: if the process is killed in between, the row is
// inserted again. The product's row and completion are one transaction.

import { Logger, makeWorkerUtils, run } from "graphile-worker";
import { answerTasks } from "./answer.ts";
import { CONNECTIONS } from "./measure.ts";
import type { PeerTask } from "./queue.ts";

const [socket_dir = "", hands = ""] = process.argv.slice(2);
// It would write a line for each job.
process.env.NO_LOG_SUCCESS = "1";
const logger = new Logger(() => (level, message) => {
  if (level === "error") console.error(message);
});
const connectionString = `postgres://segue@/segue?host=${encodeURIComponent(socket_dir)}`;
let left = 0;
let finish: () => void = () => undefined;

const runner = await run({
  parsedCronItems: [],
  noHandleSignals: true,
  taskList: {
    bench_row: async (payload, { withPgClient }) => {
      const { number } = payload as { number: number };
      const row = { name: "bench_row", text: "insert into bench_rows (number) values ($1)", values: [number] };
      await withPgClient((client) => client.query(row));
    },
    bench_nothing: async () => undefined,
  },
  preset: {
    worker: {
      connectionString,
      concurrentJobs: Number(hands),
      maxPoolSize: CONNECTIONS,
      localQueue: { size: 500 },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
      logger,
    },
  },
});
// It says so when the task has ended, before the completion is sent: the last few are in its favour.
runner.events.on("job:complete", () => {
  left--;
  if (left === 0) finish();
});

const utils = await makeWorkerUtils({ connectionString, logger });
answerTasks(async ({ task, jobs }: PeerTask) => {
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  left = jobs;
  const payloads = Array.from({ length: jobs }, (_, number) => ({ identifier: task, payload: { number } }));
  await utils.addJobs(payloads);
  const began = performance.now();
  await finished;
  return jobs / ((performance.now() - began) / 1000);
});
process.send?.(0);
