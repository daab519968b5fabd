// The rights of staff at /v1/operator, by the names of operations. `admin` may do everything that the operator key may. A new
// operation is for `admin` alone until it is named here, but for reading: finance and support read everything, except that support
// does not read where money is sent.

import type { StaffRole } from "./role.ts";

type Rights = { reads: "all" | readonly string[]; except?: readonly string[]; writes: readonly string[] };

export const staffRights: Readonly<Record<Exclude<StaffRole, "admin">, Rights>> = {
  reviewer: {
    reads: [
      "getOperatorOverview",
      "listOrganizations",
      "getOrganization",
      "searchCatalog",
      "listAllSubmissions",
      "getAnySubmission",
      "listAllDeliveries",
      "listOperatorStores",
      "getOperatorStore",
      "listStorePresets",
      "listStoreMessages",
      "readStoreMessage",
      "readStoreMessageFile",
      "readStoreAcknowledgement",
    ],
    writes: ["approveSubmission", "rejectSubmission", "reportStoreAnswer", "resendStoreMessage", "testStore"],
  },
  finance: {
    reads: "all",
    writes: [
      "importSalesReport",
      "deleteSalesReport",
      "assignSalesReport",
      "reverseSalesReport",
      "createReportFormat",
      "updateReportFormat",
      "deleteReportFormat",
      "tryReportFormat",
      "tryDraftFormat",
      "updateSalesReport",
      "setExchangeRate",
      "deleteExchangeRate",
      "importExchangeRates",
      "closePeriod",
      "createAdjustment",
      "createConversion",
      "holdPayout",
      "releasePayout",
      "processPayout",
      "payPayout",
      "failPayout",
      "processPayouts",
      "payPayouts",
    ],
  },
  support: {
    reads: "all",
    except: ["exportPayouts"],
    writes: ["retryJob", "retryMail", "resendStoreMessage", "viewOrganization"],
  },
};

export function mayAsStaff(role: StaffRole, { operation, method }: { operation: string; method: string }): boolean {
  if (role === "admin") return true;
  const { reads, except = [], writes } = staffRights[role];
  if (method !== "GET" && method !== "HEAD") return writes.includes(operation);
  return reads === "all" ? !except.includes(operation) : reads.includes(operation);
}
