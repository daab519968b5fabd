// One payee statement, for the organization: the document that the payee gets, with the way to its contracts.

import { useStoreName } from "../../data/stores.ts";
import type { PageProps } from "../../router.tsx";
import { StatementDocument } from "./statement-document.tsx";
import { ofOrganization } from "./statement-source.ts";
import { payeeStatementsWords } from "./words.ts";

export default function PayeeStatementPage({ params: { payee_statement_id = "" } }: PageProps) {
  const storeName = useStoreName();
  return (
    <StatementDocument
      id={payee_statement_id}
      source={ofOrganization}
      back={{ to: "/payee-statements", label: payeeStatementsWords.title }}
      storeName={storeName}
      linksOf={({ payee_id, statement_id }) => ({
        payee: `/payees/${payee_id}`,
        statement: `/statements/${statement_id}`,
        contract: (contract_id) => `/contracts/${contract_id}`,
      })}
    />
  );
}
