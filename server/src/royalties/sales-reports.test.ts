import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Catalogue, makeCatalogue } from "../../test/sales.ts";
import { type Answer, createWorld, type Request, type World } from "../../test/world.ts";

let world: World;
let catalogue: Catalogue;
beforeAll(async () => {
  world = await createWorld();
  catalogue = await makeCatalogue(world);
});
afterAll(() => world.close());

const REPORTS = "/v1/operator/sales-reports";
const HEADING = "isrc,territory,play_count,unit_rate,currency";
let month = 0;
/** A month that no other test has used. */
const nextMonth = () => `${2000 + Math.floor(month / 12)}-${String((month++ % 12) + 1).padStart(2, "0")}`;

async function send(body: string | Buffer, query: Record<string, string> = {}, request: Request = {}): Promise<Answer> {
  const asked = new URLSearchParams({ store_id: "store_one", period: nextMonth(), ...query });
  const headers = { "content-type": "text/csv", ...request.headers };
  return world.operator.call(`POST ${REPORTS}?${asked}`, {
    ...request,
    raw: new Uint8Array(Buffer.from(body)),
    headers,
  });
}

const csv = (...rows: string[]) => `${[HEADING, ...rows].join("\n")}\n`;
const unmatchedOf = async (id: string) => (await world.operator.call(`GET ${REPORTS}/${id}/unmatched`)).body.data;
const kept = async () => (await world.ctx.db`select id from sales_reports`).length;

describe("a report works", () => {
  test("its rows are counted, summed to the last digit and matched", async () => {
    const { status, body } = await send(
      csv(`${catalogue.isrc},DE,1000,0.0042,EUR`, `${catalogue.isrc},XK,-3,0.005,EUR`, "QZ-XYZ-26-00001,ZZ,7,1.25,JPY"),
      { period: "2026-01" },
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      store_id: "store_one",
      period: "2026-01",
      status: "imported",
      rows: 3,
      matched: 2,
      unmatched: 1,
      totals: [
        { currency: "EUR", amount: "4.185" },
        { currency: "JPY", amount: "8.75" },
      ],
      unmatched_totals: [{ currency: "JPY", amount: "8.75" }],
      warnings: [],
      reverses: null,
      reversed_by: null,
    });
    expect((await world.operator.call(`GET ${REPORTS}/${body.id}`)).body).toEqual(body);
    expect((await world.operator.call(`GET ${REPORTS}?period=2026-01`)).body.data).toEqual([body]);
    expect(await unmatchedOf(body.id)).toEqual([
      {
        line: 4,
        isrc: "QZ-XYZ-26-00001",
        upc: null,
        territory: "ZZ",
        play_count: 7,
        unit_rate: "1.25",
        currency: "JPY",
        reason: "unknown",
      },
    ]);
  });
});
