// `segue request-log` and `segue audit-log`: the requests of an organization, and the changes that anyone made.

import { choice, text } from "../option.ts";
import { listVerb } from "../row.ts";

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
const sources = ["api", "dashboard"] as const;

export const requestLogCommand = listVerb("request-log", "list your requests of the last 7 days, newest first", {
  options: {
    status: text("--status <status>", "such as 404, 4xx or 5xx"),
    method: choice("--method <method>", "only these", methods),
    path: text("--path <text>", "a part of the path"),
    request_id: text("--request <request_id>", "only this one"),
    source: choice("--source <source>", "by a program, or by the dashboard", sources),
  },
  columns: ["created_at", "method", "path", "status", "error_code", "duration_ms", "source", "request_id"],
  empty: "No requests.",
  examples: ["request-log --status 4xx", "request-log --path /v1/releases --all --json"],
  call: ({ requestLog }, query) => requestLog.list(query),
});

export const auditLogCommand = listVerb(
  "audit-log",
  "list every change that anyone made, newest first, as the operator",
  {
    as: "operator",
    options: { organization_id: text("--org <org_id>", "only in this organization") },
    columns: ["created_at", "actor", "organization_id", "operation", "resource_id", "fields", "request_id"],
    empty: "Nothing was changed yet.",
    examples: ["audit-log", "audit-log --org org_01k8z3v9qxe7p9a4m2c6t5w8rn --all --json"],
    call: ({ operator }, query) => operator.auditLog.list(query),
  },
);
