// DSR's profile BasicAudioProfile: what was used, in blocks of releases (RE), recordings (AS) and uses of them (SU). There are no
// royalties in it: its NetRevenue is the store's own turnover. What the store paid comes with the request, and its royalty-bearing
// rows share it by usage. What one use is worth is known at the end, so these rows are written with the rate 1.

import { ApiError } from "../platform/errors.ts";
import { compare, decimal, divide, formatDecimal, multiply } from "../standards/decimal.ts";
import type { DsrProfile, DsrRecord, DsrSink } from "./dsr.ts";
import { readSummary, type Summary } from "./dsr-summary.ts";

const RATE_DIGITS = 12;
const MAX_BLOCK = 100_000;

export function usageProfile({ month, paid, writer, add }: DsrSink): DsrProfile {
  if (!paid) throw unpaid();
  const { issues } = writer;
  const summaries = new Map<string, Summary>();
  let block = { id: "", releases: new Map<string, string>(), recordings: new Map<string, string>() };
  let bearing = 0n;

  function enterBlock({ line, cell }: DsrRecord): void {
    const id = cell("blockid") ?? "";
    if (id !== block.id) block = { id, releases: new Map(), recordings: new Map() };
    if (block.releases.size + block.recordings.size <= MAX_BLOCK) return;
    issues.add(line, "BlockId", `is a block of more than ${MAX_BLOCK} records`);
    throw issues.toError();
  }

  function acceptUse({ line, cell }: DsrRecord): undefined {
    const summary = summaries.get(cell("summaryrecordid") ?? "");
    if (!summary) return issues.add(line, "SummaryRecordId", "names no summary record before it");
    const [resource = "", release = ""] = [cell("transactedresource"), cell("transactedrelease")];
    const isrc = resource === "" ? "" : block.recordings.get(resource);
    if (isrc === undefined) return issues.add(line, "TransactedResource", "names no recording of its block");
    const [only] = block.releases.size === 1 ? block.releases.values() : [""];
    const upc = release === "" ? only : block.releases.get(release);
    if (upc === undefined) return issues.add(line, "TransactedRelease", "names no release of its block");
    if (resource !== "" && isrc === "")
      return issues.add(line, "TransactedResource", "names a recording without an ISRC");
    const flag = (cell("isroyaltybearing") ?? "").toLowerCase();
    if (flag !== "true" && flag !== "false") return issues.add(line, "IsRoyaltyBearing", "must be true or false");
    const play_count = usesOf(cell);
    const unit_rate = flag === "true" ? "1" : "0";
    if (flag === "true" && /^-?\d{1,13}$/.test(play_count)) bearing += BigInt(play_count);
    const { territory } = summary;
    add(line, { isrc, upc, territory, play_count, unit_rate, currency: paid?.currency ?? "", usage_period: month });
  }

  return {
    accept(record) {
      const { name, line, cell } = record;
      const kind = name.slice(0, 2);
      if (kind === "SY") {
        const summary = readSummary(record, summaries, issues);
        if (summary) summaries.set(summary.id, summary);
      } else if (kind === "SR") issues.add(line, "", `is a ${name} record, which this profile does not have`);
      else if (kind === "RE" || kind === "AS" || kind === "SU") {
        enterBlock(record);
        if (kind === "RE") block.releases.set(cell("releasereference") ?? "", cell("icpn") ?? "");
        else if (kind === "AS") block.recordings.set(cell("resourcereference") ?? "", firstOf(cell("isrc") ?? ""));
        else acceptUse(record);
      }
    },
    end() {
      if (bearing === 0n) throw nothingBearing();
      const usage = { units: bearing, scale: 0 };
      const rate = divide(decimal(paid.amount), usage, RATE_DIGITS);
      const shared = multiply(rate, usage);
      const isExact = compare(shared, decimal(paid.amount)) === 0;
      const warning = `The rows share ${formatDecimal(shared)} ${paid.currency} of the ${paid.amount} paid: the rate is cut at 12 decimals.`;
      return { warnings: isExact ? [] : [warning], shared_rate: formatDecimal(rate) };
    },
  };
}

/** Streams; of sales what was not given back. */
function usesOf(cell: DsrRecord["cell"]): string {
  const streams = cell("numberofstreams");
  if (streams !== undefined && streams !== "") return streams;
  const [usages = "", returns = ""] = [cell("usages"), cell("returns")];
  if (!/^-?\d{1,13}$/.test(usages) || !/^(-?\d{1,13})?$/.test(returns))
    return usages === "" ? "" : `${usages} - ${returns}`;
  return String(BigInt(usages) - BigInt(returns || "0"));
}

function firstOf(values: string): string {
  return values.split("|")[0] ?? "";
}

function unpaid(): ApiError {
  const issue =
    "is missing: a usage profile has no royalties in it, so say what the store paid with `amount` and `currency`";
  return new ApiError("validation_failed", `\`amount\` ${issue}.`, [{ field: "amount", issue }]);
}

function nothingBearing(): ApiError {
  const issue = "cannot be shared: the report has no royalty-bearing usage";
  return new ApiError("validation_failed", `\`amount\` ${issue}.`, [{ field: "amount", issue }]);
}
