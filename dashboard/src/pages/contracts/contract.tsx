// One contract: what it applies to, its terms and shares, what becomes of 100, its advances and costs, and its versions.

import { Anchor, Button, SimpleGrid, Stack, Table, Text } from "@mantine/core";
import type { Contract, ContractVersion } from "@segue/sdk";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { PageHead } from "../../components/page-head.tsx";
import { Section } from "../../components/section.tsx";
import { Ready } from "../../components/states.tsx";
import { toneOf } from "../../components/status.tsx";
import { StatusLine } from "../../components/status-line.tsx";
import { segue } from "../../data/api.ts";
import { useList, useRead } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { useStoreName } from "../../data/stores.ts";
import { Link, type PageProps } from "../../router.tsx";
import { showDay, showRate, showTerritories, showWord } from "../../values/format.ts";
import { negated, sumAmounts } from "../../values/money.ts";
import { usePayeeName } from "../payees/payee-name.ts";
import { ContractActs } from "./contract-acts.tsx";
import { ContractCosts } from "./contract-costs.tsx";
import { ContractPreview } from "./contract-preview.tsx";
import { SubjectNames, sayRange } from "./subject.tsx";
import { contractsWords, contractWords } from "./words.ts";

export default function ContractPage({ params: { contract_id = "" } }: PageProps) {
  const contract = useRead(["contracts.get", contract_id], () => segue.contracts.get(contract_id));
  return (
    <Ready of={contract} isPage>
      {(found) => <ShownContract contract={found} />}
    </Ready>
  );
}

function ShownContract({ contract }: { contract: Contract }) {
  const { id, name, status, version, shares } = contract;
  const mayWrite = useMay()("payees:write");
  const nameOf = usePayeeName(shares.map(({ payee_id }) => payee_id));
  const parts = [showWord(status), sayRange(contract), ...(status === "draft" ? [] : [contractWords.version(version)])];
  return (
    <>
      <PageHead
        title={name}
        back={{ to: "/contracts", label: contractsWords.title }}
        about={<StatusLine tone={toneOf(status)} parts={parts} />}
      >
        {mayWrite && (
          <>
            <Button variant="default" component={Link} to={`/contracts/${id}/edit`}>
              {contractWords.edit}
            </Button>
            <ContractActs contract={contract} />
          </>
        )}
      </PageHead>
      <Stack gap="xl">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
          <Stack gap="xl">
            <Section title={contractWords.appliesTo}>
              <SubjectNames of={contract.applies_to} />
            </Section>
            <Terms contract={contract} />
            <Shares contract={contract} nameOf={nameOf} />
          </Stack>
          <ContractPreview contract={contract} nameOf={nameOf} />
        </SimpleGrid>
        <ContractCosts contract={contract} />
        {status !== "draft" && <Versions contract_id={id} />}
      </Stack>
    </>
  );
}

function None({ children }: { children: string }) {
  return (
    <Text size="sm" c="dimmed">
      {children}
    </Text>
  );
}

function Terms({ contract: { terms } }: { contract: Contract }) {
  const words = contractWords.terms;
  const storeName = useStoreName(terms.flatMap(({ store_ids }) => store_ids ?? []));
  return (
    <Section title={words.title} about={terms.length > 1 ? words.hint : undefined}>
      {terms.length === 0 ? (
        <None>{words.none}</None>
      ) : (
        <Table aria-label={words.title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={90}>{words.columns.rate}</Table.Th>
              <Table.Th>{words.columns.stores}</Table.Th>
              <Table.Th>{words.columns.territories}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {terms.map(({ rate, store_ids, territories }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: terms have no name but their place.
              <Table.Tr key={index}>
                <Table.Th scope="row">{showRate(rate)}</Table.Th>
                <Table.Td>{store_ids ? store_ids.map(storeName).join(", ") : words.everyStore}</Table.Td>
                <Table.Td>{territories ? showTerritories(territories) : words.everywhere}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}

function Shares({ contract: { shares }, nameOf }: { contract: Contract; nameOf: (payee_id: string) => string }) {
  const words = contractWords.shares;
  const rest = sumAmounts(["1", ...shares.map(({ share }) => negated(share))]);
  return (
    <Section title={words.title} about={words.hint}>
      {shares.length === 0 ? (
        <None>{words.none}</None>
      ) : (
        <Table aria-label={words.title}>
          <Table.Tbody>
            {shares.map(({ payee_id, share }) => (
              <Table.Tr key={payee_id}>
                <Table.Th scope="row" fw={500}>
                  <Anchor component={Link} to={`/payees/${payee_id}`} c="inherit" underline="always" inherit>
                    {nameOf(payee_id)}
                  </Anchor>
                </Table.Th>
                <Table.Td ta="right">{showRate(share)}</Table.Td>
              </Table.Tr>
            ))}
            <Table.Tr>
              <Table.Th scope="row" fw={500}>
                {words.rest}
              </Table.Th>
              <Table.Td ta="right">{showRate(rest)}</Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
      )}
    </Section>
  );
}

const { columns: titles } = contractWords.versions;
const columns: readonly Column<ContractVersion>[] = [
  { id: "version", title: titles.version, cell: ({ version }) => contractWords.versions.number(version) },
  { id: "since", title: titles.since, cell: ({ created_at }) => showDay(created_at), width: 140 },
  {
    id: "terms",
    title: titles.terms,
    cell: ({ terms }) => terms.map(({ rate }) => showRate(rate)).join(", "),
    isExtra: true,
  },
  {
    id: "shares",
    title: titles.shares,
    cell: ({ shares }) => shares.map(({ share }) => showRate(share)).join(", "),
    isExtra: true,
  },
];

function Versions({ contract_id }: { contract_id: string }) {
  const list = useList(["contracts.versions", contract_id], (page) => segue.contracts.versions(contract_id, page));
  const words = contractWords.versions;
  return (
    <Section title={words.title} about={words.hint}>
      <ListTable
        label={words.title}
        list={list}
        columns={columns}
        keyOf={({ version }) => String(version)}
        rowHeight={44}
        empty={null}
      />
    </Section>
  );
}
