// The statement as a document: who issues it to whom, its sums by release and by store, then every line by track.

import type { Statement } from "@segue/sdk";
import type { ReactNode } from "react";
import { Artwork } from "../../components/artwork.tsx";
import { Money } from "../../components/money.tsx";
import { ReleaseName, useRelease } from "../../components/release-name.tsx";
import { Section } from "../../components/section.tsx";
import { showMonth, showNumber, showTerritory } from "../../values/format.ts";
import { LineEarnings, LineRate } from "./line-amounts.tsx";
import classes from "./statement.module.css";
import { type Group, groupLines, type Line } from "./statement-lines.ts";
import { TrackTable } from "./track-table.tsx";
import { statementWords } from "./words.ts";

type DocumentProps = { statement: Statement; lines: readonly Line[]; storeName: (store_id: string) => string };

/** More pictures than this would be a request each for rows that are far below. */
const MOST_PICTURED = 50;

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
  return (
    <TrackTable
      tracks={groupLines(lines, "track_id", "earnings")}
      currency={currency}
      numbers={[statementWords.lines.rate]}
      amount={statementWords.lines.earnings}
      picture={({ release_id, title }, index) =>
        index < MOST_PICTURED && <Cover release_id={release_id} title={title} />
      }
      line={(line) => <LineCells line={line} currency={currency} store={storeName(line.store_id)} />}
    />
  );
}

function Cover({ release_id, title }: { release_id: string; title: string }) {
  const release = useRelease(release_id);
  return <Artwork asset_id={release?.artwork_asset_id ?? null} title={title} size={32} />;
}

/** On a phone, the first cell also says what the columns say that have no room there. */
function LineCells({ line, currency, store }: { line: Line; currency: string; store: string }) {
  const { territory, usage_period, play_count, unit_rate, reported_currency } = line;
  const where = showTerritory(territory);
  const month = showMonth(usage_period);
  const plays = showNumber(play_count);
  return (
    <>
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
    </>
  );
}
