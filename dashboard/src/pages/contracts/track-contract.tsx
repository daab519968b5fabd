// The contract that shares what a track earns, beside the track.

import { Anchor } from "@mantine/core";
import type { Contract, Release, Track } from "@segue/sdk";
import { segue } from "../../data/api.ts";
import { takeFirst } from "../../data/catalog.ts";
import { PAGE_ROWS, useRead } from "../../data/data.ts";
import { useMay } from "../../data/session.ts";
import { Link } from "../../router.tsx";
import { holderOf } from "./holder.ts";
import { holderWords } from "./words.ts";

/** Few contracts could hold one release; a page must not ask without end. */
const MAX_CONTRACTS = 500;

/** Undefined while they are not known, and for those who may not know them. */
export function useContractsOf(release_id: string): readonly Contract[] | undefined {
  const isEnabled = useMay()("payees:read");
  const read = () => takeFirst(segue.contracts.list({ release_id, limit: PAGE_ROWS }), MAX_CONTRACTS);
  return useRead(["contracts.list", "release", release_id], read, { isEnabled }).data;
}

type TrackContractProps = { contracts: readonly Contract[]; track: Track; release: Release };

export function TrackContract({ contracts, track, release }: TrackContractProps) {
  const held = holderOf(contracts, track, release);
  if (!held) return contracts.length > 0 ? holderWords.none : null;
  const { contract, by } = held;
  return (
    <>
      {`${holderWords.title}: `}
      <Anchor component={Link} to={`/contracts/${contract.id}`} inherit underline="always">
        {contract.name}
      </Anchor>
      {`, ${holderWords.by[by]}`}
    </>
  );
}
