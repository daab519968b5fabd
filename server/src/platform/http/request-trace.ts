// The span of a request: from its operation to its answer. It has the route's pattern, and not the path that the client sent.

import type { Context } from "../context.ts";
import { traceRequest } from "../tracing/tracing.ts";
import type { RawRequest } from "./raw-request.ts";
import type { Answer, Route } from "./route.ts";

type Perform = (raw: RawRequest) => Promise<Answer>;

export function tracedBy(
  { method, path }: Route,
  { is_live }: Context,
): (raw: RawRequest, run: Perform) => Promise<Answer> {
  const attributes = { "http.request.method": method, "http.route": path, "segue.is_live": is_live };
  const work = { name: `${method} ${path}`, kind: "server", attributes } as const;
  const after = ({ status }: Answer) => ({ "http.response.status_code": status });
  return (raw, run) => {
    const { request_id, headers } = raw;
    return traceRequest({ request_id, traceparent: headers.traceparent }, work, () => run(raw), after);
  };
}
