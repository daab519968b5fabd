import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

export type Metrics = {
  observeRequest(labels: { method: string; route: string; status: number }, seconds: number): void;
  text(): Promise<string>;
};

export const METRICS_CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export function createMetrics(environment: string): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels({ environment });
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "segue_http_requests_total",
    help: "Requests answered, by method, route and status.",
    labelNames: ["method", "route", "status"],
    registers: [registry],
  });
  const durations = new Histogram({
    name: "segue_http_request_duration_seconds",
    help: "Time from a request's arrival to its answer.",
    labelNames: ["method", "route"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    observeRequest({ method, route, status }, seconds) {
      requests.inc({ method, route, status });
      durations.observe({ method, route }, seconds);
    },
    text: () => registry.metrics(),
  };
}
