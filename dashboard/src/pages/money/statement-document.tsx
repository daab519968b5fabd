// The statement as a document: who issues it to whom, its sums by release and by store, then every line by track.

import { Text } from "@mantine/core";
import type { Statement } from "@segue/sdk";
import { Fragment, type ReactNode, useState } from "react";
import { Artwork } from "../../components/artwork.tsx";
import { Money } from "../../components/money.tsx";
import { useIsPrinting } from "../../components/printing.ts";
import { ReleaseName, useRelease } from "../../components/release-name.tsx";
import { Section } from "../../components/section.tsx";
import { WorkTitle } from "../../components/work-title.tsx";
import { showMonth, showNumber, showTerritory } from "../../values/format.ts";
import { LineEarnings, LineRate } from "./line-amounts.tsx";
import classes from "./statement.module.css";
import { type Group, groupLines, type Line } from "./statement-lines.ts";
import { statementWords } from "./words.ts";

type DocumentProps = { statement: Statement; lines: readonly Line[]; storeName: (store_id: string) => string };

/** More pictures than this would be a request each for rows that are far below. */
const MOST_PICTURED = 50;
/** So few tracks need no fold. */
const FEW_LINES = 20;

export function StatementDocument({ statement: { currency }, lines, storeName }: DocumentProps) {
  const releases = groupLines(lines, "release_id", "earnings");
  return (
    <div className={classes.parts}>
      <Section title={statementWords.sums.byRelease}>
        <Sums
          label={statementWords.sums.byReleaseLabel}
          groups={releases}
          currency={currency}
          nameOf={({ key }) => <ReleaseName release_id={key} />}
        />
      </Section>
      <Section title={statementWords.sums.byStore}>
        <Sums
          label={statementWords.sums.byStoreLabel}
          groups={groupLines(lines, "store_id", "earnings")}
          currency={currency}
          nameOf={({ key }) => storeName(key)}
        />
      </Section>
      <Section title={statementWords.sums.byTrack} about={statementWords.sums.byTrackHint}>
        <Lines lines={lines} currency={currency} storeName={storeName} />
      </Section>
    </div>
  );
}

type SumsProps = {
  label: string;
  groups: readonly Group<Line>[];
  currency: string;
  nameOf: (group: Group<Line>) => ReactNode;
};

function Sums({ label, groups, currency, nameOf }: SumsProps) {
  return (
    <table className={classes.table} aria-label={label}>
      <tbody>
        {groups.map((group) => (
          <tr key={group.key}>
            <th scope="row">{nameOf(group)}</th>
            <td data-number data-wide>
              {statementWords.sums.plays(group.play_count)}
            </td>
            <td data-number>
              <Money amount={group.amount} currency={currency} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Lines({ lines, currency, storeName }: Omit<DocumentProps, "statement"> & { currency: string }) {
  const tracks = groupLines(lines, "track_id", "earnings");
  const isPrinting = useIsPrinting();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const isAllOpen = isPrinting || lines.length <= FEW_LINES;
  const toggle = (key: string) => {
    const next = new Set(opened);
    if (!next.delete(key)) next.add(key);
    setOpened(next);
  };
  return (
    <table className={classes.table} aria-label={statementWords.lines.label}>
      <thead>
        <tr>
          <th scope="col">{statementWords.lines.trackAndStore}</th>
          <th scope="col" data-wide>
            {statementWords.lines.territory}
          </th>
          <th scope="col" data-wide>
            {statementWords.lines.month}
          </th>
          <th scope="col" data-wide data-number>
            {statementWords.lines.plays}
          </th>
          <th scope="col" data-wide data-number>
            {statementWords.lines.rate}
          </th>
          <th scope="col" data-number>
            {statementWords.lines.earnings}
          </th>
        </tr>
      </thead>
      <tbody>
        {tracks.map((track, index) => {
          const isOpen = isAllOpen || opened.has(track.key);
          return (
            <Fragment key={track.key}>
              <TrackRow
                {...{ track, currency, isOpen }}
                isPictured={index < MOST_PICTURED}
                onClick={isAllOpen ? undefined : () => toggle(track.key)}
              />
              {isOpen &&
                track.lines.map((line) => (
                  <LineRow key={line.id} line={line} currency={currency} store={storeName(line.store_id)} />
                ))}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

type TrackRowProps = {
  track: Group<Line>;
  currency: string;
  isOpen: boolean;
  isPictured: boolean;
  onClick: (() => void) | undefined;
};

function TrackRow({ track, currency, isOpen, isPictured, onClick }: TrackRowProps) {
  const [first] = track.lines;
  const name = (
    <>
      {isPictured && first && <Cover release_id={first.release_id} title={first.title} />}
      <span className={classes.title}>
        <WorkTitle>{first?.title || first?.isrc}</WorkTitle>
        <Text span size="xs" c="dimmed" display="block">
          {[first?.artist, first?.isrc].filter(Boolean).join(" · ")}
        </Text>
      </span>
    </>
  );
  return (
    <tr data-track>
      <th scope="row">
        {onClick ? (
          <button type="button" aria-expanded={isOpen} className={classes.fold} onClick={onClick}>
            {name}
          </button>
        ) : (
          <span className={classes.fold}>{name}</span>
        )}
      </th>
      <td data-wide colSpan={2}>
        {statementWords.lines.count(track.lines.length)}
      </td>
      <td data-wide data-number>
        {showNumber(track.play_count)}
      </td>
      <td data-wide />
      <td data-number>
        <Money amount={track.amount} currency={currency} />
      </td>
    </tr>
  );
}

function Cover({ release_id, title }: { release_id: string; title: string }) {
  const release = useRelease(release_id);
  return <Artwork asset_id={release?.artwork_asset_id ?? null} title={title} size={32} />;
}

/** On a phone, the first cell also says what the columns say that have no room there. */
function LineRow({ line, currency, store }: { line: Line; currency: string; store: string }) {
  const { territory, usage_period, play_count, unit_rate, reported_currency } = line;
  const where = showTerritory(territory);
  const month = showMonth(usage_period);
  const plays = showNumber(play_count);
  return (
    <tr data-line>
      <td>
        {store}
        <span className={classes.below}>
          {statementWords.lines.below({
            territory: where,
            month,
            plays,
            rate: [unit_rate, reported_currency].filter(Boolean).join(" "),
          })}
        </span>
      </td>
      <td data-wide>{where}</td>
      <td data-wide>{month}</td>
      <td data-wide data-number>
        {plays}
      </td>
      <td data-wide data-number>
        <LineRate line={line} />
      </td>
      <td data-number>
        <LineEarnings line={line} currency={currency} />
      </td>
    </tr>
  );
}
