// Pages and health checks: everything served besides the API.

import type { ServiceClock } from "../clock.ts";
import { ApiError } from "../errors.ts";
import type { OpenLimiters } from "../limits/limiters.ts";
import { diskFault } from "../storage/disk-room.ts";
import { measureDisks, type Storage } from "../storage/storage.ts";
import { METRICS_CONTENT_TYPE, type Metrics } from "./observing/metrics.ts";
import { type Route, route } from "./route.ts";
import { dashboardRoutes } from "./sites/dashboard-site.ts";
import { docsRoutes } from "./sites/docs-site.ts";
import type { SiteName, SiteParts } from "./sites/site-routes.ts";

const page = { access: "public", page: true, method: "GET", tag: "Service" } as const;

export type PageParts = {
  /** The name of the environment. */
  name: string;
  sites: Readonly<Record<SiteName, SiteParts>>;
  metrics: Metrics;
  limits: Pick<OpenLimiters, "standing">;
  /** The service's own clock, even if a test uses another. */
  time: Pick<ServiceClock, "fault">;
  storage: Storage;
};

type HealthParts = Pick<PageParts, "metrics" | "limits" | "time" | "storage">;

export const healthRoutes = ({ metrics, limits, time, storage }: HealthParts): Route[] => [
  route({
    ...page,
    path: "/healthz",
    operation: "getHealth",
    summary: "The process is up",
    success: { status: 200, content_type: "application/json; charset=utf-8" },
    handle: () => JSON.stringify({ status: "ok" }),
  }),
  route({
    ...page,
    path: "/readyz",
    operation: "getReadiness",
    summary:
      "The database is migrated, can be written to and has room, and this machine's clock agrees with the database's",
    success: { status: 200, content_type: "application/json; charset=utf-8" },
    handle: async (ctx) => {
      // This statement changes nothing, but it is refused where a write would be: on a standby, or in a read-only
      // session.
      await ctx.db`update schema_migrations set name = name where false`;
      const fault = time.fault() ?? diskFault(await measureDisks(storage));
      if (fault !== undefined) throw new ApiError("service_unavailable", fault, [], { "retry-after": "5" });
      return JSON.stringify({ status: "ready", database: "reachable", rate_limits: limits.standing() });
    },
  }),
  route({
    ...page,
    path: "/metrics",
    operation: "getMetrics",
    summary: "Counters for Prometheus",
    access: "operator",
    success: { status: 200, content_type: METRICS_CONTENT_TYPE },
    handle: () => metrics.text(),
  }),
];

export const pageRoutes = (parts: PageParts): Route[] => [
  ...healthRoutes(parts),
  route({
    ...page,
    path: "/",
    operation: "getFrontPage",
    summary: "Redirect a browser to the documentation",
    success: { status: 302, content_type: "text/plain; charset=utf-8", headers: { location: "/docs" } },
    handle: () => "The documentation is at /docs.\n",
  }),
  ...docsRoutes(parts.name, parts.sites.docs),
  ...dashboardRoutes(parts.sites.dashboard),
];
