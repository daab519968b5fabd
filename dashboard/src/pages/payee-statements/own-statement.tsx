// One of a payee's own statements: the same document that the organization sees.

import type { PageProps } from "../../router.tsx";
import { showWord } from "../../values/format.ts";
import { StatementDocument } from "./statement-document.tsx";
import { ofPayee } from "./statement-source.ts";
import { ownStatementsWords } from "./words.ts";

export default function OwnStatement({ params: { payee_statement_id = "" } }: PageProps) {
  return (
    <StatementDocument
      id={payee_statement_id}
      source={ofPayee}
      back={{ to: "/", label: ownStatementsWords.title }}
      storeName={nameOfStore}
    />
  );
}

/** A payee cannot read the list of stores: "store_auralis" is shown as "Auralis". */
function nameOfStore(store_id: string): string {
  return showWord(store_id.replace(/^store_/, ""));
}
