// One of the organization's payees, found by a part of its name.

import { segue } from "../data/api.ts";
import { type Choice, SearchSelect, type SearchSelectProps } from "./search-select.tsx";
import { formWords } from "./words.ts";

const FOUND = 20;

type PayeeSelectProps = Omit<SearchSelectProps, "queryKey" | "search" | "nothing"> & {
  /** Whose payouts the operator pays; without it, every payee. */
  isPaidByOperator?: boolean;
  /** Archived payees get no new shares. One that is chosen already keeps its name. */
  isActive?: boolean;
};

export function PayeeSelect({ isPaidByOperator = false, isActive = false, ...rest }: PayeeSelectProps) {
  return (
    <SearchSelect
      {...rest}
      queryKey={["payees.list", "choice", String(isPaidByOperator), String(isActive)]}
      search={(q) => findPayees(q, { isPaidByOperator, isActive: isActive && !q.startsWith("pye_") })}
      nothing={formWords.noPayee}
    />
  );
}

type Wanted = { isPaidByOperator?: boolean; isActive?: boolean };

/** By a part of the name, or by a whole id. */
export async function findPayees(
  q: string,
  { isPaidByOperator = false, isActive = false }: Wanted = {},
): Promise<Choice[]> {
  const { data } = await segue.payees.list({ limit: FOUND, ...(q && { q }), ...(isActive && { status: "active" }) });
  return data
    .filter(({ paid_by }) => !isPaidByOperator || paid_by === "operator")
    .map(({ id, name, external_id }) => ({ value: id, label: name, ...(external_id && { detail: external_id }) }));
}
