// The tracks of a release, in their order, with their sound and what preflight says of them.

import { Button, Table } from "@mantine/core";
import type { Asset, Release, Track } from "@segue/sdk";
import { type ReactNode, useState } from "react";
import { PlayButton, WithSounds } from "../../components/player.tsx";
import { SkeletonRows } from "../../components/skeleton-rows.tsx";
import { Empty, Failed } from "../../components/states.tsx";
import { Status } from "../../components/status.tsx";
import { WorkTitle } from "../../components/work-title.tsx";
import { useOpenAudio, useSounds, useTracks } from "../../data/catalog.ts";
import { useMay } from "../../data/session.ts";
import { Link } from "../../router.tsx";
import { showArtists, showDuration } from "../../values/format.ts";
import { TrackContract, useContractsOf } from "../contracts/track-contract.tsx";
import { Checked, FieldIssues, useHasIssues } from "./preflight-issues.tsx";
import classes from "./release-tracks.module.css";
import { releaseTracksWords } from "./words.ts";

const FIRST = 100;

export function ReleaseTracks({ release }: { release: Release }) {
  const tracks = useTracks(release.id);
  if (tracks.error && !tracks.data) return <Failed error={tracks.error} retry={() => void tracks.refetch()} />;
  if (!tracks.data) return <SkeletonRows rowHeight={52} />;
  return tracks.data.length === 0 ? (
    <NoTracks release={release} />
  ) : (
    <Checked release={release} tracks={tracks.data}>
      <TrackTable release={release} tracks={tracks.data} />
    </Checked>
  );
}

function NoTracks({ release }: { release: Release }) {
  const may = useMay();
  return (
    <Empty
      title={releaseTracksWords.none}
      action={
        may("catalog:write") && (
          <Button component={Link} to={`/releases/${release.id}/edit?step=tracks`}>
            {releaseTracksWords.add}
          </Button>
        )
      }
    />
  );
}

function TrackTable({ release, tracks }: { release: Release; tracks: readonly Track[] }) {
  const open = useOpenAudio(tracks);
  const sounds = useSounds(release, tracks);
  const contracts = useContractsOf(release.id);
  const [shown, setShown] = useState(FIRST);
  const discs = new Set(tracks.map(({ disc_number }) => disc_number)).size;
  return (
    <WithSounds sounds={sounds}>
      <Table className={classes.tracks}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.number}>#</Table.Th>
            <Table.Th className={classes.play}>{releaseTracksWords.columns.play}</Table.Th>
            <Table.Th>{releaseTracksWords.columns.title}</Table.Th>
            <Table.Th className={classes.isrc}>{releaseTracksWords.columns.isrc}</Table.Th>
            <Table.Th className={classes.length}>{releaseTracksWords.columns.length}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tracks.slice(0, shown).map((track, index) => (
            <TrackRow
              key={track.id}
              track={track}
              index={index}
              hasDiscs={discs > 1}
              asset={open.get(track.audio_asset_id ?? "")}
              contract={contracts && <TrackContract {...{ contracts, track, release }} />}
            />
          ))}
        </Table.Tbody>
      </Table>
      <p className={classes.sum}>{sumOf(tracks)}</p>
      {tracks.length > shown && (
        <Button variant="default" size="xs" onClick={() => setShown(shown + FIRST)}>
          {releaseTracksWords.showMore}
        </Button>
      )}
    </WithSounds>
  );
}

function sumOf(tracks: readonly Track[]): string {
  const length_ms = tracks.reduce((sum, { duration_ms }) => sum + (duration_ms ?? 0), 0);
  return releaseTracksWords.sum(tracks.length, length_ms > 0 ? showDuration(length_ms) : undefined);
}

type TrackRowProps = {
  track: Track;
  index: number;
  hasDiscs: boolean;
  asset: Asset | undefined;
  /** Says which one shares what the track earns. */
  contract: ReactNode;
};

function TrackRow({ track, index, hasDiscs, asset, contract }: TrackRowProps) {
  const { audio_asset_id, duration_ms, title, version, artists, advisory, isrc } = track;
  const about = [artists && showArtists(artists), releaseTracksWords.advisories[advisory]].filter(Boolean).join(" · ");
  return (
    <>
      <Table.Tr>
        <Table.Td className={classes.number}>
          {hasDiscs ? `${track.disc_number}.${track.track_number}` : track.track_number}
        </Table.Td>
        <Table.Td className={classes.play}>
          <PlayButton id={track.id} />
        </Table.Td>
        <Table.Td>
          <WorkTitle>{version ? `${title} (${version})` : title}</WorkTitle>
          {about && <div className={classes.about}>{about}</div>}
          {contract && <div className={classes.about}>{contract}</div>}
          <div className={classes.below}>{isrc ?? releaseTracksWords.noIsrc}</div>
        </Table.Td>
        <Table.Td className={classes.isrc}>{isrc ?? releaseTracksWords.noneSet}</Table.Td>
        <Table.Td className={classes.length}>
          {duration_ms === null ? sayAudio(audio_asset_id !== null, asset) : showDuration(duration_ms)}
        </Table.Td>
      </Table.Tr>
      <TrackIssues index={index} />
    </>
  );
}

/** A row of its own, as wide as the table. */
function TrackIssues({ index }: { index: number }) {
  const field = `tracks[${index}]`;
  if (!useHasIssues(field)) return null;
  return (
    <Table.Tr className={classes.issues}>
      <Table.Td colSpan={5}>
        <FieldIssues field={field} />
      </Table.Td>
    </Table.Tr>
  );
}

function sayAudio(has: boolean, asset: Asset | undefined) {
  return has ? <Status value={asset?.status ?? "processing"} size="sm" /> : releaseTracksWords.noAudio;
}
