// The parts of a report: the stores that its rows name, and the files of a zip.

import { Table, Text } from "@mantine/core";
import type { SalesReport } from "@segue/sdk";
import { Money } from "../../../components/money.tsx";
import { Section } from "../../../components/section.tsx";
import { segue } from "../../../data/api.ts";
import { useRead } from "../../../data/data.ts";
import { showNumber } from "../../../values/format.ts";
import { useOperatorStoreName } from "../stores/store-names.ts";
import { partWords as words } from "./words.ts";

export function ReportParts({ report: { store_id, stores, files, format_id } }: { report: SalesReport }) {
  const nameOf = useOperatorStoreName();
  const isOfSenderAlone = stores.every((store) => store.store_id === store_id);
  return (
    <>
      {format_id && <ReadBy format_id={format_id} />}
      {!isOfSenderAlone && (
        <Section title={words.stores}>
          <Table>
            <Table.Caption hidden>{words.stores}</Table.Caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.store}</Table.Th>
                <Table.Th ta="right">{words.rows}</Table.Th>
                <Table.Th ta="right">{words.money}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {stores.map((store) => (
                <Table.Tr key={store.store_id}>
                  <Table.Td>{nameOf(store.store_id)}</Table.Td>
                  <Table.Td ta="right">{showNumber(store.rows)}</Table.Td>
                  <Table.Td ta="right">
                    {store.totals.map(({ currency, amount }) => (
                      <div key={currency}>
                        <Money amount={amount} currency={currency} />
                      </div>
                    ))}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Section>
      )}
      {files.length > 0 && <Files files={files} />}
    </>
  );
}

function ReadBy({ format_id }: { format_id: string }) {
  const { data } = useRead(["operator.reportFormats.get", format_id], () =>
    segue.operator.reportFormats.get(format_id),
  );
  return (
    <Text size="sm" c="dimmed">
      {words.readBy(data?.name ?? format_id)}
    </Text>
  );
}

function Files({ files }: { files: SalesReport["files"] }) {
  return (
    <Section title={words.files}>
      <Table.ScrollContainer minWidth={280} maxHeight={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Caption hidden>{words.files}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.file}</Table.Th>
              <Table.Th ta="right">{words.rows}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {files.map(({ name, rows }) => (
              <Table.Tr key={name}>
                <Table.Td style={{ overflowWrap: "anywhere" }}>{name}</Table.Td>
                <Table.Td ta="right">{showNumber(rows)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}
