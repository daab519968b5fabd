import { type Route, route } from "../../platform/http/route.ts";
import { createFormat, deleteFormat, getFormat, updateFormat } from "./actions.ts";
import { ReportFormat } from "./format.ts";
import { FormatChanges, NewFormat } from "./format-changes.ts";
import { listFormats } from "./queries.ts";

const tag = "Operator";
const access = "operator";

export const formatRoutes: Route[] = [
  route({
    method: "GET",
    path: "/v1/operator/report-formats",
    operation: "listReportFormats",
    tag,
    summary: "List report formats",
    description: "How the files of senders are read: those that come with the service, and your own.",
    access,
    success: { status: 200, schema: ReportFormat, list: true },
    handle: (ctx, { page }) => listFormats(ctx.db, page),
  }),
  route({
    method: "POST",
    path: "/v1/operator/report-formats",
    operation: "createReportFormat",
    tag,
    summary: "Add a report format",
    description: "`based_on` names another format, whose fields are taken where you send none.",
    access,
    body: NewFormat,
    success: { status: 201, schema: ReportFormat },
    errors: ["invalid_state", "territory_not_supported"],
    handle: (ctx, { body }) => createFormat(ctx, body),
  }),
  route({
    method: "GET",
    path: "/v1/operator/report-formats/{format_id}",
    operation: "getReportFormat",
    tag,
    summary: "See a report format",
    access,
    success: { status: 200, schema: ReportFormat },
    handle: (ctx, { params }) => getFormat(ctx, params.format_id),
  }),
  route({
    method: "PATCH",
    path: "/v1/operator/report-formats/{format_id}",
    operation: "updateReportFormat",
    tag,
    summary: "Change a report format",
    description:
      "Each field that you send replaces the whole old value. The change holds for later files. A format that comes with the " +
      "service cannot be changed.",
    access,
    body: FormatChanges,
    success: { status: 200, schema: ReportFormat },
    errors: ["invalid_state", "territory_not_supported"],
    handle: (ctx, { params, body }) => updateFormat(ctx, params.format_id, body),
  }),
  route({
    method: "DELETE",
    path: "/v1/operator/report-formats/{format_id}",
    operation: "deleteReportFormat",
    tag,
    summary: "Remove a report format that no report was read by",
    access,
    success: { status: 204 },
    errors: ["invalid_state"],
    handle: (ctx, { params }) => deleteFormat(ctx, params.format_id),
  }),
];
