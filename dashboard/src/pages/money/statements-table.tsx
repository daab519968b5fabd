import type { ReactNode } from "react";
import { ListTable } from "../../components/list-table.tsx";
import { segue } from "../../data/api.ts";
import { useList } from "../../data/data.ts";
import { amountColumns, monthColumn } from "./statement-columns.tsx";
import { statementsWords } from "./words.ts";

const columns = [monthColumn, ...amountColumns];

export function StatementsTable({ empty }: { empty: ReactNode }) {
  const list = useList(["statements.list"], (page) => segue.statements.list(page));
  return (
    <ListTable
      label={statementsWords.label}
      list={list}
      columns={columns}
      keyOf={({ id }) => id}
      linkOf={({ id }) => `/statements/${id}`}
      rowHeight={48}
      empty={empty}
    />
  );
}
