import { type Static, Type } from "typebox";
import { Balance, withShownAmounts } from "../ledger/balance.ts";
import { type Route, route } from "../platform/http/route.ts";
import { Id } from "../platform/schema.ts";
import { ownPayees } from "./own-payees.ts";
import { listOwnBalances } from "./queries.ts";

const OwnBalances = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        payee_id: Id("pye"),
        name: Type.String({ examples: ["Vera Lux"] }),
        ...Balance.properties,
      }),
    ),
  },
  { title: "OwnPayeeBalances" },
);

export const ownPayeeRoutes: Route[] = [
  route({
    method: "GET",
    path: "/v1/me/payee-balance",
    operation: "getMyPayeeBalance",
    tag: "People",
    summary: "Read the balances of your payees",
    description: "For a member of the role `payee`, in its dashboard session: each of its payees in every currency.",
    access: "person",
    success: { status: 200, schema: OwnBalances },
    handle: async (ctx, { principal }): Promise<Static<typeof OwnBalances>> => {
      const rows = await listOwnBalances(ctx.db, ownPayees(principal));
      return { data: rows.map((row) => withShownAmounts(row, ["available", "pending"])) };
    },
  }),
];
