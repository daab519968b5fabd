// Terms that say a rate by store, territory and month: those of contracts, and those of an organization's fee.

import type { Db, Fragment } from "../platform/database/db.ts";

type Line = Record<"store_id" | "territory" | "usage_period", Fragment>;

/** The rate of the first term that holds the line; null without one. */
export const termRate = (db: Db, terms: Fragment, { store_id, territory, usage_period }: Line) => db`(
  select (term ->> 'rate')::numeric
  from jsonb_array_elements(${terms}) with ordinality as given (term, place)
  where coalesce(nullif(term -> 'store_ids', 'null') ? ${store_id}, true)
    and coalesce(nullif(term -> 'territories', 'null') ? ${territory}, true)
    and coalesce(term ->> 'from' <= ${usage_period}, true)
  order by place limit 1)`;

/** The part of a line's earnings that is left after fee and tax: of `stated`, a statement with the terms it was made by. */
export const netPart = (db: Db, stated: Fragment, line: Line) => db`
  (1 - coalesce(case when ${stated}.fee_terms is not null then ${termRate(db, db`${stated}.fee_terms`, line)} end, ${stated}.fee_rate))
  * (1 - case when ${stated}.withholding_territories is null or ${line.territory} = any(${stated}.withholding_territories)
      then ${stated}.withholding_rate else 0 end)`;
