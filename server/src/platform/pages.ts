// Pages and health checks: everything that is served beside the API.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { METRICS_CONTENT_TYPE, type Metrics } from "./metrics.ts";
import { type Route, route } from "./route.ts";

const page = { access: "public", page: true, method: "GET", tag: "Service" } as const;

export const healthRoutes = (metrics: Metrics): Route[] => [
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
    summary: "The database is reachable and migrated",
    success: { status: 200, content_type: "application/json; charset=utf-8" },
    handle: async (ctx) => {
      await ctx.db`select 1 from schema_migrations limit 1`;
      return JSON.stringify({ status: "ready", database: "reachable" });
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

export const pageRoutes = (metrics: Metrics): Route[] => [
  ...healthRoutes(metrics),
  asset("/docs", "text/html; charset=utf-8", async () => docsHtml),
  asset("/docs/start.js", "text/javascript; charset=utf-8", async () => docsScript),
  asset("/docs/page.css", "text/css; charset=utf-8", async () => docsStyle),
  asset("/docs/swagger-ui.css", "text/css; charset=utf-8", () => packaged("swagger-ui.css")),
  asset("/docs/swagger-ui-bundle.js", "text/javascript; charset=utf-8", () => packaged("swagger-ui-bundle.js")),
];

function asset(path: string, content_type: string, load: () => Promise<string | Buffer>): Route {
  return route({
    ...page,
    path,
    operation: path,
    summary: "The API reference",
    success: { status: 200, content_type },
    handle: load,
  });
}

const loaded = new Map<string, Promise<Buffer>>();

/** Read once, when the reference is first opened. */
function packaged(name: string): Promise<Buffer> {
  const file = loaded.get(name) ?? readFile(createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`));
  loaded.set(name, file);
  return file;
}

const docsHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Segue API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="stylesheet" href="/docs/page.css">
</head>
<body>
<main id="reference" aria-label="API reference"></main>
<noscript>The reference needs JavaScript. The same text as data: <a href="/v1/openapi.json">/v1/openapi.json</a></noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const docsScript = `const dark = window.matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();
SwaggerUIBundle({ url: "/v1/openapi.json", dom_id: "#reference", deepLinking: true, displayRequestDuration: true, validatorUrl: null, defaultModelsExpandDepth: 0, tryItOutEnabled: true });
`;

const docsStyle = `body { margin: 0; }
.swagger-ui .topbar { display: none; }
.swagger-ui .wrapper { padding: 0 16px; }
html.dark-mode, html.dark-mode body { background: #1c2022; }
`;
