import { handler, type JobHandler } from "../platform/job-handler.ts";
import type { ConnectorKinds } from "../stores/connector-kinds.ts";
import { resumeStore } from "../stores/jobs.ts";
import { endStep, performStep } from "./pipeline.ts";
import { resumeWork } from "./resume.ts";
import { workOnStore } from "./store-work.ts";

export function deliveryJobs(connectors: ConnectorKinds): JobHandler[] {
  return [
    handler(workOnStore, {
      prepare: (ctx, { payload }) => performStep(ctx, payload, connectors),
      handle: (ctx, { payload }, outcome) => endStep(ctx, payload, outcome),
    }),
    handler(resumeStore, { handle: (ctx, { payload }) => resumeWork(ctx, payload) }),
  ];
}
