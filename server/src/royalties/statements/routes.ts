import { Type } from "typebox";
import { Currency } from "../../ledger/amount.ts";
import type { Context } from "../../platform/context.ts";
import type { Deprecation } from "../../platform/http/deprecation.ts";
import { mapPage } from "../../platform/http/pagination.ts";
import type { OrganizationPrincipal } from "../../platform/http/principal.ts";
import { type Route, route } from "../../platform/http/route.ts";
import { Month, OneOf } from "../../platform/schema.ts";
import { shownAmount } from "../../standards/currency.ts";
import { closePeriod, closeWarnings } from "../closing/close.ts";
import { makeSandboxStatements, NewSandboxStatement } from "../closing/sandbox-statement.ts";
import { Royalty } from "../royalty.ts";
import {
  Earnings,
  groupings,
  LineItem,
  OperatorStatement,
  Statement,
  shownOperatorStatement,
  shownStatement,
} from "../statement.ts";
import { sumEarnings } from "./earnings-queries.ts";
import { listAnyStatements, listStatements } from "./queries.ts";
import {
  countedPageIssues,
  exportLineItems,
  getAnyStatement,
  getStatement,
  listLineItems,
  listRoyalties,
} from "./statements.ts";

const tag = "Royalties";
const access = { scope: "royalties:read" } as const;
const id = Type.String({ maxLength: 100 });

const countedPages: Deprecation = {
  feature: "Paging royalties by `page` and `per_page`",
  announced: "2024-06-01",
  sunset: "2027-12-31",
  instead: "use `limit` and `cursor`",
};

export const royaltyRoutes: Route[] = [
  route({
    method: "GET",
    path: "/v1/royalties",
    operation: "listRoyalties",
    tag,
    summary: "List royalties, newest first",
    description: "Earnings of each release at each store: one entry for each statement, release and store.",
    access,
    query: Type.Object(
      {
        statement_id: id,
        release_id: id,
        store_id: id,
        period: Month(),
        page: Type.Integer({
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: `From 1. Use \`cursor\` instead: this ends on ${countedPages.sunset}.`,
        }),
        per_page: Type.Integer({
          minimum: 1,
          maximum: 100,
          description: `Use \`limit\` instead: this ends on ${countedPages.sunset}.`,
        }),
      },
      { rule: countedPageIssues },
    ),
    success: { status: 200, schema: Royalty, list: true },
    deprecated_fields: { page: countedPages, per_page: countedPages },
    handle: (ctx, { principal, query, page }) => listRoyalties(ctx, principal.organization_id, query, page),
  }),
  route({
    method: "GET",
    path: "/v1/statements",
    operation: "listStatements",
    tag,
    summary: "List statements, newest first",
    access,
    query: Type.Object({ period: Month(), currency: Currency }),
    success: { status: 200, schema: Statement, list: true },
    handle: async (ctx, { principal: { organization_id }, query, page }) =>
      mapPage(await listStatements(ctx.db, { organization_id, ...query, ...page }), shownStatement),
  }),
  route({
    method: "GET",
    path: "/v1/statements/{statement_id}",
    operation: "getStatement",
    tag,
    summary: "Read a statement",
    access,
    success: { status: 200, schema: Statement },
    handle: async (ctx, input) => shownStatement(await getStatement(ctx, ownedStatement(input))),
  }),
  route({
    method: "GET",
    path: "/v1/statements/{statement_id}/line-items",
    operation: "listLineItems",
    tag,
    summary: "List a statement's line items",
    description:
      "With `Accept: text/csv` the answer is one CSV file of all items, with the title, artist, UPC and label that the track had when the statement was made.",
    access,
    success: { status: 200, schema: LineItem, list: true },
    csv: async (ctx, input) => exportLineItems(ctx, await getStatement(ctx, ownedStatement(input))),
    handle: async (ctx, input) => listLineItems(ctx, input.page, await getStatement(ctx, ownedStatement(input))),
  }),
  route({
    method: "GET",
    path: "/v1/earnings",
    operation: "listEarnings",
    tag,
    summary: "Sum up what you earned",
    description:
      "Gross, by month of use. The largest come first; months are in order. Beyond 1,000 rows, the last row sums up the rest, with `key` null.",
    access,
    query: Type.Object({
      group_by: OneOf(groupings, { default: "month" }),
      currency: Currency,
      from: Month({ description: "The first month." }),
      to: Month({ description: "The last month." }),
    }),
    success: { status: 200, schema: Earnings },
    handle: (ctx, { principal, query }) => listEarnings(ctx, principal.organization_id, query),
  }),
];

type StatementInput = { principal: OrganizationPrincipal; params: { statement_id: string } };

const ownedStatement = ({ principal, params }: StatementInput) => ({
  organization_id: principal.organization_id,
  id: params.statement_id,
});

const MAX_EARNINGS = 1_000;

type EarningsQuery = { group_by?: (typeof groupings)[number]; currency?: string; from?: string; to?: string };

async function listEarnings(ctx: Context, organization_id: string, { group_by = "month", ...query }: EarningsQuery) {
  const rows = await sumEarnings(ctx.db, { organization_id, group_by, ...query }, MAX_EARNINGS);
  return { data: rows.map((row) => ({ ...row, earnings: shownAmount(row.earnings, row.currency) })) };
}

const PeriodClose = Type.Object(
  {
    data: Type.Array(OperatorStatement),
    period: Month(),
    has_more: Type.Boolean(),
    warnings: Type.Array(Type.String(), {
      description: "Earlier months that have reports and were never closed: their rows are on no statement.",
      examples: [["2025-12 has reports and was never closed: their rows are on no statement."]],
    }),
  },
  { title: "PeriodClose" },
);

const SHOWN_AT_CLOSE = 100;

export const operatorRoyaltyRoutes: Route[] = [
  route({
    method: "POST",
    path: "/v1/operator/periods/{period}/close",
    operation: "closePeriod",
    tag: "Operator",
    summary: "Close a period: write its statements",
    description:
      "Closing a period again answers with the same statements. If an exchange rate is missing, the answer is 409 with all that are, and " +
      "nothing has happened. The answer comes when all are written, and shows the first 100. After a 503 " +
      "the close goes on: send the request again to wait for it.",
    access: "operator",
    success: { status: 200, schema: PeriodClose },
    errors: ["invalid_state"],
    outlives_request: true,
    prepare: (ctx, { params }) => closePeriod(ctx, params.period),
    handle: async (ctx, { params: { period }, page }) => {
      const asked = { ...page, limit: SHOWN_AT_CLOSE, of_organization: null, period, is_sandbox: false };
      const { rows, has_more } = await listAnyStatements(ctx.db, asked);
      return { data: rows.map(shownOperatorStatement), period, has_more, warnings: await closeWarnings(ctx, period) };
    },
  }),
  route({
    method: "GET",
    path: "/v1/operator/statements",
    operation: "listAllStatements",
    tag: "Operator",
    summary: "List the statements of all organizations",
    access: "operator",
    query: Type.Object({ organization_id: id, period: Month() }),
    success: { status: 200, schema: OperatorStatement, list: true },
    handle: async (ctx, { query: { organization_id, ...query }, page }) => {
      const asked = { ...page, ...query, of_organization: organization_id ?? null };
      return mapPage(await listAnyStatements(ctx.db, asked), shownOperatorStatement);
    },
  }),
  route({
    method: "GET",
    path: "/v1/operator/statements/{statement_id}",
    operation: "getAnyStatement",
    tag: "Operator",
    summary: "Read a statement of any organization",
    access: "operator",
    success: { status: 200, schema: OperatorStatement },
    handle: async (ctx, { params }) => shownOperatorStatement(await getAnyStatement(ctx, params.statement_id)),
  }),
  route({
    method: "GET",
    path: "/v1/operator/statements/{statement_id}/line-items",
    operation: "listAnyLineItems",
    tag: "Operator",
    summary: "List the line items of any statement",
    description:
      "As the partner sees them. `report_ids` lead to the rows of reports: `GET /v1/operator/sales-reports/{report_id}/rows` with `isrc`, " +
      "`track_id` and `statement_id`.",
    access: "operator",
    success: { status: 200, schema: LineItem, list: true },
    csv: async (ctx, { params }) => exportLineItems(ctx, await getAnyStatement(ctx, params.statement_id)),
    handle: async (ctx, { params, page }) => listLineItems(ctx, page, await getAnyStatement(ctx, params.statement_id)),
  }),
];

export const sandboxStatementRoutes: Route[] = [
  route({
    method: "POST",
    path: "/v1/sandbox/statements",
    operation: "makeSandboxStatements",
    tag: "Sandbox",
    summary: "Make statements of your own tracks",
    description:
      "As if stores had reported these rows and the period had been closed for you alone, with line items, royalties, balance and events. " +
      "Each call writes new statements, one for each currency; or one in your payout currency, by the exchange rates of the period. Here " +
      "tracks of drafts may earn, too.",
    access: { scope: "payouts:write" },
    body: NewSandboxStatement,
    success: { status: 201, schema: Type.Object({ data: Type.Array(Statement) }, { title: "SandboxStatements" }) },
    errors: ["invalid_isrc_format", "invalid_state"],
    handle: (ctx, { principal, body }) => makeSandboxStatements(ctx, principal.organization_id, body),
  }),
];
