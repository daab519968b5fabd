// Finds which contract holds a track this month: that of the track, else of its release, of its label, or of everything.

import type { Contract, Release, Track } from "@segue/sdk";
import { thisMonth } from "../../values/months.ts";

export type Held = { contract: Contract; by: "track" | "release" | "label" | "all" };

const levels = ["track", "release", "label", "all"] as const;

/** `contracts`: those that could hold the release or one of its tracks. */
export function holderOf(
  contracts: readonly Contract[],
  track: Pick<Track, "id">,
  release: Pick<Release, "id" | "label">,
): Held | undefined {
  const month = thisMonth();
  const holding = contracts.filter(
    ({ status, starts_on, ends_on }) =>
      status !== "draft" && (starts_on ?? month) <= month && month <= (ends_on ?? month),
  );
  const names: Record<Held["by"], (subject: Contract["applies_to"]) => boolean | undefined> = {
    track: ({ track_ids }) => track_ids?.includes(track.id),
    release: ({ release_ids }) => release_ids?.includes(release.id),
    label: ({ label }) => label !== undefined && label === release.label,
    all: ({ all }) => all,
  };
  for (const by of levels) {
    const contract = holding.find(({ applies_to }) => names[by](applies_to));
    if (contract) return { contract, by };
  }
  return undefined;
}
