// The formats that come with the service, each with where its columns were found. None of them is promised to be complete: a sender may
// add, rename or leave out columns. The operator copies one by `based_on` and changes the copy.

import type { FormatColumn, FormatRules } from "./format.ts";

type BuiltInFormat = Pick<FormatRules, "columns"> &
  Partial<Omit<FormatRules, "columns">> & { format_id: string; name: string; source: string; year: number | null };

const WIKI = "a user's public wiki about files of distributors";

/** Each value in a column of its own. */
function inColumns(names: Partial<Record<FormatColumn, string>>): FormatRules["columns"] {
  return Object.fromEntries(Object.entries(names).map(([name, column]) => [name, { column }]));
}

export const builtInFormats: readonly BuiltInFormat[] = [
  {
    format_id: "format_plain",
    name: "Plain columns",
    columns: inColumns({
      isrc: "isrc",
      upc: "upc",
      territory: "territory",
      play_count: "play_count",
      unit_rate: "unit_rate",
      currency: "currency",
      usage_period: "usage_period",
    }),
    parse: { decimal: ".", date: "YYYY-MM" },
    source: "this service; chosen by the heading row itself",
    year: 2026,
  },
  {
    format_id: "format_dsr",
    name: "DDEX Digital Sales Report (DSR)",
    file: { encoding: "utf-8", separator: "tab" },
    columns: {},
    source: "DDEX, the flat file profiles of DSR; chosen by the first record itself",
    year: 2026,
  },
  {
    format_id: "format_fuga",
    name: "FUGA, royalty_extended.csv",
    columns: inColumns({
      isrc: "Asset ISRC",
      upc: "Product UPC",
      territory: "Territory",
      play_count: "Quantity",
      amount: "Reported Royalty",
      currency: "Currency",
      usage_period: "Sale Start date",
      store: "DSP",
    }),
    source: `${WIKI}: Cargo's royalty_extended.csv. The columns of FUGA's own royalty_product_and_asset.csv are not public.`,
    year: null,
  },
  {
    format_id: "format_tunecore",
    name: "TuneCore",
    columns: inColumns({
      isrc: "Optional ISRC",
      upc: "UPC",
      territory: "Country Of Sale",
      play_count: "# Units Sold",
      amount: "Total Earned",
      currency: "Currency",
      usage_period: "Sales Period",
      store: "Store Name",
    }),
    source: WIKI,
    year: 2023,
  },
  {
    format_id: "format_distrokid",
    name: "DistroKid",
    columns: {
      ...inColumns({
        isrc: "ISRC",
        upc: "UPC",
        territory: "Country of Sale",
        play_count: "Quantity",
        amount: "Earnings (USD)",
        usage_period: "Sale Month",
        store: "Store",
      }),
      currency: { value: "USD" },
    },
    parse: { decimal: ".", date: "YYYY-MM" },
    source: `${WIKI}. The names of the columns of country and earnings are not confirmed.`,
    year: 2023,
  },
  {
    format_id: "format_beatport",
    name: "Beatport",
    columns: {
      ...inColumns({
        isrc: "TRACK_ISRC_CODE",
        upc: "PRODUCT_UPC",
        territory: "TERRITORY",
        usage_period: "TRANSACTION_DATE",
      }),
      // A row is a sale. The file names no currency: the request does.
      play_count: { value: "1" },
      amount: { columns: ["NET_CONTENT_REVENUE", "NET_WAV_REVENUE"], combine: "sum" },
    },
    parse: { decimal: ".", date: ["YYYY-MM-DD", "MM/DD/YYYY"] },
    source: "support.beatport.com",
    year: 2026,
  },
  {
    format_id: "format_itunes",
    name: "iTunes, financial report",
    rows: {
      header: { contains: ["Extended Partner Share", "Quantity", "Country Of Sale"] },
      stop_when: { column: 1, equals: ["Total_Rows"] },
    },
    columns: {
      ...inColumns({
        upc: "UPC",
        territory: "Country Of Sale",
        play_count: "Quantity",
        amount: "Extended Partner Share",
        currency: "Partner Share Currency",
        usage_period: "Start Date",
      }),
      isrc: { columns: ["ISRC/ISBN", "ISRC / ISBN"], combine: "first" },
    },
    parse: {
      decimal: ".",
      date: "MM/DD/YYYY",
      negative_when: { column: ["Sales or Return", "Sale or Return"], equals: ["R"] },
    },
    source:
      "Apple, App Store Connect: fields of financial reports. No list for music was found; Country Of Sale and Total_Rows are not confirmed.",
    year: 2026,
  },
];
