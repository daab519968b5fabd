import { Table } from "@mantine/core";
import type { FeeTerm } from "@segue/sdk";
import { Section } from "../../../components/section.tsx";
import { showMonth, showRate, showTerritories } from "../../../values/format.ts";
import { useOperatorStoreName } from "../stores/store-names.ts";
import { organizationWords } from "./words.ts";

const words = organizationWords.feeTerms;

/** The fees beside the general one, in the order in which they are tried. */
export function FeeTerms({ terms }: { terms: readonly FeeTerm[] }) {
  const storeName = useOperatorStoreName();
  if (terms.length === 0) return null;
  return (
    <Section title={words.title} about={words.about}>
      <Table aria-label={words.title}>
        <Table.Thead>
          <Table.Tr>
            {Object.entries(words.columns).map(([column, title]) => (
              <Table.Th key={column}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {terms.map(({ rate, store_ids, territories, from }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place of a term is its name.
            <Table.Tr key={index}>
              <Table.Td>{showRate(rate)}</Table.Td>
              <Table.Td>{store_ids ? store_ids.map(storeName).join(", ") : words.everyStore}</Table.Td>
              <Table.Td>{territories ? showTerritories(territories) : words.everywhere}</Table.Td>
              <Table.Td>{from ? showMonth(from) : words.always}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Section>
  );
}
