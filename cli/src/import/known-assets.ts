// The assets that the organization has already, as a message finds them: by type and SHA-256, else the newest of a type and name.

import type { Asset, Segue } from "@segue/sdk";

type Known = Pick<Asset, "id" | "type" | "filename" | "checksum_sha256" | "status">;

export type KnownAssets = {
  /** Its bytes have arrived. */
  withHash(type: string, sha256: string): Known | undefined;
  newestNamed(type: string, filename: string): Known | undefined;
  /** A newer one than all others. */
  add(asset: Known): void;
};

const PAGE = 100;

/** One list costs less than a question for each file: a catalogue names thousands. */
export async function listKnownAssets(client: Segue): Promise<KnownAssets> {
  const by_hash = new Map<string, Known>();
  const by_name = new Map<string, Known>();
  const hashKey = ({ type, checksum_sha256 }: Pick<Known, "type" | "checksum_sha256">) => `${type} ${checksum_sha256}`;
  const nameKey = ({ type, filename }: Pick<Known, "type" | "filename">) => `${type} ${filename}`;
  for await (const { id, type, filename, checksum_sha256, status } of client.assets.list({ limit: PAGE })) {
    if (status === "failed") continue;
    const known = { id, type, filename, checksum_sha256, status };
    if (status !== "awaiting_upload" && !by_hash.has(hashKey(known))) by_hash.set(hashKey(known), known);
    if (!by_name.has(nameKey(known))) by_name.set(nameKey(known), known);
  }
  return {
    withHash: (type, sha256) => by_hash.get(`${type} ${sha256}`),
    newestNamed: (type, filename) => by_name.get(`${type} ${filename}`),
    add(asset) {
      by_hash.set(hashKey(asset), asset);
      by_name.set(nameKey(asset), asset);
    },
  };
}
