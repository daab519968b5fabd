// An organization with two payees, a contract with an advance, and a statement of two months that it shared.

import { must } from "../../server/test/catalog.ts";
import { makeRecordings } from "../../server/test/reported-sales.ts";
import type { World } from "../../server/test/world.ts";

export type PayeeSeed = { ada: string; ben: string; contract_id: string; isrcs: string[] };

/** In January the advance takes part of what is shared; in February nothing is left of it. Ada is taxed on use in the US. */
export async function seedPayees(world: World): Promise<PayeeSeed> {
  const { tracks } = await makeRecordings(world.label, 2);
  const isrcs = tracks.map(({ isrc }: { isrc: string }) => isrc);
  const tax = { withholding_rate: "0.30", withholding_territories: ["US"] };
  const create = async (path: string, body: object) => (await must(world.label, `POST ${path}`, body)).body.id;
  const ada = await create("/v1/payees", { name: "Ada Lund", tax });
  const ben = await create("/v1/payees", { name: "Ben Okafor", paid_by: "organization" });
  const shares = [
    { payee_id: ada, share: "0.5" },
    { payee_id: ben, share: "0.25" },
  ];
  const terms = [{ rate: "0.8" }];
  const contract_id = await create("/v1/contracts", { name: "Album deal", applies_to: { all: true }, terms, shares });
  const advance = { kind: "advance", amount: "100.00", currency: "EUR", description: "Advance on the album" };
  await must(world.label, `POST /v1/contracts/${contract_id}/costs`, advance);
  await must(world.label, `POST /v1/contracts/${contract_id}/activate`);
  for (const period of ["2026-01", "2026-02"])
    await must(world.label, "POST /v1/sandbox/statements", { period, rows: salesOf(isrcs) });
  return { ada, ben, contract_id, isrcs };
}

/** 350.00 gross of which 105.00 in the US; 297.50 after the fee. */
function salesOf(isrcs: readonly string[]) {
  const sale = (isrc: string | undefined, territory: string, play_count: number) => ({
    isrc,
    store_id: "store_auralis",
    territory,
    play_count,
    unit_rate: "0.0035",
    currency: "EUR",
  });
  return [sale(isrcs[0], "DE", 40_000), sale(isrcs[0], "US", 30_000), sale(isrcs[1], "FR", 30_000)];
}
