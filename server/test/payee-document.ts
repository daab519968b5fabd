// A payee statement as a document, for tests of what it says and of its bytes.

import type { DocumentContract, PayeeStatementDocument } from "../src/royalties/payees/statement-document.ts";

export const contract: DocumentContract = {
  name: "Album agreement",
  version: 1,
  payable_amount: "238.00",
  recouped_amount: "0.00",
  share: "0.5",
  share_amount: "119.00",
};

export const payeeDocument: PayeeStatementDocument = {
  id: "pst_01m7q8ndsjecas4dvtxaa0wkqw",
  organization_name: "Nightjar Records",
  payee_name: "Ana Ruiz",
  period_start: "2026-03-01",
  period_end: "2026-03-31",
  currency: "EUR",
  paid_by: "operator",
  play_count: 100_000,
  line_item_count: 12,
  tracks: [{ title: "Rue Lepic", artist: "Ana Ruiz", play_count: 61_234, amount: "72.87" }],
  contracts: [contract],
  share_amount: "119.00",
  taxable_amount: "119.00",
  tax_rate: "0",
  tax_amount: "0.00",
  net_amount: "119.00",
  balance_before: "40.25",
  created_at: new Date("2026-04-02T23:30:00.123Z"),
};

export function manyContracts(count: number): DocumentContract[] {
  return Array.from({ length: count }, (_, place) => ({ ...contract, name: `Contract ${place + 1}` }));
}
