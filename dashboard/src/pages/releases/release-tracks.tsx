// The tracks of a release, in their order, with their sound.

import { Button, Group, Stack, Table, Text } from "@mantine/core";
import type { Asset, Release, Track } from "@segue/sdk";
import { useState } from "react";
import { PlayButton } from "../../components/player.tsx";
import { Status } from "../../components/status.tsx";
import { useOpenAudio } from "../../data/catalog.ts";
import { Link } from "../../router.tsx";
import { showArtists, showDuration } from "../../values/format.ts";
import { FieldIssues, useHasIssues } from "./preflight-issues.tsx";
import classes from "./release-tracks.module.css";

const FIRST = 100;

type ReleaseTracksProps = { release: Release; tracks: readonly Track[] };

export function ReleaseTracks({ release, tracks }: ReleaseTracksProps) {
  const open = useOpenAudio(tracks);
  const [shown, setShown] = useState(FIRST);
  const discs = new Set(tracks.map(({ disc_number }) => disc_number)).size;
  if (tracks.length === 0)
    return (
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="dimmed">
          It has no tracks yet.
        </Text>
        <Button component={Link} to={`/releases/${release.id}/edit?step=tracks`} size="xs" variant="light">
          Add tracks
        </Button>
      </Stack>
    );
  return (
    <>
      <Table className={classes.tracks} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.number}>#</Table.Th>
            <Table.Th className={classes.play}>Play</Table.Th>
            <Table.Th>Title</Table.Th>
            <Table.Th className={classes.isrc}>ISRC</Table.Th>
            <Table.Th className={classes.length}>Length</Table.Th>
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
            />
          ))}
        </Table.Tbody>
      </Table>
      {tracks.length > shown && (
        <Button variant="subtle" size="xs" onClick={() => setShown(shown + FIRST)}>
          Show more tracks
        </Button>
      )}
    </>
  );
}

type TrackRowProps = { track: Track; index: number; hasDiscs: boolean; asset: Asset | undefined };

function TrackRow({ track, index, hasDiscs, asset }: TrackRowProps) {
  const { audio_asset_id, duration_ms, title, version, artists, explicit, isrc } = track;
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
          <Stack gap={4}>
            <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>
              {version ? `${title} (${version})` : title}
            </Text>
            {(artists || explicit) && (
              <Text size="xs" c="dimmed">
                {[artists && showArtists(artists), explicit && "explicit"].filter(Boolean).join(" · ")}
              </Text>
            )}
            <Text size="xs" c="dimmed" className={classes.below}>
              {isrc ?? "No ISRC"}
            </Text>
          </Stack>
        </Table.Td>
        <Table.Td className={classes.isrc}>{isrc ?? "None"}</Table.Td>
        <Table.Td className={classes.length}>
          {duration_ms !== null ? (
            showDuration(duration_ms)
          ) : (
            <AudioStatus has={audio_asset_id !== null} asset={asset} />
          )}
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

function AudioStatus({ has, asset }: { has: boolean; asset: Asset | undefined }) {
  if (!has) return "No audio";
  return (
    <Group gap={4} justify="flex-end">
      <Status value={asset?.status ?? "processing"} size="sm" />
    </Group>
  );
}
