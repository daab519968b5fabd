// Background work for the operator: waiting, running and parked jobs, and retries of parked ones.

import { Type } from "typebox";
import type { Transaction } from "../../context.ts";
import type { Db } from "../../database/db.ts";
import { ApiError, notFound } from "../../errors.ts";
import type { JobHandler } from "../../jobs/handler.ts";
import { type JobStatus, jobStatuses } from "../../jobs/job.ts";
import { unparkJob } from "../../jobs/parking.ts";
import { Id, Nullable, OneOf, Timestamp } from "../../schema.ts";
import { type Page, type PageAsked, selectPage } from "../pagination.ts";
import { type Route, route } from "../route.ts";

const JobRow = Type.Object(
  {
    id: Id("job"),
    name: Type.String({ examples: ["sweep_idempotency_keys"] }),
    status: OneOf(jobStatuses),
    key: Type.String({
      description: "Jobs with the same key run one after another. Empty: it waits for no other job.",
    }),
    payload: Type.Unknown({ examples: [null] }),
    attempts: Type.Integer({ description: "Tries started so far." }),
    deaths: Type.Integer({ description: "How many workers died while running it." }),
    last_error: Nullable(Type.String()),
    run_at: Timestamp,
    created_at: Timestamp,
  },
  { title: "Job" },
);
type JobRow = { id: string; created_at: string; status: JobStatus };

export const jobRoutes = (handlers: readonly JobHandler[]): Route[] => [
  route({
    method: "GET",
    path: "/v1/operator/jobs",
    operation: "listJobs",
    tag: "Operator",
    summary: "List background jobs that are not done",
    access: "operator",
    query: Type.Object({ status: OneOf(jobStatuses) }),
    success: { status: 200, schema: JobRow, list: true },
    handle: (ctx, { query, page }) => listJobs(ctx.db, { ...query, ...page }),
  }),
  route({
    method: "POST",
    path: "/v1/operator/jobs/{job_id}/retry",
    operation: "retryJob",
    tag: "Operator",
    summary: "Try a parked job again",
    description: "Undoes what parking caused, such as an asset's status `failed`, if that is still in force.",
    access: "operator",
    success: { status: 200, schema: JobRow },
    errors: ["invalid_state"],
    handle: (ctx, { params }) => retryJob(ctx, handlers, params.job_id),
  }),
];

const columns = (db: Db) => db`id, name, status, key, payload, attempts, deaths, last_error, run_at, created_at`;

async function listJobs(db: Db, filter: PageAsked & { status?: string }): Promise<Page<JobRow>> {
  const { status } = filter;
  return selectPage(db, filter, {
    from: db`jobs`,
    where: status ? db`status = ${status}` : db`true`,
    rows: db`select ${columns(db)} from jobs`,
    order: { id: "id" },
  });
}

async function retryJob(ctx: Transaction, handlers: readonly JobHandler[], id: string): Promise<JobRow> {
  const isRetried = await unparkJob(ctx, handlers, id);
  const [job] = await ctx.db<JobRow[]>`select ${columns(ctx.db)} from jobs where id = ${id}`;
  if (!job) throw notFound("job");
  if (isRetried) return job;
  throw new ApiError("invalid_state", `Only a parked job can be tried again; this one is ${job.status}.`);
}
