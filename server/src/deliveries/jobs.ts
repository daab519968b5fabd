import { handler, type JobHandler } from "../platform/jobs/handler.ts";
import type { JobDefinition } from "../platform/jobs/queue.ts";
import { type ConnectorParts, pauseStore } from "../stores/actions.ts";
import { resumeStore } from "../stores/job-definitions.ts";
import {
  callStore,
  queueAcknowledgementReadings,
  readAcknowledgements,
  resendMessage,
  type StoreWork,
  sweepMessages,
  workOnStore,
} from "./job-definitions.ts";
import { endSteps, type StoreLog } from "./pipeline/end-steps.ts";
import { setAsideWork, takeUpWork } from "./pipeline/parked-work.ts";
import { type PerformStep, stepPerformers } from "./pipeline/pipeline.ts";
import { assertResumed, resumeWork } from "./pipeline/resume.ts";
import { endReading, performReading, queueReadings } from "./received/acknowledgements.ts";
import { endResend, performResend } from "./received/resend.ts";
import { removeOldAcknowledgements, removeOldMessages } from "./sent/message-sweep.ts";

export function deliveryJobs(parts: ConnectorParts & { log: StoreLog }): JobHandler[] {
  const { perform, call } = stepPerformers(parts);
  return [
    storeHandler(workOnStore, perform, parts.log),
    storeHandler(callStore, call, parts.log),
    handler(resendMessage, {
      prepare: (ctx, { payload }) => performResend(ctx, payload, parts),
      handle: (ctx, { payload }, outcome) => endResend(ctx, payload, outcome),
      parked: "The message went out before, and the delivery's status does not wait for its repetition.",
    }),
    handler(queueAcknowledgementReadings, {
      handle: (ctx) => queueReadings(ctx, parts),
      parked: "The next turn of the schedule queues the same readings.",
    }),
    handler(readAcknowledgements, {
      prepare: (ctx, { payload }) => performReading(ctx, payload, parts),
      handle: (ctx, { payload }, outcome) => endReading(ctx, payload, outcome),
      parked: "The store's folder is read again when its turn comes.",
    }),
    handler(sweepMessages, {
      prepare: async (ctx) => {
        await removeOldMessages(ctx);
        await removeOldAcknowledgements(ctx);
      },
      handle: async () => undefined,
      parked: "The next daily sweep does the work instead.",
    }),
    handler(resumeStore, {
      handle: (ctx, { payload }) => resumeWork(ctx, payload),
      is_long: true,
      // The work of the store could not be queued, so the store is paused again.
      parked: (ctx, { payload }) => pauseStore(ctx, payload.store_id),
      retried: (ctx, { payload }) => assertResumed(ctx, payload.store_id),
    }),
  ];
}

function storeHandler(definition: JobDefinition<StoreWork>, performStep: PerformStep, log: StoreLog): JobHandler {
  return handler(definition, {
    prepare: (ctx, { payload }) => performStep(ctx, payload),
    batch_of: ({ delivery_id }) => delivery_id,
    handleAll: (ctx, prepared) =>
      endSteps(
        ctx,
        prepared.map(({ job, outcome }) => ({ work: job.payload, outcome })),
        log,
      ),
    parked: (ctx, { id, payload }) => setAsideWork(ctx, payload, id),
    retried: (ctx, { payload }) => takeUpWork(ctx, payload),
  });
}
