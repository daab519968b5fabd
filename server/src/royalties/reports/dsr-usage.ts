// DSR's profiles of usage: BasicAudioProfile and UgcProfile have blocks of releases, recordings and uses of them;
// BasicAudioProfileSRB has all of a use in one record (SR). There are no royalties in them: their NetRevenue is the
// store's own turnover. The amount that the store paid comes with the request, and the royalty-bearing rows share it by
// usage. The worth of one use is known at the end, so until then the rate of a row says which share of a use it is
// (`shareMark`).

import { ApiError } from "../../platform/errors.ts";
import { compare, decimal, divide, formatDecimal, multiply } from "../../standards/decimal.ts";
import { DsrBlocks, recordingOf, type Used } from "./dsr-block.ts";
import type { DsrProfile, DsrRecord, DsrSink } from "./dsr-record.ts";
import { readSummary, type Summary, Warnings } from "./dsr-summary.ts";

const RATE_DIGITS = 12;

export function usageProfile({ month, paid, writer, add }: DsrSink): DsrProfile {
  if (!paid) throw unpaid();
  const { issues } = writer;
  const summaries = new Map<string, Summary>();
  const blocks = new DsrBlocks(issues);
  const unnamed = new Warnings("name no summary record of the file, and were taken for the only one that it has");
  let bearing = 0n;

  function acceptUse({ line, name, cell }: DsrRecord, used: readonly Used[] | undefined): undefined {
    const summary = summaryOf(line, cell("summaryrecordid") ?? "");
    if (!summary || !used) return;
    // For user-generated content it is left blank.
    const flag = (cell("isroyaltybearing") || (name === "SU03" ? "true" : "")).toLowerCase();
    if (flag !== "true" && flag !== "false") return issues.add(line, "IsRoyaltyBearing", "must be true or false");
    const play_count = usesOf(cell);
    if (flag === "true" && /^-?\d{1,13}$/.test(play_count)) bearing += BigInt(play_count);
    const { territory } = summary;
    const currency = paid?.currency ?? "";
    for (const [place, codes] of used.entries()) {
      const unit_rate = flag === "true" ? shareMark(place, used.length) : "0";
      add(line, { ...codes, territory, play_count, unit_rate, currency, usage_period: month });
    }
  }

  function summaryOf(line: number, id: string): Summary | undefined {
    const found = summaries.get(id);
    if (found) return found;
    const [only] = summaries.size === 1 ? summaries.values() : [];
    if (only) unnamed.add(line);
    else issues.add(line, "SummaryRecordId", "names no summary record before it");
    return only;
  }

  return {
    accept(record) {
      const { name, cell } = record;
      const kind = name.slice(0, 2);
      if (kind === "SY") {
        const summary = readSummary(record, summaries, { issues, may_repeat: true });
        if (summary) summaries.set(summary.id, summary);
      } else if (kind === "SR") acceptUse(record, [recordingOf(cell("isrc") ?? "", cell("icpn") ?? "")]);
      else if (kind === "SU") acceptUse(record, blocks.usedBy(record));
      else if (kind === "RE" || kind === "AS") blocks.accept(record);
    },
    end() {
      if (bearing === 0n) throw nothingBearing();
      const usage = { units: bearing, scale: 0 };
      const rate = divide(decimal(paid.amount), usage, RATE_DIGITS);
      const shared = multiply(rate, usage);
      const isExact = compare(shared, decimal(paid.amount)) === 0;
      const warning = `The rows share ${formatDecimal(shared)} ${paid.currency} of the ${paid.amount} paid: the rate is cut at 12 decimals.`;
      return { warnings: [...unnamed.toList(), ...(isExact ? [] : [warning])], shared_rate: formatDecimal(rate) };
    },
  };
}

/** 1: a whole use; n: the n-th part of one; -n: such a part with what does not divide, for the first of them. */
function shareMark(place: number, parts: number): string {
  return parts === 1 ? "1" : String(place === 0 ? -parts : parts);
}

/** Streams; of sales what was not given back. */
function usesOf(cell: DsrRecord["cell"]): string {
  const streams = cell("numberofstreams");
  if (streams !== undefined && streams !== "") return streams;
  const [usages = "", returns = ""] = [cell("usages") ?? cell("downloads"), cell("returns")];
  if (!/^-?\d{1,13}$/.test(usages) || !/^(-?\d{1,13})?$/.test(returns))
    return usages === "" ? "" : `${usages} - ${returns}`;
  return String(BigInt(usages) - BigInt(returns || "0"));
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
