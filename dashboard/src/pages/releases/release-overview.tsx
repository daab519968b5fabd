// The first tab of a release: where it stands, what needs a person, and the rest in brief.

import { Alert, Anchor, Button } from "@mantine/core";
import type { Delivery, Preflight, Release, Submission, Track } from "@segue/sdk";
import { Facts } from "../../components/facts.tsx";
import { PlayButton, WithSounds } from "../../components/player.tsx";
import { Section } from "../../components/section.tsx";
import { SkeletonRows } from "../../components/skeleton-rows.tsx";
import { Failed } from "../../components/states.tsx";
import { StepTrack } from "../../components/step-track.tsx";
import { useDeliveriesOf, usePreflight, useSounds, useTracks } from "../../data/catalog.ts";
import { canChange } from "../../data/moves.ts";
import { useMay } from "../../data/session.ts";
import { useStoreName } from "../../data/stores.ts";
import { Link } from "../../router.tsx";
import { nameField, stepOf } from "../../values/field-names.ts";
import { showDate, showDuration, showTerritories, showWord } from "../../values/format.ts";
import { isTroubled } from "../deliveries/store-states.ts";
import { countStores, reasonOf, type Sent, sentTo } from "./at-stores.ts";
import { sayOnApproval } from "./on-approval.ts";
import { Checked, IssueList } from "./preflight-issues.tsx";
import { ReleaseCheck } from "./release-check.tsx";
import classes from "./release-overview.module.css";
import { wayOf } from "./release-way.ts";
import { fieldWords, releaseOverviewWords, releaseTracksWords, releaseWords } from "./words.ts";

const SHOWN_STORES = 5;
const SHOWN_TRACKS = 5;

type ReleaseOverviewProps = { release: Release; submission: Submission | null | undefined };

/** Shown when all of it is known: nothing moves afterwards. */
export function ReleaseOverview({ release, submission }: ReleaseOverviewProps) {
  const tracks = useTracks(release.id);
  const deliveries = useDeliveriesOf(release.id);
  if (tracks.error && !tracks.data) return <Failed error={tracks.error} retry={() => void tracks.refetch()} />;
  // A key that may not see deliveries sees the rest.
  if (!tracks.data || submission === undefined || (!deliveries.data && !deliveries.error))
    return <SkeletonRows count={10} />;
  const known = { release, submission, tracks: tracks.data, deliveries: deliveries.data };
  return canChange(release) ? <OpenRelease {...known} /> : <Known {...known} />;
}

type KnownProps = {
  release: Release;
  submission: Submission | null;
  tracks: readonly Track[];
  deliveries: readonly Delivery[] | undefined;
  preflight?: Preflight;
};

/** One that can be submitted is checked. */
function OpenRelease(known: KnownProps) {
  const preflight = usePreflight(known.release.id);
  if (preflight.error && !preflight.data)
    return <Failed error={preflight.error} retry={() => void preflight.refetch()} />;
  if (!preflight.data) return <SkeletonRows count={10} />;
  return <Known {...known} preflight={preflight.data} />;
}

function Known({ release, submission, tracks, deliveries, preflight }: KnownProps) {
  const sent = sentTo(deliveries ?? []);
  const troubled = sent.filter(({ row }) => isTroubled(row.status));
  const blockers = preflight?.issues.filter(({ severity }) => severity === "blocker").length;
  const at_stores = deliveries ? countStores(sent) : null;
  const nameOf = useStoreName();
  const onApproval = submission && sayOnApproval(submission, nameOf);
  return (
    <div className={classes.parts}>
      <StepTrack label={releaseOverviewWords.way} steps={wayOf({ release, submission, blockers, at_stores })} />
      {onApproval && <p className={classes.onApproval}>{onApproval}</p>}
      {release.status === "rejected" && submission?.review_status === "rejected" && (
        <Rejection release={release} submission={submission} tracks={tracks} />
      )}
      <div className={classes.columns}>
        <div className={classes.column}>
          {troubled.length > 0 && <NeedsYou release_id={release.id} sent={troubled} />}
          {preflight && (
            <Section title={releaseOverviewWords.check}>
              <Checked release={release} tracks={tracks}>
                <ReleaseCheck release={release} tracks={tracks} />
              </Checked>
            </Section>
          )}
          <SomeTracks release={release} tracks={tracks} />
        </div>
        <Section
          title={releaseOverviewWords.inBrief}
          more={{ to: `/releases/${release.id}?tab=details`, label: releaseOverviewWords.allDetails }}
        >
          <div className={classes.brief}>
            <Facts of={factsOf(release)} />
          </div>
        </Section>
      </div>
    </div>
  );
}

type RejectionProps = { release: Release; submission: Submission; tracks: readonly Track[] };

/** The reviewer's words, each remark beside the place where it is mended. */
function Rejection({ release: { id }, submission: { reason, issues }, tracks }: RejectionProps) {
  const may = useMay();
  const blockers = issues.filter(({ severity }) => severity === "blocker");
  return (
    <Alert color="red" title={releaseOverviewWords.rejected}>
      <p className={classes.reason}>{reason ?? releaseOverviewWords.noReason}</p>
      <IssueList
        issues={blockers}
        nameOf={({ field }) => (
          <Anchor component={Link} to={`/releases/${id}/edit?step=${stepOf(field)}`} inherit underline="always">
            {nameField(field, tracks)}
          </Anchor>
        )}
      />
      {may("catalog:write") && (
        <Button component={Link} to={`/releases/${id}/edit`} variant="default" size="xs" mt="sm">
          {releaseOverviewWords.correct}
        </Button>
      )}
    </Alert>
  );
}

function NeedsYou({ release_id, sent }: { release_id: string; sent: readonly Sent[] }) {
  const nameOf = useStoreName();
  const more = { to: `/releases/${release_id}?tab=stores`, label: releaseOverviewWords.allNeedyStores(sent.length) };
  return (
    <Section title={releaseOverviewWords.needsYou} {...(sent.length > SHOWN_STORES && { more })}>
      <ul className={classes.rows}>
        {sent.slice(0, SHOWN_STORES).map(({ delivery_id, row }) => (
          <li key={row.store_id} className={classes.need} data-tone={row.status === "rejected" ? "wrong" : "needed"}>
            <span className={classes.store}>{nameOf(row.store_id)}</span>
            <span className={classes.why}>{reasonOf(row)}</span>
            <Anchor component={Link} to={`/deliveries/${delivery_id}#${row.store_id}`} size="sm">
              {releaseWords.seeWhatToDo}
            </Anchor>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function SomeTracks({ release, tracks }: { release: Release; tracks: readonly Track[] }) {
  const may = useMay();
  const sounds = useSounds(release, tracks);
  const isMore = tracks.length > SHOWN_TRACKS;
  const more = { to: `/releases/${release.id}?tab=tracks`, label: releaseOverviewWords.allTracks(tracks.length) };
  return (
    <Section title={releaseOverviewWords.tracks} {...(isMore && { more })}>
      {tracks.length === 0 ? (
        <div className={classes.none}>
          {releaseOverviewWords.noTracks}
          {may("catalog:write") && (
            <Button component={Link} to={`/releases/${release.id}/edit?step=tracks`} size="xs" variant="default">
              {releaseTracksWords.add}
            </Button>
          )}
        </div>
      ) : (
        <WithSounds sounds={sounds}>
          <ol className={classes.rows}>
            {tracks.slice(0, SHOWN_TRACKS).map((track) => (
              <li key={track.id} className={classes.track}>
                <span className={classes.number}>{track.track_number}</span>
                <span className={classes.play}>
                  <PlayButton id={track.id} />
                </span>
                <span className={classes.title}>
                  {track.version ? `${track.title} (${track.version})` : track.title}
                </span>
                <span className={classes.length}>
                  {track.duration_ms === null ? releaseTracksWords.noAudio : showDuration(track.duration_ms)}
                </span>
              </li>
            ))}
          </ol>
        </WithSounds>
      )}
    </Section>
  );
}

function factsOf(release: Release): (readonly [string, string])[] {
  const { type, genre, label, upc, territories, release_date, catalog_number } = release;
  return [
    [fieldWords.release_date, showDate(release_date)],
    [fieldWords.type, type ? showWord(type) : releaseOverviewWords.typeOfTracks],
    [fieldWords.label, label],
    [fieldWords.genre, genre ?? fieldWords.unset],
    [fieldWords.upc, upc],
    [fieldWords.catalog_number, catalog_number ?? fieldWords.unset],
    [fieldWords.territories, showTerritories(territories)],
  ];
}
