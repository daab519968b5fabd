import { Box, Button, Table, Text } from "@mantine/core";
import { useIntersection } from "@mantine/hooks";
import type { Asset, SubmissionUnderReview, Track } from "@segue/sdk";
import { useState } from "react";
import { Facts } from "../../../components/facts.tsx";
import { PlayButton, WithSounds } from "../../../components/player.tsx";
import { Waveform } from "../../../components/waveform.tsx";
import { WorkTitle } from "../../../components/work-title.tsx";
import { segue } from "../../../data/api.ts";
import { fileOf, readPeaks, soundsOf } from "../../../data/catalog.ts";
import { useRead } from "../../../data/data.ts";
import type { Sound, SoundFile } from "../../../data/playing.ts";
import { showArtists, showDuration, showWord } from "../../../values/format.ts";
import { releaseTracksWords } from "../../releases/words.ts";
import { artworkOf } from "./submission.ts";
import { reviewWords } from "./words.ts";

const FIRST = 100;
const words = reviewWords.tracks;

/** The tracks of a submission in their order, each with its sound. */
export function ReviewTracks({ submission }: { submission: SubmissionUnderReview }) {
  const [shown, setShown] = useState(FIRST);
  const { tracks, assets } = submission;
  const files = new Map(assets.map((asset) => [asset.id, asset]));
  if (tracks.length === 0) return <Text size="sm">{words.none}</Text>;
  return (
    <WithSounds sounds={soundsUnderReview(submission)}>
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={44}>{words.number}</Table.Th>
            <Table.Th w={64}>{words.play}</Table.Th>
            <Table.Th>{words.name}</Table.Th>
            <Table.Th w={150} visibleFrom="sm">
              {words.isrc}
            </Table.Th>
            <Table.Th w={170} visibleFrom="sm">
              {words.file}
            </Table.Th>
            <Table.Th w={70} ta="right">
              {words.length}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tracks.slice(0, shown).map((track) => (
            <TrackRow key={track.id} track={track} asset={files.get(track.audio_asset_id ?? "")} />
          ))}
        </Table.Tbody>
      </Table>
      {tracks.length > shown && (
        <Button variant="subtle" size="xs" onClick={() => setShown(shown + FIRST)}>
          {words.showMore}
        </Button>
      )}
    </WithSounds>
  );
}

type TrackRowProps = { track: Track; asset: Asset | undefined };

function TrackRow({ track, asset }: TrackRowProps) {
  const { title, version, artists, advisory, isrc, duration_ms, disc_number, track_number } = track;
  return (
    <Table.Tr>
      <Table.Td>{disc_number > 1 ? `${disc_number}.${track_number}` : track_number}</Table.Td>
      <Table.Td>
        <PlayButton id={track.id} />
      </Table.Td>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        <WorkTitle>
          {title}
          {version && ` (${version})`}
        </WorkTitle>
        <Text size="xs" c="dimmed">
          {[artists && showArtists(artists), releaseTracksWords.advisories[advisory]].filter(Boolean).join(" · ")}
        </Text>
        {asset?.audio?.peaks_url && <Wave asset_id={asset.id} link={asset.audio.peaks_url} track={track} />}
        <Words track={track} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{isrc ?? words.noIsrc}</Table.Td>
      <Table.Td visibleFrom="sm">{asset?.audio ? showAudio(asset.audio) : words.noFile}</Table.Td>
      <Table.Td ta="right">
        <Box component="span">{duration_ms === null ? "" : showDuration(duration_ms)}</Box>
      </Table.Td>
    </Table.Tr>
  );
}

const WAVE = 28;

/** Asked for when it comes into sight: an album has many. */
function Wave({ asset_id, link, track: { title, duration_ms } }: { asset_id: string; link: string; track: Track }) {
  const { ref, entry } = useIntersection();
  const peaks = useRead(["peaks", asset_id], () => readPeaks(link), {
    isEnabled: entry?.isIntersecting === true,
    isSteady: true,
  });
  return (
    <Box ref={ref} h={WAVE} maw={420} my={4}>
      {peaks.data && <Waveform peaks={peaks.data} title={title} duration_ms={duration_ms ?? 0} height={WAVE} />}
    </Box>
  );
}

/** Who is credited, and the lyrics: folded, as most tracks need no second look. */
function Words({ track: { artists, contributors, lyrics, language, ai } }: { track: Track }) {
  const others = artists?.filter(({ role }) => role !== "main" && role !== "featured") ?? [];
  const credits = [...others.map(({ name, role }) => ({ name, role: showWord(role) })), ...(contributors ?? [])];
  if (credits.length === 0 && lyrics === null) return null;
  return (
    <details>
      <Text component="summary" size="xs" c="dimmed" style={{ cursor: "pointer" }}>
        {words.credits(credits.length, lyrics !== null)}
      </Text>
      <Facts
        of={[
          ...credits.map(({ role, name }) => [role, name] as const),
          [words.language, language ?? words.noLanguage],
          [words.ai, showWord(ai)],
        ]}
      />
      {lyrics !== null && (
        <Text size="sm" mt="xs" style={{ whiteSpace: "pre-wrap" }}>
          {lyrics}
        </Text>
      )}
    </details>
  );
}

function showAudio({ format, sample_rate, bit_depth }: NonNullable<Asset["audio"]>): string {
  return [format.toUpperCase(), words.sampleRate(sample_rate), bit_depth && words.bitDepth(bit_depth)]
    .filter(Boolean)
    .join(", ");
}

/** Only the submission itself shows the operator its files. */
function soundsUnderReview(submission: SubmissionUnderReview): Sound[] {
  const { submission_id, release, tracks } = submission;
  const to = `/review/${submission_id}`;
  const sounds = soundsOf(release, tracks, artworkOf(submission)?.image?.thumbnail_url);
  return sounds.map((sound) => ({
    ...sound,
    work: { ...sound.work, to },
    load: () => readSound(submission_id, tracks.find(({ id }) => id === sound.id)?.audio_asset_id),
  }));
}

async function readSound(submission_id: string, asset_id: string | null | undefined): Promise<SoundFile> {
  const { assets } = await segue.operator.submissions.get(submission_id);
  const asset = assets.find(({ id }) => id === asset_id);
  if (!asset) throw new Error(words.fileGone);
  return fileOf(asset);
}
