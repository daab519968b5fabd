// Samples made by hand from the names of columns that each format says where it found them. No company has sent them.

import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../../test/catalog.ts";
import { makeCatalogue } from "../../../test/sales.ts";
import { createWorld, type World } from "../../../test/world.ts";
import { builtInFormats } from "./built-in-formats.ts";

const REPORTS = "/v1/operator/sales-reports";
const ISRC = "GB-AAA-20-00001";

let world: World;
beforeAll(async () => {
  world = await createWorld();
  await makeCatalogue(world);
  await must(world.operator, "POST /v1/operator/stores", {
    store_id: "store_tidewater",
    name: "Tidewater",
    territories: ["WORLD"],
    report_names: ["Tidewater"],
    connector: { kind: "reported" },
  });
});
afterAll(() => world.close());

type Sample = { lines: string[]; query?: string; totals: string[]; rows: string[] };

/** Rows as `line territory count amount month store`. */
const samples: Record<string, Sample> = {
  format_fuga: {
    lines: [
      "Asset ISRC,Product UPC,Territory,Quantity,Reported Royalty,Currency,Sale Start date,DSP",
      `${ISRC},,DE,18204,63.714,EUR,2026-02-01,Tidewater`,
      `${ISRC},,US,-4,-0.02,USD,2026-01-01,tidewater`,
    ],
    totals: ["63.714 EUR", "-0.02 USD"],
    rows: ["2 DE 18204 63.714 2026-02 store_tidewater", "3 US -4 -0.02 2026-01 store_tidewater"],
  },
  format_tunecore: {
    lines: [
      "Sales Period,Store Name,Country Of Sale,Optional ISRC,UPC,# Units Sold,Total Earned,Currency",
      `2026-02-01,Tidewater,Germany,${ISRC},,7,12.34,USD`,
      `2025-12-01,Tidewater,GB,${ISRC},,1,0.0000123,USD`,
    ],
    totals: ["12.3400123 USD"],
    rows: ["2 DE 7 12.34 2026-02 store_tidewater", "3 GB 1 0.0000123 2025-12 store_tidewater"],
  },
  format_distrokid: {
    lines: [
      "Sale Month\tStore\tISRC\tUPC\tQuantity\tCountry of Sale\tEarnings (USD)",
      `2026-02\tTidewater\t${ISRC}\t\t120\tDE\t0.481200001`,
      `2026-01\tTidewater\t${ISRC}\t\t0\tWorldwide\t-3.10`,
    ],
    totals: ["-2.618799999 USD"],
    rows: ["2 DE 120 0.481200001 2026-02 store_tidewater", "3 ZZ 0 -3.1 2026-01 store_tidewater"],
  },
  format_beatport: {
    lines: [
      "TRANSACTION_DATE,TRACK_ISRC_CODE,PRODUCT_UPC,TERRITORY,NET_CONTENT_REVENUE,NET_WAV_REVENUE",
      `2026-02-05,${ISRC},,DEU,1.25,0.5`,
      `02/06/2026,${ISRC},,USA,0.70,`,
    ],
    query: "&currency=EUR",
    totals: ["2.45 EUR"],
    rows: ["2 DE 1 1.75 2026-02 store_one", "3 US 1 0.7 2026-02 store_one"],
  },
  format_itunes: {
    lines: [
      "iTunes Store Financial Report",
      "Start Date\tUPC\tISRC / ISBN\tQuantity\tExtended Partner Share\tPartner Share Currency\tSale or Return\tCountry Of Sale",
      `02/01/2026\t\t${ISRC}\t3\t1.83\tUSD\tS\tUS`,
      `02/01/2026\t\t${ISRC}\t1\t0.61\tUSD\tR\tUS`,
      "Total_Rows\t2",
    ],
    totals: ["1.22 USD"],
    rows: ["3 US 3 1.83 2026-02 store_one", "4 US -1 -0.61 2026-02 store_one"],
  },
};

test.each(Object.entries(samples))("a sample of %s is read by it, unasked", async (format_id, sample) => {
  const raw = `${sample.lines.join("\r\n")}\r\n`;
  const path = `POST ${REPORTS}?store_id=store_one&period=2026-02${sample.query ?? ""}`;
  const { body } = await world.operator.call(path, { raw, headers: { "content-type": "text/csv" } });
  expect([body.format_id, body.matched, body.error]).toEqual([format_id, sample.rows.length, undefined]);
  const totals = body.totals.map(({ amount, currency }: Record<string, string>) => `${amount} ${currency}`);
  expect(totals).toEqual(sample.totals);
  const { data } = (await must(world.operator, `GET ${REPORTS}/${body.id}/rows`)).body;
  const shown = data.map((row: Record<string, unknown>) =>
    [row.line, row.territory, row.play_count, row.amount, row.usage_period, row.store_id].join(" "),
  );
  expect(shown).toEqual(sample.rows);
});

test("every format that is chosen by its columns has a sample", () => {
  const byColumns = builtInFormats.filter(({ format_id }) => !["format_plain", "format_dsr"].includes(format_id));
  expect(byColumns.map(({ format_id }) => format_id)).toEqual(Object.keys(samples));
});
