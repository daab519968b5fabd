// Where payee statements are read: the organization reads those of all its payees, and a payee its own alone.

import type { List, PayeeLineItem, PayeeStatement } from "@segue/sdk";
import { readFile, segue } from "../../data/api.ts";

export type StatementSource = {
  /** Names its reads among all questions. */
  key: string;
  /** The page of one. */
  linkOf: (id: string) => string;
  get: (id: string) => Promise<PayeeStatement>;
  lineItems: (id: string, page: { limit: number; cursor?: string }) => List<PayeeLineItem>;
  csv: (id: string) => Promise<Response>;
  pdf: (id: string) => Promise<Response>;
};

export const ofOrganization: StatementSource = {
  key: "payeeStatements",
  linkOf: (id) => `/payee-statements/${id}`,
  get: (id) => segue.payeeStatements.get(id),
  lineItems: (id, page) => segue.payeeStatements.lineItems(id, page),
  csv: (id) => segue.payeeStatements.lineItemsCsv(id),
  pdf: (id) => segue.payeeStatements.pdf(id),
};

export const ofPayee: StatementSource = {
  key: "me.payeeStatements",
  linkOf: (id) => `/payee-statements/${id}`,
  get: (id) => segue.me.payeeStatements.get(id),
  lineItems: (id, page) => segue.me.payeeStatements.lineItems(id, page),
  csv: (id) => readFile(`/v1/me/payee-statements/${encodeURIComponent(id)}/line-items`, "text/csv"),
  pdf: (id) => readFile(`/v1/me/payee-statements/${encodeURIComponent(id)}`, "application/pdf"),
};
