// Payee statements, as the organization reads all of them and as a member of the role `payee` reads its own.

import { Type } from "typebox";
import { Currency } from "../../ledger/amount.ts";
import { ownPayees } from "../../payees/own-payees.ts";
import type { Context } from "../../platform/context.ts";
import { mapPage, type Page, type PageAsked } from "../../platform/http/pagination.ts";
import type { OrganizationPrincipal, PersonPrincipal } from "../../platform/http/principal.ts";
import { type Route, route } from "../../platform/http/route.ts";
import { Month } from "../../platform/schema.ts";
import { PayeeLineItem, PayeeStatement, shownPayeeStatement } from "../payee-statement.ts";
import { exportPayeeLineItems, getPayeeStatement, pageOfPayeeLineItems } from "./actions.ts";
import { printPayeeStatement } from "./printing.ts";
import { listPayeeStatements, type PayeesOf, type StatementFilter } from "./queries.ts";

const id = Type.String({ maxLength: 100 });
const filters = { payee_id: id, statement_id: id, period: Month(), currency: Currency };

const asPdf = "With `Accept: application/pdf` the answer is a document on A4.";
const asCsv =
  "With `Accept: text/csv` the answer is one CSV file of all items, with the title, artist, UPC and label that the track had when the " +
  "statement was made.";

const all = ({ organization_id }: OrganizationPrincipal): PayeesOf => ({ organization_id, only_of: null });

function own(principal: PersonPrincipal): PayeesOf {
  const { organization_id, payee_ids } = ownPayees(principal);
  return { organization_id, only_of: payee_ids };
}

async function list(ctx: Context, payees: PayeesOf, asked: StatementFilter & PageAsked): Promise<Page<PayeeStatement>> {
  return mapPage(await listPayeeStatements(ctx.db, payees, asked), shownPayeeStatement);
}

const ofOrganization = { tag: "Payees", access: { scope: "payees:read" } } as const;

export const payeeStatementRoutes: Route[] = [
  route({
    ...ofOrganization,
    method: "GET",
    path: "/v1/payee-statements",
    operation: "listPayeeStatements",
    summary: "List payee statements, newest first",
    description: "The shares of your payees by contracts: one for each payee and statement of yours.",
    query: Type.Object(filters),
    success: { status: 200, schema: PayeeStatement, list: true },
    handle: (ctx, { principal, query, page }) => list(ctx, all(principal), { ...query, ...page }),
  }),
  route({
    ...ofOrganization,
    method: "GET",
    path: "/v1/payee-statements/{payee_statement_id}",
    operation: "getPayeeStatement",
    summary: "Read a payee statement",
    description: asPdf,
    success: { status: 200, schema: PayeeStatement },
    pdf: async (ctx, { principal, params }) =>
      printPayeeStatement(ctx, await getPayeeStatement(ctx, all(principal), params.payee_statement_id)),
    handle: async (ctx, { principal, params }) =>
      shownPayeeStatement(await getPayeeStatement(ctx, all(principal), params.payee_statement_id)),
  }),
  route({
    ...ofOrganization,
    method: "GET",
    path: "/v1/payee-statements/{payee_statement_id}/line-items",
    operation: "listPayeeLineItems",
    summary: "List a payee statement's line items",
    description: `The lines of your statement that the payee's contracts held. ${asCsv}`,
    success: { status: 200, schema: PayeeLineItem, list: true },
    csv: async (ctx, { principal, params }) =>
      exportPayeeLineItems(ctx, await getPayeeStatement(ctx, all(principal), params.payee_statement_id)),
    handle: async (ctx, { principal, params, page }) =>
      pageOfPayeeLineItems(ctx, page, await getPayeeStatement(ctx, all(principal), params.payee_statement_id)),
  }),
];

const ofPerson = { tag: "People", access: "person" } as const;

export const ownPayeeStatementRoutes: Route[] = [
  route({
    ...ofPerson,
    method: "GET",
    path: "/v1/me/payee-statements",
    operation: "listMyPayeeStatements",
    summary: "List the statements of your payees, newest first",
    description: "For a member of the role `payee`, in its dashboard session.",
    query: Type.Object(filters),
    success: { status: 200, schema: PayeeStatement, list: true },
    handle: (ctx, { principal, query, page }) => list(ctx, own(principal), { ...query, ...page }),
  }),
  route({
    ...ofPerson,
    method: "GET",
    path: "/v1/me/payee-statements/{payee_statement_id}",
    operation: "getMyPayeeStatement",
    summary: "Read a statement of one of your payees",
    description: asPdf,
    success: { status: 200, schema: PayeeStatement },
    pdf: async (ctx, { principal, params }) =>
      printPayeeStatement(ctx, await getPayeeStatement(ctx, own(principal), params.payee_statement_id)),
    handle: async (ctx, { principal, params }) =>
      shownPayeeStatement(await getPayeeStatement(ctx, own(principal), params.payee_statement_id)),
  }),
  route({
    ...ofPerson,
    method: "GET",
    path: "/v1/me/payee-statements/{payee_statement_id}/line-items",
    operation: "listMyPayeeLineItems",
    summary: "List the line items of a statement of one of your payees",
    description: asCsv,
    success: { status: 200, schema: PayeeLineItem, list: true },
    csv: async (ctx, { principal, params }) =>
      exportPayeeLineItems(ctx, await getPayeeStatement(ctx, own(principal), params.payee_statement_id)),
    handle: async (ctx, { principal, params, page }) =>
      pageOfPayeeLineItems(ctx, page, await getPayeeStatement(ctx, own(principal), params.payee_statement_id)),
  }),
];
