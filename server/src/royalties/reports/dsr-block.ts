// Blocks of DSR's profiles of usage: releases (RE) and recordings (AS), which the uses after them (SU) name by
// reference.
//
// A part of a release may be sold by itself, as a sub-release that names its recordings. A sale of it counts as sales
// of these.

import type { DsrRecord } from "./dsr-record.ts";
import { copyOf, KeptTexts } from "./kept-texts.ts";
import type { ReportIssues } from "./report-issues.ts";

// Two blocks of each import stay in memory. 100,000 recordings with the ids that stores give them have less than half of the characters.
const MAX_BLOCK = 100_000;
const MAX_BLOCK_CHARACTERS = 16_000_000;
// Each use of a sub-release becomes as many rows.
const MAX_USED_RESOURCES = 200;

/** The work that was used. Without an ISRC and a UPC the operator assigns it. */
export type Used = { isrc: string; upc: string };

/** Without an ISRC it must not count as the sale of its whole release. */
export function recordingOf(isrcs: string, upc: string): Used {
  const [isrc = ""] = isrcs.split("|");
  return { isrc, upc: isrc === "" ? "" : upc };
}

/** '' stands for no code. */
class Block {
  readonly id: string;
  /** ICPNs. */
  readonly releases = new KeptTexts();
  /** Their recordings, as the file lists them: split, they would take many times the memory. */
  readonly sub_releases = new KeptTexts();
  /** ISRCs. */
  readonly recordings = new KeptTexts();
  /** ISRCs by the store's own ids. */
  readonly by_store_id = new KeptTexts();

  constructor(id: string) {
    this.id = copyOf(id);
  }

  /** A recording may be in both of its maps, or in one alone. */
  get records(): number {
    return this.releases.size + this.sub_releases.size + Math.max(this.recordings.size, this.by_store_id.size);
  }

  get characters(): number {
    const all = [this.releases, this.sub_releases, this.recordings, this.by_store_id];
    return all.reduce((sum, { characters }) => sum + characters, 0);
  }
}

/** Skips texts without a name: a use that leaves the name out must not be paid to one of them. */
function keepNamed(texts: KeptTexts, name: string, text: string): void {
  if (name !== "") texts.set(name, text);
}

function splitList(text: string): string[] {
  return text.split("|").filter((reference) => reference !== "");
}

export class DsrBlocks {
  readonly #issues: ReportIssues;
  #block = new Block("");
  #before = this.#block;

  constructor(issues: ReportIssues) {
    this.#issues = issues;
  }

  /** A release, a sub-release or a recording. */
  accept(record: DsrRecord): void {
    const { line, name, cell } = record;
    this.#enter(record);
    const { sub_releases, recordings, by_store_id } = this.#block;
    const reference = cell("releasereference") ?? "";
    const used = cell("usedresources");
    if (name.startsWith("AS")) {
      keepNamed(recordings, cell("resourcereference") ?? "", cell("isrc") ?? "");
      keepNamed(by_store_id, cell("dspresourceid") ?? "", cell("isrc") ?? "");
    } else if (used === undefined) this.#keepRelease(reference, cell("icpn") ?? "");
    else if (splitList(used).length <= MAX_USED_RESOURCES) keepNamed(sub_releases, reference, used);
    else this.#issues.add(line, "UsedResources", `names more than ${MAX_USED_RESOURCES} recordings`);
  }

  /** Without a reference it may still be the only release of its block. With two such releases neither is. */
  #keepRelease(reference: string, icpn: string): void {
    const { releases } = this.#block;
    const isAnother = reference === "" && (releases.get("") ?? icpn) !== icpn;
    releases.set(reference, isAnother ? "" : icpn);
  }

  /** Several where a sub-release was used. Undefined: the problem was recorded as an issue. */
  usedBy(record: DsrRecord): Used[] | undefined {
    this.#enter(record);
    const { line, name, cell } = record;
    if (name === "SU03") return this.#findByStoreId(line, cell("dspresourceid") ?? "");
    const [resource = "", release = ""] = [cell("transactedresource"), cell("transactedrelease")];
    const { releases, sub_releases, recordings } = this.#block;
    const list = sub_releases.get(release);
    const parts = list === undefined ? undefined : splitList(list);
    const [only = ""] = releases.size === 1 ? releases.values() : [];
    const upc = release === "" || parts ? only : releases.get(release);
    if (upc === undefined) return this.#issues.add(line, "TransactedRelease", "names no release of its block");
    if (resource === "" && !parts) return [{ isrc: "", upc }];
    const named = resource === "" ? (parts ?? []) : [resource];
    const found = named.flatMap((reference) => recordings.get(reference) ?? []);
    if (found.length === named.length && found.length > 0) return found.map((isrcs) => recordingOf(isrcs, upc));
    const column = resource === "" ? "TransactedRelease" : "TransactedResource";
    return this.#issues.add(line, column, "names no recording of its block");
  }

  /** DDEX's own sample has uses in the block after that of their recording. */
  #findByStoreId(line: number, id: string): Used[] | undefined {
    const isrcs = this.#block.by_store_id.get(id) ?? this.#before.by_store_id.get(id);
    if (isrcs !== undefined) return [recordingOf(isrcs, "")];
    return this.#issues.add(line, "DspResourceId", "names no recording of its block");
  }

  #enter({ line, cell }: DsrRecord): void {
    const id = cell("blockid") ?? "";
    if (id !== this.#block.id) [this.#before, this.#block] = [this.#block, new Block(id)];
    const { records, characters } = this.#block;
    if (records <= MAX_BLOCK && characters <= MAX_BLOCK_CHARACTERS) return;
    const excess = records > MAX_BLOCK ? `${MAX_BLOCK} records` : `${MAX_BLOCK_CHARACTERS} characters`;
    this.#issues.add(line, "BlockId", `is a block of more than ${excess}`);
    throw this.#issues.toError();
  }
}
