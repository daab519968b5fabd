import { Table } from "@mantine/core";
import { trialWords } from "./words.ts";

type IssueTableProps = { issues: readonly { field: string; issue: string }[] };

/** Problems of a report, line by line. */
export function IssueTable({ issues }: IssueTableProps) {
  return (
    <Table.ScrollContainer minWidth={280} maxHeight={320} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table captionSide="top">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{trialWords.where}</Table.Th>
            <Table.Th>{trialWords.wrong}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {issues.map(({ field, issue }) => (
            <Table.Tr key={`${field} ${issue}`}>
              <Table.Td>{field}</Table.Td>
              <Table.Td>{issue}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
