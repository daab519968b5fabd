// A release as its title, wherever only its id is known. The newest releases are read as one page; others one by one.

import type { Release } from "@segue/sdk";
import type { ReactNode } from "react";
import { segue } from "../data/api.ts";
import { PAGE_ROWS, useRead } from "../data/data.ts";
import { showArtists } from "../values/format.ts";
import { Artwork } from "./artwork.tsx";
import { RowName } from "./row-name.tsx";

export function useRelease(release_id: string): Release | undefined {
  const newest = useRead(["releases.list", "newest"], () => segue.releases.list({ limit: PAGE_ROWS }), {
    isSteady: true,
  });
  const known = newest.data?.data.find(({ id }) => id === release_id);
  const isEnabled = release_id !== "" && !known && !newest.isPending;
  const own = useRead(["releases.get", release_id], () => segue.releases.get(release_id), {
    isSteady: true,
    isEnabled,
  });
  return known ?? (own.data?.id === release_id ? own.data : undefined);
}

export function ReleaseName({ release_id, below }: { release_id: string; below?: ReactNode }) {
  const release = useRelease(release_id);
  return (
    <RowName
      picture={<Artwork asset_id={release?.artwork_asset_id ?? null} title={release?.title ?? "?"} size={32} />}
      title={release?.title ?? release_id}
      below={below ?? (release && showArtists(release.artists))}
    />
  );
}
