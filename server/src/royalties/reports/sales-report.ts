import { type Static, Type } from "typebox";
import { Amount, Currency } from "../../ledger/amount.ts";
import { type Issue, problem } from "../../platform/errors.ts";
import { Id, Nullable, OneOf, Timestamp } from "../../platform/schema.ts";
import type { Transitions } from "../../platform/state-machine.ts";
import { shownAmount } from "../../standards/currency.ts";
import { parseIsrc } from "../../standards/identifier.ts";
import { reportMoney } from "./report-money.ts";

export const reportStatuses = ["importing", "imported"] as const;

export const reportTransitions = {
  finish: { from: ["importing"], to: "imported", event: "none" },
} as const satisfies Transitions<(typeof reportStatuses)[number], "none">;

export const ReportTotal = Type.Object(
  { currency: Currency, amount: Amount({ examples: ["1284.5312"] }) },
  { title: "ReportTotal" },
);
export type Total = Static<typeof ReportTotal>;

const ReportFile = Type.Object(
  {
    content_type: Type.String({ examples: ["text/csv"] }),
    content_encoding: Nullable(Type.String({ examples: ["gzip"] })),
    size_bytes: Type.Integer({ description: "As it was received, so perhaps packed.", examples: [48_211_904] }),
  },
  {
    title: "ReportFile",
    description:
      "The file as it was received. Null while it is read, for a reversal, and if an earlier version imported it.",
  },
);

const StoreTotals = Type.Object(
  {
    store_id: Type.String({ examples: ["store_auralis"] }),
    rows: Type.Integer({ examples: [18_204] }),
    totals: Type.Array(ReportTotal),
  },
  { title: "ReportedStore" },
);
export type StoreTotals = Static<typeof StoreTotals>;

const ArchivedFile = Type.Object(
  { name: Type.String({ examples: ["2026-02-DE.csv"] }), rows: Type.Integer({ examples: [1_204] }) },
  { title: "ArchivedFile" },
);
/** A file of an archive, with how many lines it has: the rows' own lines are counted through all files. */
export type ReadFile = Static<typeof ArchivedFile> & { lines: number };

/** The file of an archive that a line stands in, and its line there. `line` is counted through all of them. */
export function placeInFile(line: number, files: readonly ReadFile[]): { file: string | null; line: number } {
  let before = 0;
  for (const { name, lines } of files) {
    if (line - before <= lines) return { file: name, line: line - before };
    before += lines;
  }
  return { file: null, line };
}

export const SalesReport = Type.Object(
  {
    id: Id("rep"),
    store_id: Type.String({ examples: ["store_auralis"] }),
    period: Type.String({ examples: ["2026-01"] }),
    format_id: Nullable(Type.String({ description: "Null: the plain columns, or DSR.", examples: ["format_fuga"] })),
    status: OneOf(reportStatuses, { description: "`importing`: it is still being read." }),
    rows: Type.Integer({ description: "While it is read, those so far.", examples: [2_000_000] }),
    matched: Type.Integer({ examples: [1_999_400] }),
    unmatched: Type.Integer({ examples: [600] }),
    totals: Type.Array(ReportTotal, { description: "Over all rows." }),
    unmatched_totals: Type.Array(ReportTotal, { description: "Over the rows that are not matched." }),
    warnings: Type.Array(Type.String(), {
      description: "Warnings: unusual, but accepted.",
      examples: [["store_auralis has another report for 2026-01."]],
    }),
    file: Nullable(ReportFile),
    ...reportMoney,
    files: Type.Array(ArchivedFile, { description: "The files of a zip that were read. Empty if it was none." }),
    stores: Type.Array(StoreTotals, { description: "Each store that its rows name, with its rows and totals." }),
    reverses: Nullable(Id("rep", { description: "The report that this one takes back." })),
    reversed_by: Nullable(Id("rep", { description: "The report that takes this one back." })),
    created_at: Timestamp,
  },
  { title: "SalesReport" },
);
export type SalesReport = Static<typeof SalesReport>;

const reported = {
  file: Nullable(Type.String({ description: "The file of a zip that it stands in.", examples: [null] })),
  line: Type.Integer({ description: "In the file; its first line is 1.", examples: [17] }),
  isrc: Nullable(Type.String({ examples: ["QZ-ABC-26-00001"] })),
  upc: Nullable(Type.String({ examples: ["036000291452"] })),
  territory: Type.String({ examples: ["DE"] }),
  play_count: Type.Integer({ examples: [1_200] }),
  unit_rate: Amount({
    description: "If the file has amounts instead: the amount divided by the count, cut at 12 decimals.",
    examples: ["0.0042"],
  }),
  amount: Nullable(Amount({ description: "As the file has it. Null: it has rates.", examples: ["63.714"] })),
  currency: Currency,
  store_id: Type.String({ description: "The store that the row names, else the sender.", examples: ["store_auralis"] }),
};

const Reason = OneOf(["unknown", "ambiguous"], {
  description: "`unknown`: no release that was submitted has it. `ambiguous`: several organizations have.",
});

export const UnmatchedRow = Type.Object({ ...reported, reason: Reason }, { title: "UnmatchedRow" });
export type UnmatchedRow = Static<typeof UnmatchedRow>;

export const UnmatchedWork = Type.Object(
  {
    isrc: reported.isrc,
    upc: reported.upc,
    line: Nullable(Type.Integer({ description: "The line of a row that has neither ISRC nor UPC.", examples: [null] })),
    rows: Type.Integer({ examples: [312] }),
    totals: Type.Array(ReportTotal, { description: "Over its rows." }),
    reason: Reason,
  },
  {
    title: "UnmatchedWork",
    description:
      "An ISRC with the UPC that it came with, the UPC of releases sold whole, or one line without any code.",
  },
);
export type UnmatchedWork = Static<typeof UnmatchedWork>;

/** With whose it is, and where it went. */
export const ReportedRow = Type.Object(
  {
    ...reported,
    usage_period: Type.String({ description: "The month in which it was played.", examples: ["2026-01"] }),
    organization_id: Nullable(
      Id("org", { description: "The organization that earns by it. Null: it is not matched." }),
    ),
    release_id: Nullable(Id("rel")),
    track_id: Nullable(
      Id("trk", {
        description: "Null if it is not matched, and for the sale of a whole release, which its tracks share.",
      }),
    ),
    reason: Nullable(Reason),
    statement_id: Nullable(Id("stm", { description: "The statement that it is on. Null: no close has taken it yet." })),
  },
  { title: "ReportedRow" },
);
export type ReportedRow = Static<typeof ReportedRow>;

const MAX_WORKS = 100;

const Isrc = Type.String({ maxLength: 20, rule: isrcIssues, examples: ["QZ-ABC-26-00001"] });
const Upc = Type.String({ maxLength: 20, rule: upcIssues });
const Line = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

const NamedWork = Type.Object(
  { isrc: Type.Optional(Isrc), upc: Type.Optional(Upc), line: Type.Optional(Line) },
  { title: "NamedWork", additionalProperties: false, rule: workIssues },
);
export type NamedWork = Static<typeof NamedWork>;

const named = Type.Object(
  {
    isrc: Type.Optional(Type.String({ ...Isrc, description: "With `track_id`." })),
    track_id: Type.Optional(Id("trk", { maxLength: 100 })),
    upc: Type.Optional(Type.String({ ...Upc, description: "With `release_id`: the sale of a whole release." })),
    release_id: Type.Optional(Id("rel", { maxLength: 100 })),
    line: Type.Optional(
      Type.Integer({
        ...Line,
        description: "With `track_id` or `release_id`: a row that has neither ISRC nor UPC.",
      }),
    ),
    works: Type.Optional(
      Type.Array(NamedWork, {
        minItems: 1,
        maxItems: MAX_WORKS,
        uniqueItems: true,
        description:
          "With `track_id` or `release_id`: several works as `unmatched-works` lists them, all of them or none. Those with an ISRC go " +
          "to a track, whole releases to a release, lines without any code to either.",
      }),
    ),
  },
  { title: "Assignment", additionalProperties: false, rule: assignmentIssues },
);
export const Assignment = named;
export type Assignment = Static<typeof named>;

export function isrcIssues(text: string): Issue[] {
  return parseIsrc(text) ? [] : [problem("", "must be an ISRC: CC-XXX-YY-NNNNN", "invalid_isrc_format")];
}

function upcIssues(text: string): Issue[] {
  return /^(\d{8}|\d{12,14})$/.test(text) ? [] : [problem("", "must be 8, 12, 13 or 14 digits")];
}

function workIssues(given: NamedWork): Issue[] {
  const names = Object.keys(given).sort().join();
  return ["isrc", "isrc,upc", "upc", "line"].includes(names)
    ? []
    : [problem("", "must have an `isrc`, an `upc` or both, or a `line`")];
}

/** The fields that go together. */
const assignable = /^(isrc,track_id|release_id,upc|line,track_id|line,release_id|track_id,works|release_id,works)$/;

function assignmentIssues(given: Assignment): Issue[] {
  const names = Object.keys(given).sort().join();
  const forms =
    "must have `isrc` and `track_id`, or `upc` and `release_id`, or `line` and one of the ids, or `works` and one of the ids";
  if (!assignable.test(names)) return [problem("", forms)];
  const isToTrack = given.track_id !== undefined;
  return (given.works ?? []).flatMap(({ isrc, line }, index) => {
    if (line !== undefined || (isrc !== undefined) === isToTrack) return [];
    const issue = isToTrack ? "is a whole release, which goes to a release" : "has an ISRC, so it goes to a track";
    return [problem(`works[${index}]`, issue)];
  });
}

/** Amounts with at least their currency's digits. */
export function showTotals(totals: readonly Total[]): Total[] {
  return totals.map(({ currency, amount }) => ({ currency, amount: shownAmount(amount, currency) }));
}

/** The file as it was received, in the storage. */
export type KeptFile = { file_key: string; file_type: string; file_encoding: string | null; file_bytes: number };
