// The subject of a contract, in a few words or with every name.

import { Anchor, Button, Stack, Text } from "@mantine/core";
import type { Contract, Track } from "@segue/sdk";
import { type ReactNode, useState } from "react";
import { ReleaseName } from "../../components/release-name.tsx";
import { RowName } from "../../components/row-name.tsx";
import { WorkTitle } from "../../components/work-title.tsx";
import { segue } from "../../data/api.ts";
import { useRead } from "../../data/data.ts";
import { Link } from "../../router.tsx";
import { showMonth } from "../../values/format.ts";
import { monthWords, subjectWords } from "./words.ts";

type Subject = Contract["applies_to"];

export function sayRange({ starts_on, ends_on }: Pick<Contract, "starts_on" | "ends_on">): string {
  if (starts_on && ends_on) return monthWords.span(showMonth(starts_on), showMonth(ends_on));
  if (starts_on) return monthWords.from(showMonth(starts_on));
  return ends_on ? monthWords.until(showMonth(ends_on)) : monthWords.always;
}

export function saySubject({ track_ids, release_ids, label }: Subject): string {
  if (track_ids) return subjectWords.tracks(track_ids.length);
  if (release_ids) return subjectWords.releases(release_ids.length);
  return label === undefined ? subjectWords.all : subjectWords.label(label);
}

export function SubjectNames({ of: subject }: { of: Subject }) {
  const { track_ids, release_ids } = subject;
  if (release_ids)
    return (
      <Names ids={release_ids}>
        {(id) => (
          <Anchor component={Link} to={`/releases/${id}`} c="inherit" underline="never">
            <ReleaseName release_id={id} />
          </Anchor>
        )}
      </Names>
    );
  if (track_ids) return <Names ids={track_ids}>{(id) => <TrackName track_id={id} />}</Names>;
  return <Text size="sm">{saySubject(subject)}</Text>;
}

/** Each name is a request. */
const SHOWN = 12;

/** The first of them; the others when they are asked for. */
export function Names({ ids, children }: { ids: readonly string[]; children: (id: string) => ReactNode }) {
  const [shown, setShown] = useState(SHOWN);
  return (
    <Stack gap="xs">
      {ids.slice(0, shown).map((id) => (
        <div key={id}>{children(id)}</div>
      ))}
      {ids.length > shown && (
        <Button variant="subtle" size="compact-sm" w="fit-content" onClick={() => setShown(shown + SHOWN)}>
          {subjectWords.more(Math.min(SHOWN, ids.length - shown))}
        </Button>
      )}
    </Stack>
  );
}

/** Null: it was deleted. */
const readTrack = (track_id: string): Promise<Track | null> => segue.tracks.get(track_id).catch(() => null);

export function TrackName({ track_id }: { track_id: string }) {
  const { data: track } = useRead(["tracks.get", track_id], () => readTrack(track_id), { isSteady: true });
  if (!track) return <RowName title={track_id} below={track === null ? subjectWords.gone : ""} />;
  const title = track.version ? `${track.title} (${track.version})` : track.title;
  return (
    <Anchor component={Link} to={`/releases/${track.release_id}?tab=tracks`} c="inherit" underline="never">
      <RowName title={<WorkTitle>{title}</WorkTitle>} below={track.isrc ?? ""} />
    </Anchor>
  );
}
