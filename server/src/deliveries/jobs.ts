import { type JobHandler, handler } from "../platform/job-handler.ts";
import { resumeStore } from "../stores/jobs.ts";
import { type Connect, endStep, performStep } from "./pipeline.ts";
import { resumeWork } from "./resume.ts";
import { workOnStore } from "./store-work.ts";

/** `connect`: how stores are reached, where a test brings its own. */
export function deliveryHandlers(connect?: Connect): JobHandler[] {
  return [
    handler(workOnStore, {
      prepare: (ctx, { payload }) => performStep(ctx, payload, connect),
      handle: (ctx, { payload }, outcome) => endStep(ctx, payload, outcome),
    }),
    handler(resumeStore, { handle: (ctx, { payload }) => resumeWork(ctx, payload) }),
  ];
}
