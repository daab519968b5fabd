// The records of an answer: a log line, the metrics, and the organization's own request log.

import type { Log, LogFields } from "../../logging.ts";
import type { Principal } from "../principal.ts";
import type { Metrics } from "./metrics.ts";
import type { RequestLog } from "./request-log.ts";

export type Answered = {
  request_id: string;
  method: string;
  /** The route's pattern. The path that the client sent may hold anything. */
  route: string;
  /** As the client sent it. */
  url: string;
  error_code: string | undefined;
  status: number;
  elapsed_ms: number;
  principal: Principal | undefined;
  address: string;
  /** Pages and health checks are measured, and not logged. */
  isApiPath: boolean;
};

type Records = { log: Log; metrics: Metrics; request_log?: RequestLog | undefined };

export function noteAnswer({ log, metrics, request_log }: Records, answered: Answered): void {
  const { request_id, method, route, status, elapsed_ms, principal, address, isApiPath } = answered;
  metrics.observeRequest({ method, route, status }, elapsed_ms / 1000);
  if (!isApiPath) return;
  if (principal?.kind === "organization") request_log?.note(answered, principal);
  const duration_ms = Math.round(elapsed_ms * 10) / 10;
  const fields: LogFields = { request_id, method, route, status, duration_ms, address };
  if (principal) fields.actor = principal.actor;
  if (principal?.kind === "organization") fields.organization_id = principal.organization_id;
  if (principal?.kind === "store") fields.store_id = principal.store_id;
  log.info(fields, "answered");
}
