// Previews the terms and shares as they are typed, for one sale and for each term.

import { Stack, Table, Text } from "@mantine/core";
import type { Contract, ContractCost } from "@segue/sdk";
import { useMemo, useState } from "react";
import { Money } from "../../components/money.tsx";
import { Section } from "../../components/section.tsx";
import { segue } from "../../data/api.ts";
import { takeFirst } from "../../data/catalog.ts";
import { PAGE_ROWS, useRead } from "../../data/data.ts";
import { useStoreName } from "../../data/stores.ts";
import { showTerritories } from "../../values/format.ts";
import { sumAmounts } from "../../values/money.ts";
import { usePayeeName } from "../payees/payee-name.ts";
import { type ContractValues, draftOf } from "./contract-values.ts";
import classes from "./outcome.module.css";
import { type Asked, OutcomeTable, SaleFields } from "./outcome.tsx";
import { type DraftTerm, isComputable, isKnownCurrency, type Outcome, previewDraft, saleOf } from "./previewing.ts";
import { contractWords, previewWords } from "./words.ts";

/** A contract keeps no more. */
const MAX_COSTS = 1_000;

type DraftPreviewProps = { values: ContractValues; contract: Contract | undefined };

export function DraftPreview({ values, contract }: DraftPreviewProps) {
  const id = contract?.id ?? "";
  const draft = useMemo(() => draftOf(values), [values]);
  const [asked, setAsked] = useState<Asked>({ currency: contract?.recoupment[0]?.currency ?? "EUR" });
  const { data: costs = [] } = useRead(["contracts.costs", "all", id], () => readCosts(id), { isEnabled: id !== "" });
  const payeeName = usePayeeName(draft.shares.map(({ payee_id }) => payee_id));
  const nameOf = (payee_id: string, row: number) => (payee_id ? payeeName(payee_id) : previewWords.unnamed(row + 1));
  const sale = stillNamed(asked, draft.terms);
  const preview = (of: Asked): Outcome | undefined =>
    isKnownCurrency(of.currency) && isComputable(draft) ? previewDraft(draft, of, costs) : undefined;
  const outcome = preview(sale);
  return (
    <Section title={previewWords.title} about={previewWords.liveHint}>
      <Stack>
        <SaleFields terms={draft.terms} asked={sale} onChange={setAsked} />
        {outcome ? (
          <OutcomeTable outcome={outcome} currency={sale.currency} nameOf={nameOf} />
        ) : (
          <Text size="sm" c="dimmed">
            {previewWords.incomplete}
          </Text>
        )}
        {outcome && draft.terms.length > 1 && <ByTerm terms={draft.terms} currency={sale.currency} preview={preview} />}
      </Stack>
    </Section>
  );
}

const readCosts = (contract_id: string): Promise<ContractCost[]> =>
  takeFirst(segue.contracts.costs.list(contract_id, { limit: PAGE_ROWS }), MAX_COSTS);

/** A store or territory that no term names any more is not asked about. */
function stillNamed({ currency, store_id, territory }: Asked, terms: readonly DraftTerm[]): Asked {
  const isStore = terms.some(({ store_ids }) => store_id !== undefined && store_ids?.includes(store_id));
  const isTerritory = terms.some(({ territories }) => territory !== undefined && territories?.includes(territory));
  return { currency, store_id: isStore ? store_id : undefined, territory: isTerritory ? territory : undefined };
}

type ByTermProps = {
  terms: readonly DraftTerm[];
  currency: string;
  preview: (asked: Asked) => Outcome | undefined;
};

function ByTerm({ terms, currency, preview }: ByTermProps) {
  const words = previewWords.rows;
  const storeName = useStoreName(terms.flatMap(({ store_ids }) => store_ids ?? []));
  const sales = useMemo(() => terms.map((_, index) => saleOf(terms, index)), [terms]);
  const isElsewhere = !terms.some(({ store_ids, territories }) => store_ids === null && territories === null);
  return (
    <div>
      <Table className={classes.terms} aria-label={words.label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.where}</Table.Th>
            <Table.Th className={classes.amount}>{words.payees}</Table.Th>
            <Table.Th className={classes.amount}>{previewWords.yours}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {terms.map((term, index) => {
            const sale = sales[index];
            return (
              <TermRow
                // biome-ignore lint/suspicious/noArrayIndexKey: terms have no name but their place.
                key={index}
                where={sayWhere(term, storeName)}
                outcome={sale && preview({ currency, ...sale })}
                currency={currency}
              />
            );
          })}
          {isElsewhere && <TermRow where={words.elsewhere} outcome={preview({ currency })} currency={currency} />}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function sayWhere({ store_ids, territories }: DraftTerm, storeName: (store_id: string) => string): string {
  const { everyStore, everywhere } = contractWords.terms;
  if (!store_ids && !territories) return everyStore;
  const stores = store_ids?.map(storeName).join(", ") ?? everyStore;
  return territories
    ? previewWords.rows.at(stores, showTerritories(territories))
    : `${stores}, ${everywhere.toLowerCase()}`;
}

type TermRowProps = { where: string; outcome: Outcome | undefined; currency: string };

function TermRow({ where, outcome, currency }: TermRowProps) {
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.name}>
        {where}
        {!outcome && (
          <Text span size="xs" c="dimmed" display="block">
            {previewWords.rows.never}
          </Text>
        )}
      </Table.Th>
      <Table.Td className={classes.amount}>
        {outcome && <Money amount={sumAmounts(outcome.shares.map(({ amount }) => amount))} currency={currency} />}
      </Table.Td>
      <Table.Td className={classes.amount}>
        {outcome && <Money amount={outcome.organization_amount} currency={currency} />}
      </Table.Td>
    </Table.Tr>
  );
}
