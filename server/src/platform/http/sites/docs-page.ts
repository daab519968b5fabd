// The plain reference, at /docs/plain and, until the documentation site is built, at /docs. It loads everything from this
// server: swagger-ui from its package, the description from /v1/openapi.json.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type Answer, type Route, route } from "../route.ts";

const require = createRequire(import.meta.url);

// Inline styles are allowed, because swagger-ui writes style attributes. Everything else must come from this server.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const pageHeaders = {
  "content-security-policy": policy,
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
};
const fileHeaders = { "cache-control": "public, max-age=31536000, immutable" };

const html = "text/html; charset=utf-8";

export function plainReference(): Answer {
  return { status: 200, headers: { ...pageHeaders, "content-type": html }, payload: docsHtml };
}

export function plainRoutes(path: string): Route[] {
  const css = "text/css; charset=utf-8";
  const javascript = "text/javascript; charset=utf-8";
  return [
    served(path, html, pageHeaders, () => docsHtml),
    served(`${files}/page.css`, css, fileHeaders, () => docsStyle),
    served(`${files}/page.js`, javascript, fileHeaders, () => docsScript),
    served(`${files}/swagger-ui.css`, css, fileHeaders, () => packaged("swagger-ui.css")),
    served(`${files}/swagger-ui-bundle.js`, javascript, fileHeaders, () => packaged("swagger-ui-bundle.js")),
  ];
}

function served(
  path: string,
  content_type: string,
  headers: Readonly<Record<string, string>>,
  load: () => string | Promise<Buffer>,
): Route {
  return route({
    access: "public",
    page: true,
    method: "GET",
    path,
    operation: path,
    tag: "Service",
    summary: "The API reference",
    success: { status: 200, content_type, headers },
    handle: load,
  });
}

const loaded = new Map<string, Promise<Buffer>>();

/** Read once, when the reference is first opened. */
function packaged(name: string): Promise<Buffer> {
  const file = loaded.get(name) ?? readFile(require.resolve(`swagger-ui-dist/${name}`));
  loaded.set(name, file);
  return file;
}

const docsScript = `const dark = window.matchMedia("(prefers-color-scheme: dark)");
const paint = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", paint);
paint();
SwaggerUIBundle({
  url: "/v1/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  displayRequestDuration: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
});
`;

// Hides the server list and the links between operations: there is one server, and there are no links.
const docsStyle = `body { margin: 0; }
html.dark-mode body { background: #1c2022; }
:focus-visible { outline: 2px solid #4990e2; outline-offset: 2px; }
.swagger-ui .info { margin: 32px 0 16px; }
.swagger-ui .info .title { letter-spacing: -0.02em; }
.swagger-ui .info .description { max-width: 90ch; line-height: 1.5; }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { color: inherit; font-weight: 500; }
.swagger-ui .scheme-container { margin: 0 0 16px; padding: 0 0 24px; background: none; box-shadow: none; border-bottom: 1px solid #8884; }
.swagger-ui .scheme-container .schemes { justify-content: flex-start; gap: 0; }
.swagger-ui .scheme-container .auth-wrapper .authorize { margin: 0; }
.swagger-ui .servers-title, .swagger-ui .servers, .swagger-ui .response-col_links { display: none; }
.swagger-ui .opblock-tag { padding-left: 0; }
.swagger-ui .opblock { box-shadow: none; margin-bottom: 8px; }
@media (max-width: 640px) {
  .swagger-ui .opblock-tag { display: block; position: relative; padding-right: 40px; }
  .swagger-ui .opblock-tag .expand-operation { position: absolute; top: 8px; right: 0; }
  .swagger-ui .opblock-tag small { display: block; padding: 4px 0 0; }
  .swagger-ui .opblock .opblock-section-header { flex-wrap: wrap; height: auto; gap: 8px; }
  .swagger-ui table.parameters, .swagger-ui table.parameters > *, .swagger-ui .parameters tr, .swagger-ui .parameters td { display: block; }
  .swagger-ui .responses-table .response > td:not(.response-col_links) { display: block; padding-bottom: 0; }
  .swagger-ui .response-col_status { font-weight: 700; }
  .swagger-ui .responses-header { display: none; }
  .swagger-ui .parameters thead { display: none; }
  .swagger-ui .parameters-col_description input { max-width: 100%; }
}
`;

// A new version of any of them has a new address, so that browsers keep the old one for good and never show it again.
const { version } = require("swagger-ui-dist/package.json") as { version: string };
const fingerprint = createHash("sha256").update(`${version}\n${docsScript}\n${docsStyle}`).digest("hex").slice(0, 12);
const files = `/docs/${fingerprint}`;

const docsHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Segue API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${files}/swagger-ui.css">
<link rel="stylesheet" href="${files}/page.css">
</head>
<body>
<main id="reference" aria-label="API reference"></main>
<noscript>The reference needs JavaScript. The same text as data: <a href="/v1/openapi.json">/v1/openapi.json</a></noscript>
<script src="${files}/swagger-ui-bundle.js"></script>
<script src="${files}/page.js"></script>
</body>
</html>
`;
