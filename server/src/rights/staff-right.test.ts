// Every operation of the operator × every role of staff. The expectation is by paths, as the contract has it in words; the
// table in staff-right.ts is by names of operations.

import { expect, test } from "vitest";
import { describedRoutes } from "../routes.ts";
import { staffRoles } from "./role.ts";
import { mayAsStaff, staffRights } from "./staff-right.ts";

const operators = describedRoutes().filter(({ access }) => access === "operator");

/** Organizations, catalog, submissions, deliveries, stores, messages, acknowledgements; and the page that names what waits. */
const readByReviewers = [
  /^\/overview$/,
  /^\/organizations(\/\{org_id\})?$/,
  /^\/catalog$/,
  /^\/submissions(\/\{submission_id\})?$/,
  /^\/deliveries$/,
  /^\/stores(\/\{store_id\})?$/,
  /^\/store-presets$/,
  /^\/stores\/\{store_id\}\/messages/,
];

const changes: Record<"reviewer" | "finance" | "support", RegExp[]> = {
  reviewer: [
    /^POST \/submissions\/\{submission_id\}\/(approve|reject)$/,
    /^POST \/deliveries\/\{delivery_id\}\/stores\/\{store_id\}\/report$/,
    /^POST \/stores\/\{store_id\}\/messages\/\{message_id\}\/resend$/,
    /^POST \/stores\/\{store_id\}\/test$/,
  ],
  finance: [
    /^(POST|PATCH|DELETE) \/report-formats(\/\{format_id\})?(\/try)?$/,
    /^(POST|PATCH|DELETE) \/sales-reports(\/\{report_id\}(\/(assign|reverse))?)?$/,
    /^(POST|DELETE) \/exchange-rates/,
    /^POST \/periods\/\{period\}\/close$/,
    /^POST \/organizations\/\{org_id\}\/(adjustments|conversions)$/,
    /^POST \/payouts\/\{payout_id\}\/(hold|release|process|pay|fail)$/,
    /^POST \/payouts\/(process|pay)$/,
  ],
  support: [
    /^POST \/(jobs|mails)\/\{\w+\}\/retry$/,
    /^POST \/stores\/\{store_id\}\/messages\/\{message_id\}\/resend$/,
    /^POST \/organizations\/\{org_id\}\/view$/,
  ],
};

const cases = operators.flatMap(({ operation, method, path }) =>
  staffRoles.map((role) => ({ operation, method, path: path.replace("/v1/operator", ""), role })),
);

test.each(cases)("$role: $method $path", ({ operation, method, path, role }) => {
  const isExpected = () => {
    if (role === "admin") return true;
    if (method !== "GET") return changes[role].some((pattern) => pattern.test(`${method} ${path}`));
    if (path === "/payouts/export") return role === "finance";
    return role !== "reviewer" || readByReviewers.some((pattern) => pattern.test(path));
  };
  expect(mayAsStaff(role, { operation, method })).toBe(isExpected());
});

test("a HEAD is a read, and an unknown operation is for admin alone", () => {
  expect(mayAsStaff("support", { operation: "listJobs", method: "HEAD" })).toBe(true);
  expect(mayAsStaff("reviewer", { operation: "listJobs", method: "HEAD" })).toBe(false);
  expect(staffRoles.filter((role) => mayAsStaff(role, { operation: "later", method: "POST" }))).toEqual(["admin"]);
});

test("no role but admin changes organizations, keys, clients, stores, credentials, staff, people or the changelog", () => {
  const forAdmin = operators.filter(({ operation, method }) => {
    const isOther = Object.values(staffRights).every(({ writes }) => !writes.includes(operation));
    return method !== "GET" && isOther;
  });
  expect(forAdmin.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining([
      "createOrganization",
      "updateOrganization",
      "createApiKey",
      "revokeApiKey",
      "createOAuthClient",
      "revokeOAuthClient",
      "createStore",
      "updateStore",
      "deleteStore",
      "createStoreCredential",
      "revokeStoreCredential",
      "addStaff",
      "updateStaff",
      "removeStaff",
      "resendStaffInvitation",
      "inviteOrganizationMember",
      "updateOrganizationMember",
      "removeOrganizationMember",
      "resendOrganizationInvitation",
      "updatePerson",
      "erasePerson",
      "publishChangelogEntry",
    ]),
  );
});
