// The newest contracts and statements of a payee, with links to all of them.

import { Anchor, Text } from "@mantine/core";
import type { Contract, PayeeStatement } from "@segue/sdk";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Money } from "../../components/money.tsx";
import { Section } from "../../components/section.tsx";
import { Ready } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { segue } from "../../data/api.ts";
import { useRead, wholeList } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { Link } from "../../router.tsx";
import { showMonth, showRate } from "../../values/format.ts";
import { payeeWords } from "./words.ts";

const SHOWN = 6;
const ROW_HEIGHT = 44;

type ShortList<Item> = { title: string; none: string; columns: readonly Column<Item>[] };

const contractColumns = (payee_id: string): readonly Column<Contract>[] => [
  {
    id: "contract",
    title: payeeWords.contracts.columns.contract,
    cell: ({ name }) => (
      <Text fw={600} size="sm" truncate>
        {name}
      </Text>
    ),
  },
  {
    id: "share",
    title: payeeWords.contracts.columns.share,
    cell: ({ shares }) => showRate(shares.find((share) => share.payee_id === payee_id)?.share ?? "0"),
    isNumber: true,
    width: 110,
  },
  {
    id: "status",
    title: payeeWords.contracts.columns.status,
    cell: ({ status }) => <Status value={status} />,
    width: 110,
  },
];

const { columns: titles } = payeeWords.statements;
const statementColumns: readonly Column<PayeeStatement>[] = [
  { id: "month", title: titles.month, cell: ({ period_start }) => showMonth(period_start.slice(0, 7)) },
  {
    id: "share",
    title: titles.share,
    cell: ({ share_amount, currency }) => <Money amount={share_amount} currency={currency} />,
    isNumber: true,
    isExtra: true,
  },
  {
    id: "tax",
    title: titles.tax,
    cell: ({ tax_amount, currency }) => <Money amount={tax_amount} currency={currency} />,
    isNumber: true,
    isExtra: true,
  },
  {
    id: "net",
    title: titles.net,
    cell: ({ net_amount, currency }) => <Money amount={net_amount} currency={currency} />,
    isNumber: true,
  },
];

export function PayeeContracts({ payee_id }: { payee_id: string }) {
  const mayWrite = useMay()("payees:write");
  const read = useRead(["contracts.list", "payee", payee_id], () =>
    segue.contracts.list({ payee_id, limit: SHOWN }).then(({ data }) => data),
  );
  const words = payeeWords.contracts;
  return (
    <Section title={words.title} more={{ to: `/contracts?payee_id=${payee_id}`, label: words.all }}>
      <Ready of={read}>
        {(rows) => (
          <Short
            list={{ title: words.title, none: words.none, columns: contractColumns(payee_id) }}
            rows={rows}
            to="/contracts/"
          />
        )}
      </Ready>
      {mayWrite && (
        <Anchor component={Link} to={`/contracts/new?payee_id=${payee_id}`} size="sm">
          {words.add}
        </Anchor>
      )}
    </Section>
  );
}

export function PayeeStatements({ payee_id }: { payee_id: string }) {
  const read = useRead(["payeeStatements.list", "payee", payee_id], () =>
    segue.payeeStatements.list({ payee_id, limit: SHOWN }).then(({ data }) => data),
  );
  const words = payeeWords.statements;
  return (
    <Section title={words.title} more={{ to: `/payee-statements?payee_id=${payee_id}`, label: words.all }}>
      <Ready of={read}>
        {(rows) => (
          <Short
            list={{ title: words.title, none: words.none, columns: statementColumns }}
            rows={rows}
            to="/payee-statements/"
          />
        )}
      </Ready>
    </Section>
  );
}

type ShortProps<Item> = { list: ShortList<Item>; rows: readonly Item[]; to: string };

function Short<Item extends { id: string }>({ list: { title, none, columns }, rows, to }: ShortProps<Item>) {
  return (
    <ListTable
      label={title}
      list={wholeList(rows)}
      columns={columns}
      keyOf={({ id }) => id}
      linkOf={({ id }) => to + id}
      rowHeight={ROW_HEIGHT}
      empty={
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      }
    />
  );
}
