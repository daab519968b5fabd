import { Box, Button, Stack, Table, Text } from "@mantine/core";
import type { Asset, SubmissionUnderReview, Track } from "@segue/sdk";
import { useState } from "react";
import { PlayButton } from "../../../components/player.tsx";
import { ownPath, segue } from "../../../data/api.ts";
import { showArtists, showDuration, showNumber } from "../../../values/format.ts";

const FIRST = 100;

/** The tracks of a submission in their order, each with its sound. */
export function ReviewTracks({ submission }: { submission: SubmissionUnderReview }) {
  const [shown, setShown] = useState(FIRST);
  const { tracks, assets, submission_id } = submission;
  const sounds = new Map(assets.map((asset) => [asset.id, asset]));
  if (tracks.length === 0) return <Text size="sm">It has no tracks.</Text>;
  return (
    <Stack gap="xs">
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={44}>#</Table.Th>
            <Table.Th w={64}>Sound</Table.Th>
            <Table.Th>Title</Table.Th>
            <Table.Th w={150} visibleFrom="sm">
              ISRC
            </Table.Th>
            <Table.Th w={170} visibleFrom="sm">
              File
            </Table.Th>
            <Table.Th w={70} ta="right">
              Length
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tracks.slice(0, shown).map((track) => (
            <TrackRow
              key={track.id}
              submission_id={submission_id}
              track={track}
              asset={sounds.get(track.audio_asset_id ?? "")}
            />
          ))}
        </Table.Tbody>
      </Table>
      {tracks.length > shown && (
        <Button variant="subtle" size="xs" onClick={() => setShown(shown + FIRST)}>
          Show more tracks
        </Button>
      )}
    </Stack>
  );
}

type TrackRowProps = { submission_id: string; track: Track; asset: Asset | undefined };

function TrackRow({ submission_id, track, asset }: TrackRowProps) {
  const { title, version, artists, explicit, isrc, duration_ms, disc_number, track_number } = track;
  return (
    <Table.Tr>
      <Table.Td>{disc_number > 1 ? `${disc_number}.${track_number}` : track_number}</Table.Td>
      <Table.Td>
        {asset?.download_url && (
          <PlayButton id={track.id} title={title} load={() => readSound(submission_id, asset.id)} />
        )}
      </Table.Td>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        <Text size="sm" fw={600}>
          {title}
          {version && ` (${version})`}
        </Text>
        <Text size="xs" c="dimmed">
          {[artists && showArtists(artists), explicit && "Explicit"].filter(Boolean).join(" · ")}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{isrc ?? "None yet"}</Table.Td>
      <Table.Td visibleFrom="sm">{asset?.audio ? showAudio(asset.audio) : "No sound"}</Table.Td>
      <Table.Td ta="right">
        <Box component="span">{duration_ms === null ? "" : showDuration(duration_ms)}</Box>
      </Table.Td>
    </Table.Tr>
  );
}

function showAudio({ format, sample_rate, bit_depth }: NonNullable<Asset["audio"]>): string {
  return [format.toUpperCase(), `${showNumber(sample_rate / 1_000)} kHz`, bit_depth && `${bit_depth} bit`]
    .filter(Boolean)
    .join(", ");
}

/** A link ends after ten minutes, so each play asks for a new one. */
async function readSound(submission_id: string, asset_id: string): Promise<string> {
  const { assets } = await segue.operator.submissions.get(submission_id);
  const link = assets.find(({ id }) => id === asset_id)?.download_url;
  if (!link) throw new Error("The file is no longer there.");
  return ownPath(link);
}
